// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/verify/verify.hpp"
#include "support/catch.hpp"
#include "support/fake_toolkit/environment.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::test {

/// Takes all that a verification reports and drops it.
class SilentReporter final : public Reporter {
  public:
    void status(std::string_view) override {}
    void warning(std::string_view) override {}
    void progress(const Progress&) override {}
};

/// What the benchmark prints when all is well on a 9.0 device.
inline const std::string good_benchmark =
    R"({"schema":"cudafetch.bench/1","seed":1,"quick":true,"driver_version":13000,)"
    R"("runtime_version":13000,"device":{"index":0,"name":"NVIDIA H200","capability":"9.0"},)"
    R"("results":[{"name":"triad","type":"fp32","unit":"GB/s","median":4012.5,"spread":0.01,)"
    R"("check":{"passed":true,"checked":1000,"mismatched":0}}],"error":null})";

/// A driver with these devices.
inline platform::DriverFacts working_driver(std::vector<model::Gpu> gpus = {
                                                {"NVIDIA H200", {9, 0}, false}}) {
    platform::DriverFacts driver;
    driver.outcome = platform::DriverOutcome::ok;
    driver.library = "/usr/lib/libcuda.so.1";
    driver.cuda = model::Version::parse("13.0");
    driver.gpus = std::move(gpus);
    return driver;
}

/// A prefix of scripts in the place of CUDA's programs, a PATH that holds a fake g++ and nothing
/// else, and a machine with a GPU. Everything is open for a test to spoil before `verify()`.
class FakePrefix {
  public:
    FakePrefix() {
        install("nvcc", prefix / "bin/nvcc");
        put(prefix / "include/cuda_runtime.h", "// runtime\n");
        put(prefix / "include/crt/host_config.h",
            "#if __GNUC__ > 13\n#error\n#endif\n#if (__clang_major__ >= 17)\n#error\n#endif\n");
        put(prefix / "lib/libcudart_static.a", "archive");
        fs::create_symlink("lib", prefix / "lib64");
        install("cxx", path_folder / "g++");
        put(device_folder / "nvidia0", "");
        set("PATH", path_folder.string());
        set("FAKE_BENCH",
            (fs::path(CUDAFETCH_SOURCE_DIR) / "tests/support/fake_toolkit/bench").string());
        set("FAKE_BENCH_OUTPUT", good_benchmark);
        set("FAKE_NVCC_LOG", (temp / "nvcc.log").string());
        for (const char* name : {"CXX", "NVCC_CCBIN", "LD_LIBRARY_PATH", "FAKE_NVCC_ERROR"})
            set(name, std::nullopt);
        plan.target = model::Arch::x86_64;
        plan.host_tag = plan.tag = model::Tag::linux_x86_64;
        plan.products = {{"cuda", "13.0.88", std::nullopt}};
        add_component("cuda_nvcc");
        add_component("cuda_cudart");
    }

    /// Copies a script of this folder.
    static void install(const char* script, const fs::path& path) {
        const fs::path source =
            fs::path(CUDAFETCH_SOURCE_DIR) / "tests/support/fake_toolkit" / script;
        put_script(path, read_file(source, 1 << 20).value());
    }

    void set(std::string name, std::optional<std::string> value) {
        variables_.push_back(std::make_unique<ScopedVariable>(std::move(name), std::move(value)));
    }

    void add_component(std::string name) {
        model::PlannedArchive archive;
        archive.component = std::move(name);
        plan.archives.push_back(archive);
    }

    /// Records what is in the prefix now.
    void record() {
        receipt_files.clear();
        for (const auto& entry : fs::recursive_directory_iterator(prefix)) {
            model::InstalledFile file;
            file.path = entry.path().lexically_relative(prefix).string();
            if (entry.is_symlink()) {
                file.link_target = fs::read_symlink(entry.path()).string();
            } else if (entry.is_regular_file()) {
                file.sha256 = sha256_file(entry.path()).value();
                file.size = entry.file_size();
                file.executable =
                    (entry.status().permissions() & fs::perms::owner_exec) != fs::perms::none;
            } else {
                continue;
            }
            receipt_files.push_back(std::move(file));
        }
    }

    /// Verifies it, having recorded it before unless a test did.
    model::Report verify() {
        auto report = try_verify();
        REQUIRE(report);
        return *std::move(report);
    }

    Result<model::Report> try_verify() {
        static const model::Facts facts = manifest::embedded_facts().value();
        if (receipt_files.empty()) record();
        request.prefix = prefix;
        request.receipt = {plan, receipt_files};
        SilentReporter reporter;
        return verify::verify_prefix(
            request,
            {.facts = facts,
             .reporter = reporter,
             .on_step = [&](const model::Step& step) { announced.push_back(step.name); },
             .query_driver = [&](const Cancellation&) { return driver; },
             .device_folder = device_folder},
            cancellation);
    }

    /// The command lines that the fake nvcc was given.
    [[nodiscard]] std::string nvcc_log() const {
        return read_if_present(temp / "nvcc.log").value_or("");
    }

    TempDir temp;
    fs::path prefix = temp / "prefix";
    fs::path path_folder = temp / "path";
    fs::path device_folder = temp / "dev";
    model::Plan plan;
    std::vector<model::InstalledFile> receipt_files;
    verify::VerifyRequest request;
    Result<platform::DriverFacts> driver = working_driver();
    Cancellation cancellation;
    std::vector<std::string> announced;

  private:
    std::vector<std::unique_ptr<ScopedVariable>> variables_;
};

/// The step of this name.
inline model::Step step_of(const model::Report& report, std::string_view name) {
    const auto found = std::find_if(report.steps.begin(), report.steps.end(),
                                    [&](const model::Step& step) { return step.name == name; });
    REQUIRE(found != report.steps.end());
    return *found;
}

/// "failed files_changed": how it ended and why.
inline std::string ending(const model::Report& report, std::string_view name) {
    const model::Step step = step_of(report, name);
    return std::string(to_text(step.outcome)) + (step.cause.empty() ? "" : " " + step.cause);
}

}  // namespace cudafetch::test
