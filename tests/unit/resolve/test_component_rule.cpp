// SPDX-License-Identifier: MIT
#include "resolve/component_rule.hpp"

#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/fake_catalogue.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using model::Manifest;
using model::Request;
using model::Role;
using model::Tag;
using test::make_component;
using test::make_manifest;
using test::small_facts;
using test::version;
using Names = std::vector<std::string>;

constexpr Tag x86 = Tag::linux_x86_64;
constexpr Tag sbsa = Tag::linux_sbsa;
constexpr Tag arm = Tag::linux_aarch64;

Manifest cuda_manifest(const std::string& release, const Names& keys) {
    Manifest manifest = make_manifest("cuda", release, {});
    for (const std::string& key : keys)
        manifest.components.push_back(make_component(key, {{x86, ""}, {sbsa, ""}, {arm, ""}}));
    return manifest;
}

const Names keys_of_12{"cuda_cccl", "cuda_cudart", "cuda_nvcc",   "imex",
                       "libcublas", "libcusolver", "libcusparse", "libnvjitlink"};
const Names keys_of_13{"cccl",      "cuda_crt",    "cuda_cudart", "cuda_nvcc",    "imex",
                       "libcublas", "libcusolver", "libcusparse", "libnvjitlink", "libnvvm"};

Result<Names> select(const Request& request, const Manifest& manifest, const Names& extra = {}) {
    const auto selected =
        select_components(request, manifest, manifest.release, extra, small_facts());
    if (!selected) return tl::unexpected(selected.error());
    Names keys;
    for (const Selected& one : *selected)
        keys.push_back(one.component->key + (one.required ? "" : "?"));
    return keys;
}

Request asking(const Names& components, const char* profile = nullptr) {
    Request request;
    request.components = components;
    if (profile != nullptr) request.profile = profile;
    return request;
}

TEST_CASE("the components of a request, by release; ? marks what may be left out") {
    struct Row {
        Names components;
        const char* profile;
        const char* of_12;
        const char* of_13;
    };
    const Row rows[] = {
        {{},
         nullptr,
         "cuda_cccl cuda_cudart cuda_nvcc",
         "cccl cuda_crt cuda_cudart cuda_nvcc libnvvm"},
        {{},
         "compile",
         "cuda_cccl cuda_cudart cuda_nvcc",
         "cccl cuda_crt cuda_cudart cuda_nvcc libnvvm"},
        {{"libcublas"}, nullptr, "libcublas", "libcublas"},
        {{"cuda_nvcc"}, nullptr, "cuda_nvcc", "cuda_crt cuda_nvcc libnvvm"},
        {{"libcusolver"},
         nullptr,
         "libcublas libcusolver libcusparse libnvjitlink",
         "libcublas libcusolver libcusparse libnvjitlink"},
        {{"libcublas"},
         "compile",
         "cuda_cccl cuda_cudart cuda_nvcc libcublas",
         "cccl cuda_crt cuda_cudart cuda_nvcc libcublas libnvvm"},
        {{"-cuda_nvcc"}, nullptr, "cuda_cccl cuda_cudart", "cccl cuda_crt cuda_cudart libnvvm"},
        {{"libcusolver", "-libcublas"},
         nullptr,
         "libcusolver libcusparse libnvjitlink",
         "libcusolver libcusparse libnvjitlink"},
        {{"cccl"}, nullptr, "cuda_cccl", "cccl"},
        {{"cuda_cccl"}, nullptr, "cuda_cccl", "cccl"},
        {{"cccl", "cuda_cccl"}, nullptr, "cuda_cccl", "cccl"},
        {{"-cccl"}, nullptr, "cuda_cudart cuda_nvcc", "cuda_crt cuda_cudart cuda_nvcc libnvvm"},
        {{"imex"}, nullptr, "imex", "imex"},
    };
    for (const Row& row : rows) {
        CAPTURE(join(row.components, ","));
        const Request request = asking(row.components, row.profile);
        CHECK(join(select(request, cuda_manifest("12.6.3", keys_of_12)).value(), " ") == row.of_12);
        CHECK(join(select(request, cuda_manifest("13.3.0", keys_of_13)).value(), " ") == row.of_13);
    }
}

TEST_CASE("a profile that is not minimal offers its components, and what those need") {
    auto names = select(asking({}, "libraries"), cuda_manifest("12.6.3", keys_of_12)).value();
    CHECK(names.front() == "cuda_cudart?");
    for (std::string& name : names)
        name = name.substr(0, name.find('?'));
    CHECK(join(names, " ") == "cuda_cudart libcublas libcusolver libcusparse libnvjitlink");
    // A release without one of them offers the others.
    CHECK(select(asking({}, "libraries"), cuda_manifest("12.6.3", {"libcublas"})) ==
          Names{"libcublas?"});
}

TEST_CASE("the profile all is everything but what belongs to the driver") {
    const auto all = select(asking({}, "all"), cuda_manifest("12.6.3", keys_of_12)).value();
    CHECK(join(all, " ") ==
          "cuda_cccl? cuda_cudart? cuda_nvcc? libcublas? libcusolver? libcusparse? libnvjitlink?");
    const auto named = select(asking({"imex"}, "all"), cuda_manifest("12.6.3", keys_of_12));
    CHECK_THAT(join(named.value(), " "), ContainsSubstring("imex libcublas?"));
}

TEST_CASE("needs that go in a circle come to an end") {
    const auto both = select(asking({"libcublas"}), cuda_manifest("11.8.0", keys_of_12));
    CHECK(join(both.value(), " ") == "libcublas libcusolver libcusparse");
}

TEST_CASE("compat components are added, unless they are taken out by name") {
    const Manifest manifest = cuda_manifest(
        "12.6.3", {"cuda_compat", "cuda_cccl", "cuda_cudart", "cuda_nvcc", "libcublas"});
    CHECK(select(asking({"libcublas"}), manifest, {"cuda_compat"}) ==
          Names{"cuda_compat", "libcublas"});
    CHECK(select(asking({"libcublas", "-cuda_compat"}), manifest, {"cuda_compat"}) ==
          Names{"libcublas"});
}

TEST_CASE("a sibling product is taken whole, but for samples") {
    Manifest cudnn = make_manifest("cudnn", "9.0.0",
                                   {make_component("cudnn", {{x86, "cuda12"}}),
                                    make_component("cudnn_samples", {{Tag::source, ""}})});
    CHECK(select(asking({}, "all"), cudnn) == Names{"cudnn?"});
    // What is named is meant for it, where no other product could have it.
    CHECK(select_components(asking({"libcublas"}), cudnn, cudnn.release, {}, small_facts())
              .error()
              .code == "component_missing");
}

TEST_CASE("what a release lacks is an error that names it, and who needs it") {
    struct Row {
        Request request;
        Names keys;
        const char* code;
        const char* message;
    };
    const Row rows[] = {
        {asking({"nosuch"}), keys_of_12, "component_missing",
         "CUDA 12.6.3 has no component nosuch"},
        {asking({"\x1b[2J"}), keys_of_12, "component_missing", "\\x1b"},
        {asking({"release_date"}), keys_of_12, "component_missing", "is not a component"},
        {asking({}),
         {"cuda_nvcc", "cuda_cudart"},
         "component_missing",
         "cuda_cccl, which compiling"},
        {asking({"libcusolver"}),
         {"libcusolver", "libcublas"},
         "component_missing",
         "libcusparse, which libcusolver needs"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.message);
        const auto selected = select(row.request, cuda_manifest("12.6.3", row.keys));
        REQUIRE_FALSE(selected);
        CHECK(selected.error().exit == ExitCode::no_resolution);
        CHECK(selected.error().code == row.code);
        CHECK_THAT(selected.error().message, ContainsSubstring(row.message));
    }
}

TEST_CASE("a profile that does not exist is an error that lists those that do") {
    for (const char* profile : {"all", "compile", "libraries"})
        CHECK(check_profile(asking({}, profile), small_facts()));
    CHECK(check_profile(asking({"libcublas"}), small_facts()));
    for (const char* profile : {"everything", "", "Compile"}) {
        const auto refused = check_profile(asking({}, profile), small_facts());
        REQUIRE_FALSE(refused);
        CHECK(refused.error().exit == ExitCode::no_resolution);
        CHECK(refused.error().code == "unknown_profile");
        CHECK_THAT(refused.error().message, ContainsSubstring("\"" + std::string(profile) + "\"") &&
                                                ContainsSubstring("all, compile, libraries"));
    }
}

TEST_CASE("a misspelt component is refused with the names it may mean") {
    const Manifest manifest = cuda_manifest("12.6.3", {"cuda_nvcc", "libcublas", "libcufft"});
    const auto refused =
        select_components(asking({"libcubls"}), manifest, manifest.release, {}, small_facts());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "component_missing");
    CHECK_THAT(refused.error().message, ContainsSubstring("did you mean libcublas"));
}

TEST_CASE("where several products are asked for, a name may be another's") {
    const Manifest cuda = cuda_manifest("12.6.3", {"cuda_nvcc", "cuda_cudart", "cuda_cccl"});
    const Manifest cudnn = make_manifest("cudnn", "9.6.0",
                                         {make_component("cudnn", {{x86, ""}}),
                                          make_component("cudnn_samples", {{Tag::source, ""}})});
    Request request = asking({"cudnn_samples"});
    request.products = {{"cuda", {}}, {"cudnn", {}}};
    CHECK(select_components(request, cuda, cuda.release, {}, small_facts())->empty());
    const auto samples = select_components(request, cudnn, cuda.release, {}, small_facts());
    REQUIRE(samples->size() == 1);
    CHECK(samples->front().component->key == "cudnn_samples");
    request.components = {"nosuch"};
    // Of a product of which nothing was named all libraries come, but no samples.
    CHECK(select_components(request, cudnn, cuda.release, {}, small_facts())->size() == 1);
    model::PlannedArchive nvcc;
    nvcc.component = "cuda_nvcc";
    CHECK(check_named_components(asking({"cuda_nvcc", "-nosuch"}), {nvcc}, small_facts()));
    const auto missing = check_named_components(request, {nvcc}, small_facts());
    REQUIRE_FALSE(missing);
    CHECK(missing.error().code == "component_missing");
}

TEST_CASE("only what some release has can be left out") {
    const test::FakeCatalogue catalogue({cuda_manifest("12.6.3", {"cuda_cccl", "cuda_nvprof"}),
                                         cuda_manifest("13.3.0", {"cccl", "libnvvm"})});
    for (const char* name : {"-cccl", "-cuda_cccl", "-cuda_nvprof", "-libnvvm", "libnvvm"}) {
        CAPTURE(name);
        CHECK(check_removals(asking({name}), catalogue, small_facts()));
    }
    const auto refused = check_removals(asking({"-libnvmm"}), catalogue, small_facts());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "component_missing");
    CHECK_THAT(refused.error().message, ContainsSubstring("did you mean libnvvm?"));
}

TEST_CASE("what a library opens by itself comes along, but is no reason to refuse") {
    const Names with{"libcublas", "cuda_nvrtc"};
    const auto keys = [](const Manifest& manifest) {
        model::Facts facts = small_facts();
        facts.components.needs["libcublas"] = {{"cuda_nvrtc", {}, {}, true}};
        Names names;
        const auto chosen =
            select_components(asking({"libcublas"}), manifest, manifest.release, {}, facts).value();
        for (const Selected& selected : chosen)
            names.push_back(selected.component->key + (selected.required ? "" : "?"));
        return names;
    };
    CHECK(keys(cuda_manifest("13.0.2", with)) == Names{"cuda_nvrtc?", "libcublas"});
    CHECK(keys(cuda_manifest("13.0.2", {"libcublas"})) == Names{"libcublas"});
}

}  // namespace
}  // namespace cudafetch::resolve
