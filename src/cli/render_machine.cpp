// SPDX-License-Identifier: MIT
#include "cli/render_machine.hpp"

#include "cli/table.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::cli {

namespace {

using model::Machine;

/// The rows of a machine. Facts are named as in the evidence.
class MachineTable {
  public:
    explicit MachineTable(const Machine& machine) : machine_(machine) {}

    /// A value, or "undecided" with the probes that were asked if it is empty.
    void add(const std::string& label, const std::string& fact, const std::string& value) {
        const auto* evidence = machine_.find(fact);
        if (!value.empty())
            table_.add({label, value, evidence != nullptr ? evidence->source : ""});
        else if (evidence != nullptr)
            table_.add({label, evidence->value, evidence->source});
        else
            table_.add({label, "undecided", tried(fact)});
    }

    /// One row for each evidence, `most` of them at most; one row if there is none.
    void add_each(const std::string& label, const std::string& fact, std::size_t most) {
        std::size_t count = 0;
        for (const model::Evidence& evidence : machine_.evidence) {
            if (evidence.fact != fact || ++count > most) continue;
            table_.add({count == 1 ? label : "", evidence.value, evidence.source});
        }
        if (count > most)
            table_.add({"", "and " + std::to_string(count - most) + " more", "see --json"});
        if (count == 0) add(label, fact, "");
    }

    void add_if_found(const std::string& label, const std::string& fact) {
        if (machine_.find(fact) != nullptr) add(label, fact, "");
    }

    void print(std::ostream& out) const { table_.print(out, "  "); }

  private:
    [[nodiscard]] std::string tried(const std::string& fact) const {
        constexpr std::size_t most = 2;
        auto sources = machine_.asked_for(fact);
        const std::size_t count = sources.size();
        if (count == 0) return "no probe tells";
        sources.resize(std::min(count, most));
        return "tried " + join(sources, ", ") +
               (count > most ? " and " + std::to_string(count - most) + " more" : "");
    }

    const Machine& machine_;
    Table table_;
};

void add_board(MachineTable& table, const Machine& machine) {
    table.add("SoC", "soc", machine.soc);
    table.add("board", "board", machine.board);
    table.add("module", "module", machine.module);
    table.add("carrier", "carrier", machine.carrier);
    table.add("L4T", "l4t", machine.l4t ? machine.l4t->text() : "");
    table.add("JetPack", "jetpack", machine.jetpack);
}

}  // namespace

void print_machine(std::ostream& out, const Style& style, const Machine& machine,
                   const codec::TakenFacts& taken) {
    constexpr std::size_t most_gpus = 8;
    constexpr std::size_t most_compilers = 4;
    constexpr std::size_t most_toolkits = 3;
    MachineTable table(machine);
    table.add("arch", "arch", machine.arch);
    table.add("kernel", "kernel_release", machine.kernel_release);
    table.add("Jetson", "jetson", "");
    table.add_if_found("server", "server");
    if (machine.jetson.value_or(machine.tegra)) add_board(table, machine);
    table.add("driver", "driver_version", "");
    table.add_if_found("display only", "display_driver");
    table.add("libcuda", "libcuda", machine.libcuda);
    table.add("runs CUDA", "driver_cuda", "");
    table.add_each("GPU", "gpu", most_gpus);
    table.add("PCI GPU", "discrete_gpu", "");
    table.add_if_found("GPU nodes", "device_nodes");
    table.add_each("compiler", "host_compiler", most_compilers);
    table.add_each("toolkit", "toolkit", most_toolkits);
    table.add("container", "container", machine.container);
    table.add("WSL", "wsl", "");
    table.print(out);
    out << '\n';
    for (const model::Note& note : taken.notes)
        out << style.yellow("note: ") << note.text << '\n';
    out << style.bold(taken.text) << '\n';
}

}  // namespace cudafetch::cli
