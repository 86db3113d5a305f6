// SPDX-License-Identifier: MIT
#include "cudafetch/codec/plan.hpp"

#include "support/catch.hpp"

using namespace cudafetch;
using namespace cudafetch::model;
using Catch::Matchers::ContainsSubstring;

namespace {

const std::string digits(64, 'a');

Plan sample() {
    Plan plan;
    plan.target = Arch::aarch64;
    plan.host_tag = Tag::linux_x86_64;
    plan.tag = Tag::linux_aarch64;
    plan.capabilities = {*Capability::parse("8.7"), *Capability::parse("9.0a")};
    plan.capabilities_from = CapabilitiesFrom::request;
    plan.products = {{"cuda", "12.6.3", Sha256Digest::parse(digits)}, {"cudnn", "9.5.0", {}}};
    PlannedArchive nvcc{"cuda",
                        "12.6.3",
                        "cuda_nvcc",
                        "12.6.85",
                        Tag::linux_x86_64,
                        "",
                        Role::host,
                        "cuda_nvcc/linux-x86_64/nvcc.tar.xz",
                        "https://example.com/nvcc.tar.xz",
                        *Sha256Digest::parse(digits),
                        12345,
                        "CUDA Toolkit",
                        "cuda_nvcc/LICENSE.txt",
                        ""};
    PlannedArchive cudnn = nvcc;
    cudnn.product = "cudnn";
    cudnn.component = "cudnn";
    cudnn.tag = Tag::linux_aarch64;
    cudnn.variant = "cuda12";
    cudnn.role = Role::target;
    cudnn.size.reset();
    cudnn.license_path.clear();
    plan.archives = {nvcc, cudnn};
    plan.notes = {{"cross_inferred", "a cross toolkit"}};
    plan.rejected = {{"cuda", "13.0.2", "tag_not_in_release", "no linux-aarch64"}};
    return plan;
}

/// The text of the sample with the first `from` replaced by `to`.
std::string edited(const std::string& from, const std::string& to) {
    std::string text = codec::to_json_text({sample()});
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a lock is the same plans under its own name, and is read like them") {
    const std::string lock = codec::to_lock_text({sample()});
    CHECK(lock.find("\"schema\": \"cudafetch.lock/1\"") != std::string::npos);
    const auto plans = codec::read_plans(lock, "cuda.lock");
    REQUIRE(plans);
    CHECK(codec::to_lock_text(*plans) == lock);
    CHECK(codec::to_json_text(*plans) == codec::to_json_text({sample()}));
}

TEST_CASE("the folder of an archive is written and read where there is one") {
    Plan plan = sample();
    plan.archives[1].lib_folder = "lib/12";
    const std::string text = codec::to_json_text({plan});
    CHECK(text.find("\"lib_folder\": \"lib/12\"") != std::string::npos);
    CHECK(codec::to_json_text({sample()}).find("lib_folder") == std::string::npos);
    CHECK(codec::read_plans(text, "plan")->front().archives == plan.archives);
    const auto outside = edited("\"license\"", "\"lib_folder\": \"../12\", \"license\"");
    CHECK(codec::read_plans(outside, "plan").error().code == "malformed_plan");
}

TEST_CASE("plans are written with the documented keys in the documented order") {
    const std::string expected = R"({
  "schema": "cudafetch.resolve/1",
  "plans": [
    {
      "target": "aarch64",
      "host_tag": "linux-x86_64",
      "tag": "linux-aarch64",
      "capabilities": [
        "8.7",
        "9.0a"
      ],
      "capabilities_from": "request",
      "products": [
        {
          "product": "cuda",
          "release": "12.6.3",
          "manifest_sha256": ")" +
                                 digits + R"("
        },
        {
          "product": "cudnn",
          "release": "9.5.0"
        }
      ],
      "archives": [
        {
          "product": "cuda",
          "release": "12.6.3",
          "component": "cuda_nvcc",
          "version": "12.6.85",
          "tag": "linux-x86_64",
          "variant": null,
          "role": "host",
          "relative_path": "cuda_nvcc/linux-x86_64/nvcc.tar.xz",
          "url": "https://example.com/nvcc.tar.xz",
          "sha256": ")" + digits +
                                 R"(",
          "size": 12345,
          "license": "CUDA Toolkit",
          "license_path": "cuda_nvcc/LICENSE.txt"
        },
        {
          "product": "cudnn",
          "release": "12.6.3",
          "component": "cudnn",
          "version": "12.6.85",
          "tag": "linux-aarch64",
          "variant": "cuda12",
          "role": "target",
          "relative_path": "cuda_nvcc/linux-x86_64/nvcc.tar.xz",
          "url": "https://example.com/nvcc.tar.xz",
          "sha256": ")" + digits +
                                 R"(",
          "size": null,
          "license": "CUDA Toolkit",
          "license_path": ""
        }
      ],
      "download_size": 12345,
      "notes": [
        {
          "code": "cross_inferred",
          "text": "a cross toolkit"
        }
      ],
      "rejected": [
        {
          "product": "cuda",
          "release": "13.0.2",
          "code": "tag_not_in_release",
          "reason": "no linux-aarch64"
        }
      ]
    }
  ]
}
)";
    CHECK(codec::to_json_text({sample()}) == expected);
    CHECK(codec::to_json_text({}) ==
          "{\n  \"schema\": \"cudafetch.resolve/1\",\n  \"plans\": []\n}\n");
}

TEST_CASE("what was written is read back") {
    Plan bare;
    bare.host_tag = bare.tag = Tag::linux_sbsa;
    bare.target = Arch::aarch64;
    bare.products = sample().products;
    bare.archives = sample().archives;
    const auto read = codec::read_plans(codec::to_json_text({sample(), bare}), "lock.json");
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    const Plan& plan = read->front();
    const Plan want = sample();
    CHECK(plan.target == want.target);
    CHECK(plan.host_tag == want.host_tag);
    CHECK(plan.tag == want.tag);
    CHECK(plan.capabilities == want.capabilities);
    CHECK(plan.capabilities_from == want.capabilities_from);
    CHECK(plan.products == want.products);
    CHECK(plan.archives == want.archives);
    CHECK(plan.notes == want.notes);
    CHECK(plan.rejected == want.rejected);
    CHECK(codec::to_json_text(*read) == codec::to_json_text({sample(), bare}));
}

TEST_CASE("unknown members are passed over") {
    CHECK(codec::read_plans(edited("\"target\"", "\"new_member\": {}, \"target\""), "lock.json"));
}

TEST_CASE("a malformed plan is refused with the place") {
    using Row = std::tuple<std::string, std::string, std::string>;
    const auto [from, to, place] = GENERATE(values<Row>({
        {"{", "", "lock.json: not JSON"},
        {"resolve/1", "resolve/2", "$.schema"},
        {"\"plans\"", "\"plan\"", "lacks \"plans\""},
        {"\"aarch64\"", "\"riscv64\"", "$.plans[0].target"},
        {"\"aarch64\"", "\"x86_64\"", "$.plans[0].tag"},
        {"\"linux-x86_64\"", "\"windows-x86_64\"", "$.plans[0].host_tag"},
        {"\"linux-x86_64\"", "\"linux-all\"", "$.plans[0].host_tag"},
        {"\"8.7\"", "\"87.x\"", "$.plans[0].capabilities[0]"},
        {"\"8.7\"", "8.7", "$.plans[0].capabilities[0]"},
        {"\"request\"", "\"guess\"", "$.plans[0].capabilities_from"},
        {"\"product\": \"cuda\"", "\"product\": \"../cuda\"", "$.plans[0].products[0].product"},
        {"\"manifest_sha256\": \"a", "\"manifest_sha256\": \"A", "manifest_sha256"},
        {"\"cuda_nvcc\"", "\"cuda/nvcc\"", "$.plans[0].archives[0].component"},
        {"\"cuda_nvcc\"", "\"..\"", "$.plans[0].archives[0].component"},
        {"\"cuda_nvcc\"", "\"-rf\"", "$.plans[0].archives[0].component"},
        {"\"12.6.85\"", "\"12\\u001b[2J\"", "$.plans[0].archives[0].version"},
        {"\"tag\": \"linux-x86_64\"", "\"tag\": \"x\"", "$.plans[0].archives[0].tag"},
        {"\"host\"", "\"guest\"", "$.plans[0].archives[0].role"},
        {"cuda_nvcc/linux-x86_64/nvcc", "../nvcc", "$.plans[0].archives[0].relative_path"},
        {"cuda_nvcc/linux-x86_64/nvcc", "/nvcc", "$.plans[0].archives[0].relative_path"},
        {"cuda_nvcc/linux-x86_64/nvcc", "a/../../b", "$.plans[0].archives[0].relative_path"},
        {"\"sha256\": \"a", "\"sha256\": \"", "$.plans[0].archives[0].sha256"},
        {"\"size\": 12345", "\"size\": -1", "$.plans[0].archives[0].size"},
        {"\"size\": 12345", "\"size\": \"12345\"", "$.plans[0].archives[0].size"},
        {"\"notes\": [", "\"notes\": [7, ", "$.plans[0].notes[0]"},
        {"\"release\": \"12.6.3\"", "\"release\": \"../../x\"", "$.plans[0].products[0].release"},
        {"\"rejected\"", "\"reject\"", "lacks \"rejected\""},
    }));
    const auto read = codec::read_plans(edited(from, to), "lock.json");
    INFO(from << " -> " << to);
    REQUIRE_FALSE(read);
    CHECK(read.error().exit == ExitCode::integrity);
    CHECK(read.error().code == "malformed_plan");
    CHECK_THAT(read.error().message, ContainsSubstring(place));
}

TEST_CASE("version.json has the entry that build tools read") {
    const std::string text = codec::version_json_text(sample());
    CHECK(text == R"({
  "cuda": {
    "name": "CUDA SDK",
    "version": "12.6.3"
  },
  "cuda_nvcc": {
    "name": "CUDA NVCC",
    "version": "12.6.85"
  },
  "cudnn": {
    "name": "cudnn",
    "version": "12.6.85"
  }
}
)");
    Plan without_cuda = sample();
    without_cuda.products.erase(without_cuda.products.begin());
    CHECK(codec::version_json_text(without_cuda).empty());
}
