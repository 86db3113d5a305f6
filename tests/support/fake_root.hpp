// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>

#include "cudafetch/codec/machine.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/platform/survey.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::test {

/// A folder that stands in for the root of some machine.
class FakeRoot {
  public:
    using Files = std::map<std::string, std::string>;

    FakeRoot() = default;
    explicit FakeRoot(const Files& files) {
        for (const auto& [path, content] : files)
            put(folder_.path() / path, content);
    }

    /// A symbolic link, whose target is taken as it stands.
    FakeRoot& link(const fs::path& path, const std::string& target) {
        fs::create_directories((folder_.path() / path).parent_path());
        fs::create_symlink(target, folder_.path() / path);
        return *this;
    }

    /// An executable file.
    FakeRoot& program(const fs::path& path, const std::string& content = "#!/bin/sh\nexit 99\n") {
        put(folder_.path() / path, content);
        fs::permissions(folder_.path() / path, fs::perms::owner_all);
        return *this;
    }

    [[nodiscard]] const fs::path& path() const { return folder_.path(); }

    [[nodiscard]] model::Machine probe(const platform::ProbeOptions& options = {}) const {
        static const model::Facts facts = manifest::embedded_facts().value();
        return platform::probe_machine(folder_.path(), facts, options);
    }

    [[nodiscard]] model::Machine survey() const {
        static const model::Facts facts = manifest::embedded_facts().value();
        platform::SurveyOptions options;
        options.read_version_json = codec::toolkit_release;
        return platform::survey_machine(folder_.path(), facts, options, Cancellation()).value();
    }

    /// The same bytes with NUL for '|', as device trees have them.
    [[nodiscard]] static std::string with_nul(std::string text) {
        for (char& c : text)
            if (c == '|') c = '\0';
        return text;
    }

  private:
    TempDir folder_;
};

/// Which probe told a fact; empty if none did.
inline std::string source_of(const model::Machine& machine, std::string_view fact) {
    for (const auto& evidence : machine.evidence)
        if (evidence.fact == fact) return evidence.source;
    return {};
}

}  // namespace cudafetch::test
