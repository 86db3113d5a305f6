// SPDX-License-Identifier: MIT
#include "cudafetch/platform/driver.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>

#include "cudafetch/base/file.hpp"
#include "platform/driver_answer.hpp"

namespace cudafetch::platform {

namespace {

constexpr std::chrono::milliseconds poll_interval(50);

/// The child's side: opens libcuda and writes down what it says, in the form that
/// parse_driver_answer reads.
class Interrogation {
  public:
    explicit Interrogation(int answer) : answer_(answer) {}

    void run(const std::vector<std::string>& libraries) {
        if (!open(libraries)) return;
        const fs::path path = opened_file();
        write("library " + path.native());
        if (std::find(path.begin(), path.end(), "stubs") != path.end())
            return write("stub " + path.native());
        // What cuInit says is worth more, so a failure here is not the end.
        if (int version = 0; result_of<int*>("cuDriverGetVersion", &version) == 0)
            write("version " + std::to_string(version));
        list_devices();
        write("end");
    }

  private:
    enum class Attribute : int { integrated = 18, major = 75, minor = 76 };

    bool open(const std::vector<std::string>& libraries) {
        std::string message;
        for (const auto& library : libraries) {
            handle_ = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
            if (handle_ != nullptr) return true;
            const char* reason = ::dlerror();
            if (message.empty() && reason != nullptr) message = reason;
        }
        write("missing " + message);
        return false;
    }

    [[nodiscard]] fs::path opened_file() const {
        link_map* map = nullptr;
        if (::dlinfo(handle_, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return {};
        std::error_code error;
        const fs::path path = fs::canonical(map->l_name, error);
        return error ? fs::path(map->l_name) : path;
    }

    void list_devices() {
        int count = 0;
        if (!call<unsigned>("cuInit", 0U) || !call<int*>("cuDeviceGetCount", &count)) return;
        for (int index = 0; index < count; ++index) {
            int device = 0;
            int major = 0;
            int minor = 0;
            int integrated = 0;
            std::array<char, 256> name{};
            if (!call<int*, int>("cuDeviceGet", &device, index) ||
                !attribute(major, Attribute::major, device) ||
                !attribute(minor, Attribute::minor, device) ||
                !attribute(integrated, Attribute::integrated, device) ||
                !call<char*, int, int>("cuDeviceGetName", name.data(), name.size() - 1, device))
                return;
            write("gpu " + std::to_string(major) + " " + std::to_string(minor) + " " +
                  std::to_string(integrated) + " " + name.data());
        }
    }

    bool attribute(int& value, Attribute attribute, int device) {
        return call<int*, int, int>("cuDeviceGetAttribute", &value, static_cast<int>(attribute),
                                    device);
    }

    /// The CUresult of a function of the library.
    template <typename... Parameters, typename... Arguments>
    int result_of(const char* name, Arguments... arguments) {
        using Function = int (*)(Parameters...);
        constexpr int not_found_error = 500;
        const auto function = reinterpret_cast<Function>(::dlsym(handle_, name));
        return function != nullptr ? function(static_cast<Parameters>(arguments)...)
                                   : not_found_error;
    }

    /// Calls a function of the library; false, with the failure written down, unless it succeeds.
    template <typename... Parameters, typename... Arguments>
    bool call(const char* name, Arguments... arguments) {
        const int code = result_of<Parameters...>(name, arguments...);
        if (code != 0) write(std::string("failed ") + name + " " + std::to_string(code));
        return code == 0;
    }

    void write(const std::string& line) const {
        (void)write_all(answer_, as_bytes(line + "\n"), "the answer");
    }

    int answer_;
    void* handle_ = nullptr;
};

/// An exception here must not unwind into the parent's code, hence noexcept.
[[noreturn]] void ask_and_end(const std::vector<std::string>& libraries, int null,
                              int answer) noexcept {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // A driver that writes to the terminal would spoil our own output.
    for (const int stream : {0, 1, 2})
        ::dup2(null, stream);
    Interrogation(answer).run(libraries);
    ::_exit(0);
}

/// Appends what is written to `fd` until it closes; false if that takes longer than `timeout`.
Result<bool> read_answer(int fd, std::chrono::milliseconds timeout,
                         const Cancellation& cancellation, std::string& answer) {
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    std::array<char, 4096> buffer{};
    while (std::chrono::steady_clock::now() < deadline) {
        CUDAFETCH_CHECK(cancellation.check());
        pollfd stream{fd, POLLIN, 0};
        if (::poll(&stream, 1, static_cast<int>(poll_interval.count())) <= 0) continue;
        const ssize_t count = ::read(fd, buffer.data(), buffer.size());
        if (count == 0) return true;
        if (count > 0) answer.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return false;
}

/// Ends the child. One that hangs in the kernel cannot be waited for and is left to init.
void end(pid_t child) {
    ::kill(child, SIGKILL);
    for (int attempt = 0; attempt < 10 && ::waitpid(child, nullptr, WNOHANG) == 0; ++attempt)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace

std::vector<std::string> DriverQuery::default_libraries() {
    return {"libcuda.so.1",
            "/usr/lib/x86_64-linux-gnu/libcuda.so.1",
            "/usr/lib/wsl/lib/libcuda.so.1",
            "/usr/lib/aarch64-linux-gnu/libcuda.so.1",
            "/usr/lib/aarch64-linux-gnu/nvidia/libcuda.so.1",  // L4T 36
            "/usr/lib/aarch64-linux-gnu/tegra/libcuda.so.1",   // L4T 35 and older
            "/opt/nvidia/l4t-gpu-libs/nvgpu/libcuda.so.1",     // L4T 39, Orin
            "/opt/nvidia/l4t-gpu-libs/openrm/libcuda.so.1",    // L4T 39, Thor
            "/run/opengl-driver/lib/libcuda.so.1"};            // NixOS
}

Result<DriverFacts> query_driver(const DriverQuery& query, const Cancellation& cancellation) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail_errno("create", "a pipe", errno);
    const FileDescriptor read_end(ends[0]);
    FileDescriptor write_end(ends[1]);
    CUDAFETCH_TRY(const FileDescriptor null, open_file("/dev/null", O_RDWR));

    const pid_t child = ::fork();
    if (child < 0) return fail_errno("start", "a process that asks the driver", errno);
    if (child == 0) ask_and_end(query.libraries, null.get(), write_end.get());
    write_end.reset();
    std::string answer;
    const auto complete = read_answer(read_end.get(), query.timeout, cancellation, answer);
    end(child);
    if (!complete) return tl::unexpected(complete.error());
    DriverFacts facts = parse_driver_answer(answer);
    if (!*complete) facts.outcome = DriverOutcome::timed_out;
    return facts;
}

}  // namespace cudafetch::platform
