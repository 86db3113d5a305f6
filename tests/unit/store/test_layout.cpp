// SPDX-License-Identifier: MIT
#include "cudafetch/store/layout.hpp"

#include <map>

#include "cudafetch/base/text.hpp"
#include "store/places.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using Catch::Matchers::ContainsSubstring;
using model::Role;
using model::Tag;

namespace {

/// A plan and file lists; nothing on disk.
struct Sketch {
    explicit Sketch(Tag tag, Tag host_tag) : plan(empty_plan(tag, host_tag)) {}

    Sketch& add(const std::string& component, const std::vector<ToyFile>& files,
                Role role = Role::target) {
        const Tag tag = role == Role::host ? plan.host_tag : plan.tag;
        plan.archives.push_back(planned_archive(component, tag, role, {}));
        store::Tree tree;
        for (const ToyFile& file : files)
            tree.files.push_back({file.path, file.link_target, sha256(as_bytes(file.content)),
                                  file.content.size(), file.executable});
        trees.push_back(std::move(tree));
        return *this;
    }

    /// Path to what is there: "-> target", or "component:path", or "text".
    std::map<std::string, std::string> lay_out() const {
        std::map<std::string, std::string> result;
        const auto entries = store::lay_out(plan, trees);
        if (!entries) return {{"error", entries.error().message}};
        for (const auto& entry : *entries) {
            if (!entry.file.link_target.empty())
                result[entry.file.path] = "-> " + entry.file.link_target;
            else if (entry.source)
                result[entry.file.path] =
                    plan.archives[entry.source->archive].component + ":" + entry.source->path;
            else
                result[entry.file.path] = "text";
        }
        return result;
    }

    std::string conflict() const {
        const auto entries = store::lay_out(plan, trees);
        REQUIRE_FALSE(entries);
        CHECK(entries.error().code == "archive_conflict");
        CHECK(entries.error().exit == ExitCode::integrity);
        return entries.error().message;
    }

    model::Plan plan;
    std::vector<store::Tree> trees;
};

using Entries = std::map<std::string, std::string>;

Sketch native(Tag tag) {
    Sketch sketch(tag, tag);
    sketch.add("cuda_nvcc",
               {{"LICENSE", "nvcc licence"}, {"bin/nvcc", "nvcc"}, {"include/crt/h.h", "crt"}},
               Role::host);
    sketch.add("cuda_cudart", {{"LICENSE", "cudart licence"},
                               {"include/cuda.h", "cuda"},
                               {"lib/libcudart.so", "", false, "libcudart.so.12"},
                               {"lib/libcudart.so.12", "rt"}});
    return sketch;
}

Entries native_entries(const std::string& folder) {
    return {{"bin/nvcc", "cuda_nvcc:bin/nvcc"},
            {"include/crt/h.h", "cuda_nvcc:include/crt/h.h"},
            {"include/cuda.h", "cuda_cudart:include/cuda.h"},
            {"lib/libcudart.so", "-> libcudart.so.12"},
            {"lib/libcudart.so.12", "cuda_cudart:lib/libcudart.so.12"},
            {"lib64", "-> lib"},
            {"licenses/cuda_cudart.txt", "cuda_cudart:LICENSE"},
            {"licenses/cuda_nvcc.txt", "cuda_nvcc:LICENSE"},
            {"targets/" + folder + "/include", "-> ../../include"},
            {"targets/" + folder + "/lib", "-> ../../lib"},
            {"version.json", "text"}};
}

Sketch cross(Tag tag) {
    Sketch sketch(tag, Tag::linux_x86_64);
    sketch.add("cuda_nvcc",
               {{"LICENSE", "nvcc licence"},
                {"bin/nvcc", "nvcc"},
                {"include/crt/h.h", "crt"},
                {"lib/libnvptxcompiler_static.a", "host code"},
                {"nvvm/lib64/libnvvm.so", "nvvm"}},
               Role::host);
    sketch.add("cuda_cudart", {{"LICENSE", "cudart licence"},
                               {"include/cuda.h", "cuda"},
                               {"lib/libcudart.so", "", false, "libcudart.so.12"},
                               {"lib/libcudart.so.12", "rt"},
                               {"pkg-config/cudart.pc", "pc"}});
    return sketch;
}

Entries cross_entries(const std::string& folder) {
    const std::string target = "targets/" + folder;
    return {{"bin/nvcc", "cuda_nvcc:bin/nvcc"},
            {"include", "-> " + target + "/include"},
            {"lib", "-> " + target + "/lib"},
            {"lib64", "-> " + target + "/lib"},
            {"licenses/cuda_cudart.txt", "cuda_cudart:LICENSE"},
            {"licenses/cuda_nvcc.txt", "cuda_nvcc:LICENSE"},
            {"nvvm/lib64/libnvvm.so", "cuda_nvcc:nvvm/lib64/libnvvm.so"},
            {target + "/include/crt/h.h", "cuda_nvcc:include/crt/h.h"},
            {target + "/include/cuda.h", "cuda_cudart:include/cuda.h"},
            {target + "/lib/libcudart.so", "-> libcudart.so.12"},
            {target + "/lib/libcudart.so.12", "cuda_cudart:lib/libcudart.so.12"},
            {target + "/pkg-config/cudart.pc", "cuda_cudart:pkg-config/cudart.pc"},
            {"targets/x86_64-linux/lib/libnvptxcompiler_static.a",
             "cuda_nvcc:lib/libnvptxcompiler_static.a"},
            {"version.json", "text"}};
}

}  // namespace

TEST_CASE("libraries of a folder for one CUDA major are linked to where loaders look") {
    const std::vector<ToyFile> files{{"include/cutensor.h", "h"},
                                     {"lib/11/libcutensor.so.1", "old"},
                                     {"lib/12/libcutensor.so.1", "new"},
                                     {"lib/12/stubs/x.so", "stub"},
                                     {"lib/12/libcutensor.so", "", false, "libcutensor.so.1"}};
    Sketch native(Tag::linux_x86_64, Tag::linux_x86_64);
    native.add("libcutensor", files);
    native.plan.archives[0].lib_folder = "lib/12";
    const auto entries = native.lay_out();
    CHECK(entries.at("lib/libcutensor.so.1") == "-> 12/libcutensor.so.1");
    CHECK(entries.at("lib/libcutensor.so") == "-> 12/libcutensor.so");
    CHECK(entries.at("lib/stubs") == "-> 12/stubs");
    CHECK(entries.at("lib/11/libcutensor.so.1") == "libcutensor:lib/11/libcutensor.so.1");
    Sketch cross(Tag::linux_sbsa, Tag::linux_x86_64);
    cross.add("libcutensor", files);
    cross.plan.archives[0].lib_folder = "lib/12";
    CHECK(cross.lay_out().at("targets/sbsa-linux/lib/libcutensor.so.1") ==
          "-> 12/libcutensor.so.1");
    native.plan.archives[0].lib_folder = "lib/13";
    CHECK_THAT(native.conflict(), ContainsSubstring("has no lib/13 folder"));
}

TEST_CASE("a native prefix merges the archives and links the target's folders") {
    CHECK(native(Tag::linux_x86_64).lay_out() == native_entries("x86_64-linux"));
    CHECK(native(Tag::linux_sbsa).lay_out() == native_entries("sbsa-linux"));
    CHECK(native(Tag::linux_aarch64).lay_out() == native_entries("aarch64-linux"));
}

TEST_CASE("a cross prefix keeps the target apart") {
    CHECK(cross(Tag::linux_aarch64).lay_out() == cross_entries("aarch64-linux"));
    Entries sbsa = cross_entries("sbsa-linux");
    sbsa["targets/aarch64-linux"] = "-> sbsa-linux";
    CHECK(cross(Tag::linux_sbsa).lay_out() == sbsa);
}

TEST_CASE("links to folders that would be empty are not made") {
    Sketch sketch(Tag::linux_x86_64, Tag::linux_x86_64);
    sketch.plan.products = {{"cudnn", "9.5.0", {}}};
    CHECK(sketch.add("tool", {{"bin/tool", "tool"}}).lay_out() ==
          Entries{{"bin/tool", "tool:bin/tool"}});
}

TEST_CASE("version.json tells the release and every component once") {
    const auto sketch = cross(Tag::linux_aarch64);
    const auto entries = store::lay_out(sketch.plan, sketch.trees);
    REQUIRE(entries);
    const auto& version = entries->back();
    REQUIRE(version.file.path == "version.json");
    CHECK(version.file.size == version.text.size());
    CHECK(version.file.sha256 == sha256(as_bytes(version.text)));
    CHECK_THAT(version.text, ContainsSubstring("12.6.3") && ContainsSubstring("\"CUDA NVCC\""));
}

TEST_CASE("the same content at one path is no conflict") {
    auto sketch = native(Tag::linux_x86_64);
    sketch.add("twin",
               {{"include/cuda.h", "cuda"}, {"lib/libcudart.so", "", false, "./libcudart.so.12"}});
    CHECK(sketch.lay_out() == native_entries("x86_64-linux"));
}

TEST_CASE("different content at one path names both components") {
    auto sketch = native(Tag::linux_x86_64);
    SECTION("two files") {
        sketch.add("other", {{"include/cuda.h", "another"}});
    }
    SECTION("a file and a link") {
        sketch.add("other", {{"include/cuda.h", "", false, "x.h"}});
    }
    SECTION("a file where there is a folder") {
        sketch.add("other", {{"include", "x"}});
    }
    SECTION("a folder where there is a file") {
        sketch.add("other", {{"include/cuda.h/x", "x"}});
    }
    SECTION("a folder where there is a link") {
        sketch.add("other", {{"lib/libcudart.so/x", "x"}});
    }
    CHECK_THAT(sketch.conflict(),
               ContainsSubstring("other (linux-x86_64)") && ContainsSubstring("cud"));
}

TEST_CASE("the place of the receipt is not for archives") {
    auto sketch = native(Tag::linux_x86_64);
    sketch.add("evil", {{".cudafetch/receipt.json", "{}"}});
    CHECK_THAT(sketch.conflict(), ContainsSubstring("evil") && ContainsSubstring("receipt"));
}

TEST_CASE("a link that leads out of a tree is refused here too") {
    auto sketch = native(Tag::linux_x86_64);
    sketch.add("evil", {{"lib/x", "", false, "../../etc"}});
    CHECK_THAT(sketch.conflict(), ContainsSubstring("leads out"));
}

TEST_CASE("files at the top of archives find a place of their own") {
    auto sketch = native(Tag::linux_x86_64);
    sketch.add("a", {{"LICENSE", "one"}, {"LICENSE.third_party", "two"}, {"README", "a"}});
    sketch.add("b", {{"LICENSE.txt", "three"}, {"README", "b"}, {"version.json", "theirs"}});
    sketch.add("b", {{"LICENSE.txt", "four"}, {"README", "b"}});
    sketch.add("b", {{"LICENSE.txt", "five"}});
    auto entries = native_entries("x86_64-linux");
    entries["licenses/a.txt"] = "a:LICENSE";
    entries["licenses/a-LICENSE.third_party"] = "a:LICENSE.third_party";
    entries["README"] = "a:README";
    entries["licenses/b.txt"] = "b:LICENSE.txt";
    entries["licenses/b-LICENSE.txt"] = "b:LICENSE.txt";
    entries["licenses/b-linux-x86_64-LICENSE.txt"] = "b:LICENSE.txt";
    entries["share/doc/b/README"] = "b:README";
    entries["share/doc/b/version.json"] = "b:version.json";
    CHECK(sketch.lay_out() == entries);
}

TEST_CASE("what an archive has in lib64 and targets counts as being in its usual place") {
    Sketch sketch(Tag::linux_sbsa, Tag::linux_sbsa);
    sketch.add("odd", {{"include", "", false, "targets/sbsa-linux/include"},
                       {"lib64", "", false, "targets/sbsa-linux/lib"},
                       {"targets/sbsa-linux/include/a.h", "a"},
                       {"targets/sbsa-linux/lib/liba.so", "", false, "liba.so.1"},
                       {"targets/sbsa-linux/lib/liba.so.1", "a"},
                       {"targets/other-linux/lib/libb.so", "b"}});
    sketch.add("old", {{"lib64/libc.so", "c"}, {"lib64/libd.so", "", false, "../lib64/libc.so"}});
    CHECK(sketch.lay_out() ==
          Entries{{"include/a.h", "odd:targets/sbsa-linux/include/a.h"},
                  {"lib/liba.so", "-> liba.so.1"},
                  {"lib/liba.so.1", "odd:targets/sbsa-linux/lib/liba.so.1"},
                  {"lib/libc.so", "old:lib64/libc.so"},
                  {"lib/libd.so", "-> libc.so"},
                  {"lib64", "-> lib"},
                  {"targets/other-linux/lib/libb.so", "odd:targets/other-linux/lib/libb.so"},
                  {"targets/sbsa-linux/include", "-> ../../include"},
                  {"targets/sbsa-linux/lib", "-> ../../lib"},
                  {"version.json", "text"}});
}

TEST_CASE("a cross prefix accepts archives that already hold target folders") {
    Sketch sketch(Tag::linux_sbsa, Tag::linux_x86_64);
    sketch.add("host",
               {{"targets/x86_64-linux/include/h.h", "h"},
                {"targets/x86_64-linux/lib/libh.a", "h"},
                {"targets/aarch64-linux", "", false, "sbsa-linux"}},
               Role::host);
    sketch.add("odd", {{"targets/sbsa-linux/include/a.h", "a"},
                       {"targets/aarch64-linux/include/b.h", "b"},
                       {"lib64/libc.so", "c"}});
    CHECK(sketch.lay_out() ==
          Entries{{"include", "-> targets/sbsa-linux/include"},
                  {"lib", "-> targets/sbsa-linux/lib"},
                  {"lib64", "-> targets/sbsa-linux/lib"},
                  {"targets/aarch64-linux", "-> sbsa-linux"},
                  {"targets/sbsa-linux/include/a.h", "odd:targets/sbsa-linux/include/a.h"},
                  {"targets/sbsa-linux/include/b.h", "odd:targets/aarch64-linux/include/b.h"},
                  {"targets/sbsa-linux/include/h.h", "host:targets/x86_64-linux/include/h.h"},
                  {"targets/sbsa-linux/lib/libc.so", "odd:lib64/libc.so"},
                  {"targets/x86_64-linux/lib/libh.a", "host:targets/x86_64-linux/lib/libh.a"},
                  {"version.json", "text"}});
}

TEST_CASE("links are rewritten where their ends move apart") {
    Sketch sketch(Tag::linux_aarch64, Tag::linux_x86_64);
    sketch.add("host",
               {{"LICENSE", "licence"},
                {"bin/licence", "", false, "../LICENSE"},
                {"bin/headers", "", false, "../include"},
                {"bin/top", "", false, ".."},
                {"include/h.h", "h"},
                {"include/tool", "", false, "../bin/tool"},
                {"bin/tool", "tool"}},
               Role::host);
    const auto entries = sketch.lay_out();
    CHECK(entries.at("bin/licence") == "-> ../licenses/host.txt");
    CHECK(entries.at("bin/headers") == "-> ../targets/aarch64-linux/include");
    CHECK(entries.at("bin/top") == "-> ..");
    CHECK(entries.at("targets/aarch64-linux/include/tool") == "-> ../../../bin/tool");
}

TEST_CASE("relative links") {
    CHECK(store::relative_target("lib/a.so", "lib/a.so.1") == "a.so.1");
    CHECK(store::relative_target("lib/a.so", "bin/x/y") == "../bin/x/y");
    CHECK(store::relative_target("lib/a/b", "lib/a") == ".");
    CHECK(store::relative_target("lib/a", "") == "..");
    CHECK(store::relative_target("a", "") == ".");
    CHECK(store::relative_target("a", "b/c") == "b/c");
}
