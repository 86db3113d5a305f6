// SPDX-License-Identifier: MIT
#include <strings.h>

#include <array>
#include <charconv>

#include "cudafetch/platform/device_tree.hpp"
#include "cudafetch/platform/dpkg_status.hpp"
#include "cudafetch/platform/tegra_release.hpp"
#include "platform/findings.hpp"

namespace cudafetch::platform {

namespace {

using model::SocFact;

constexpr const char* acpi_tables = "/sys/firmware/acpi/tables";
constexpr std::string_view dmi_product_name = "/sys/devices/virtual/dmi/id/product_name";

bool contains(std::string_view text, std::string_view word) {
    return text.find(word) != std::string_view::npos;
}

/// What the probes have in common while they run.
class TegraProbe {
  public:
    explicit TegraProbe(const Findings& findings)
        : findings_(findings), machine_(findings.machine) {}

    void run() {
        if (read_compatible()) return note_server("device_tree", compatible_source_);
        read_soc_files();
        read_l4t();
        read_board_names();
        findings_.asked({"jetson"}, "uname");
        if (contains(machine_.kernel_release, "-tegra"))
            note_tegra(machine_.kernel_release, "uname");
        look_for_gpu_nodes();
        conclude();
    }

  private:
    /// True if there is a device tree and it is that of another vendor's machine.
    bool read_compatible() {
        for (const char* path :
             {"/proc/device-tree/compatible", "/sys/firmware/devicetree/base/compatible"}) {
            findings_.asked({"jetson", "soc", "board"}, path);
            const auto content = findings_.files.read(path);
            if (!content || trim(*content).empty()) continue;
            compatible_source_ = path;
            const auto strings = parse_compatible(*content);
            if (const auto* soc = find_soc(strings, findings_.facts)) set_soc(*soc, path);
            if (!names_tegra(strings)) return soc_ == nullptr;
            note_tegra(join(strings, " "), path);
            if (soc_ != nullptr) set_board(find_board(strings, *soc_), path);
            return false;
        }
        return false;
    }

    void read_soc_files() {
        findings_.asked({"jetson"}, "/sys/devices/soc0/family");
        const auto family = findings_.files.read("/sys/devices/soc0/family");
        if (family && ::strncasecmp(family->c_str(), "tegra", 5) == 0) {
            note_tegra(trim(*family), "/sys/devices/soc0/family");
            read_chip_id("/sys/devices/soc0/soc_id");
        }
        read_chip_id("/sys/module/tegra_fuse/parameters/tegra_chip_id");
    }

    void read_chip_id(const char* path) {
        findings_.asked({"jetson", "soc"}, path);
        const auto content = findings_.files.read(path);
        if (!content) return;
        const auto digits = trim(*content);
        int chip_id = 0;
        const auto* end = digits.data() + digits.size();
        if (std::from_chars(digits.data(), end, chip_id).ptr != end || digits.empty()) return;
        for (const auto& soc : findings_.facts.socs)
            if (soc.chip_id == chip_id) set_soc(soc, path);
    }

    void read_l4t() {
        constexpr const char* release_file = "/etc/nv_tegra_release";
        constexpr std::uint64_t max_status_bytes = 64 << 20;
        findings_.asked({"jetson", "l4t"}, release_file);
        // Old ones list files with their digests too.
        if (const auto content = findings_.files.read(release_file, Sysroot::megabyte)) {
            set_l4t(parse_tegra_release(*content), release_file);
            machine_.l4t_unreadable = !machine_.l4t;
        } else {
            machine_.l4t_unreadable = findings_.files.resolve(release_file).has_value();
        }
        findings_.asked({"jetson", "l4t"}, "/var/lib/dpkg/status");
        const auto status = findings_.files.read("/var/lib/dpkg/status", max_status_bytes);
        if (const auto version = installed_version(status.value_or(""), "nvidia-l4t-core"))
            set_l4t(model::Version::parse(version->substr(0, version->find('-'))),
                    "/var/lib/dpkg/status");
    }

    void read_board_names() {
        for (const char* path : {"/proc/device-tree/model", "/sys/firmware/devicetree/base/model",
                                 dmi_product_name.data()}) {
            findings_.asked({"jetson", "soc", "board"}, path);
            const std::string content = findings_.files.read(path).value_or("");
            const auto text = trim(content);
            const auto match = find_board_in_text(text, findings_.facts);
            if (match.soc != nullptr) {
                note_tegra(text, path);
                set_soc(*match.soc, path);
                if (match.soc == soc_) set_board(match.board, path);
            } else if (machine_.board.empty() &&
                       (contains(text, "Jetson") || contains(text, "IGX"))) {
                note_tegra(text, path);
                machine_.board = printable(text);
                findings_.note("board", text, path);
            }
        }
    }

    /// Nodes of the drivers that only Tegras have. A SoC that is known by now stays.
    void look_for_gpu_nodes() {
        struct Node {
            const char* path;
            const char* soc;  ///< Empty: any.
        };
        constexpr std::array nodes{
            Node{"/dev/nvgpu", ""},
            Node{"/dev/nvhost-gpu", ""},
            Node{"/dev/nvhost-ctrl", ""},
            Node{"/sys/class/devfreq/17000000.gpu", "tegra234"},
            Node{"/sys/class/devfreq/17000000.ga10b", "tegra234"},
        };
        for (const auto& [path, soc] : nodes) {
            findings_.asked({"jetson"}, path);
            if (!findings_.files.resolve(path)) continue;
            note_tegra("the nvgpu driver", path);
            if (const auto* fact = findings_.facts.find_soc(soc)) set_soc(*fact, path);
        }
        // The driver of Thor is that of discrete GPUs, so a server might have such a node too.
        constexpr const char* thor = "/sys/class/devfreq/gpu-gpc-0";
        findings_.asked({"jetson"}, thor);
        if (!machine_.tegra && findings_.files.resolve(thor) && !looks_like_server())
            if (const auto* fact = findings_.facts.find_soc("tegra264")) set_soc(*fact, thor);
    }

    [[nodiscard]] bool looks_like_server() const {
        const auto product = findings_.files.read(dmi_product_name);
        return (product && !trim(*product).empty()) || !findings_.files.list(acpi_tables).empty();
    }

    void conclude() {
        // Shield TV and the first Switch have this SoC too, and no L4T.
        if (soc_ != nullptr && soc_->soc == "tegra210" && machine_.board.empty() && !machine_.l4t) {
            findings_.note("jetson", "no", "tegra210 without a board and without L4T");
            soc_ = nullptr;
        }
        if (soc_ != nullptr) machine_.soc = soc_->soc;
        machine_.l4t_unreadable = machine_.l4t_unreadable && machine_.tegra && !machine_.l4t;
        if (machine_.l4t_unreadable)
            findings_.note("release_file", "not readable", "/etc/nv_tegra_release");
        if (!machine_.tegra) find_server();
    }

    void find_server() {
        findings_.asked({"jetson"}, acpi_tables);
        if (!findings_.files.list(acpi_tables).empty()) note_server("ACPI tables", acpi_tables);
        const auto product = findings_.files.read(dmi_product_name);
        if (product && !trim(*product).empty())
            note_server(trim(*product), std::string(dmi_product_name));
    }

    void set_soc(const SocFact& soc, const char* source) {
        if (soc_ != nullptr) return;
        soc_ = &soc;
        note_tegra(soc.soc, source);
        findings_.note("soc", soc.soc, source);
    }

    void set_board(const SocFact::Board* board, const char* source) {
        if (board == nullptr || !machine_.board.empty()) return;
        machine_.board = board->name;
        findings_.note("board", board->name, source);
    }

    void set_l4t(const std::optional<model::Version>& version, const char* source) {
        if (!version || machine_.l4t) return;
        machine_.l4t = version;
        note_tegra("L4T " + version->text(), source);
        findings_.note("l4t", version->text(), source);
    }

    void note_tegra(std::string_view value, const std::string& source) {
        if (machine_.tegra) return;
        machine_.tegra = true;
        findings_.note("tegra", value, source);
    }

    void note_server(std::string_view value, const std::string& source) {
        machine_.server = true;
        findings_.note("server", value, source);
    }

    const Findings& findings_;
    model::Machine& machine_;
    const SocFact* soc_ = nullptr;
    std::string compatible_source_;
};

}  // namespace

void probe_tegra(const Findings& findings) {
    TegraProbe(findings).run();
}

}  // namespace cudafetch::platform
