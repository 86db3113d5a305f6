// SPDX-License-Identifier: MIT
#include "cudafetch/base/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <map>

#include "cudafetch/base/clock.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch {

namespace {

constexpr std::size_t max_output = std::size_t{16} << 20;
constexpr std::chrono::milliseconds poll_interval(50);
constexpr std::chrono::milliseconds nap(2);

struct Pipe {
    FileDescriptor read_end;
    FileDescriptor write_end;
};

Result<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail_errno("create", "a pipe", errno);
    return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Everything the child needs, made before fork: after it only async-signal-safe calls are allowed.
class Image {
  public:
    explicit Image(const Command& command) : argv_(command.argv) {
        std::map<std::string, std::string> merged;
        for (char** entry = environ; *entry != nullptr; ++entry) {
            const std::string_view text = *entry;
            const auto equals = text.find('=');
            if (equals != std::string_view::npos)
                merged.emplace(text.substr(0, equals), text.substr(equals + 1));
        }
        for (const auto& [name, value] : command.environment)
            merged[name] = value;
        for (const auto& [name, value] : merged)
            environment_.push_back(name + "=" + value);
        for (std::string& text : argv_)
            argv_pointers_.push_back(text.data());
        for (std::string& text : environment_)
            environment_pointers_.push_back(text.data());
        argv_pointers_.push_back(nullptr);
        environment_pointers_.push_back(nullptr);
    }
    [[nodiscard]] char* const* argv() const { return argv_pointers_.data(); }
    [[nodiscard]] char* const* environment() const { return environment_pointers_.data(); }

  private:
    std::vector<std::string> argv_;
    std::vector<std::string> environment_;
    std::vector<char*> argv_pointers_;
    std::vector<char*> environment_pointers_;
};

/// In the child: becomes `program`, or writes errno to `failure` and ends.
[[noreturn]] void become(const char* program, const Image& image, const char* directory, int null,
                         int out, int err, int failure) {
    ::setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    if (::dup2(null, 0) >= 0 && ::dup2(out, 1) >= 0 && ::dup2(err, 2) >= 0 &&
        (*directory == '\0' || ::chdir(directory) == 0))
        ::execve(program, image.argv(), image.environment());
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = ::write(failure, &reason, sizeof reason);
    ::_exit(127);
}

/// Reads what is there into `text`, dropping what goes past the limit. False at the end.
bool drain(int fd, std::string& text) {
    std::array<char, 64 * 1024> buffer{};
    const ssize_t count = ::read(fd, buffer.data(), buffer.size());
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    const auto room = max_output - std::min(max_output, text.size());
    text.append(buffer.data(), std::min(static_cast<std::size_t>(count), room));
    return count > 0;
}

/// A started program. Its whole process group is ended if it is still there on destruction.
class Child {
  public:
    explicit Child(pid_t pid) : pid_(pid) {}
    ~Child() {
        if (pid_ <= 0) return;
        end();
        (void)reap(0);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void end() const { ::kill(-pid_, SIGKILL); }

    /// The exit status, as shells tell it; absent if it is still running and `options` says not to
    /// wait.
    std::optional<int> reap(int options) {
        int status = 0;
        pid_t ended = 0;
        while ((ended = ::waitpid(pid_, &status, options)) < 0 && errno == EINTR) {
        }
        if (ended == 0) return std::nullopt;
        pid_ = -1;
        return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }

  private:
    pid_t pid_;
};

/// Collects the output of `child` until both streams have ended and it has, too; ends it if it runs
/// out of time, or we are cancelled.
Result<void> collect(Child& child, const Pipe& out, const Pipe& err,
                     std::chrono::milliseconds timeout, const Cancellation& cancellation,
                     Completed& completed) {
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    std::array<pollfd, 2> streams{pollfd{out.read_end.get(), POLLIN, 0},
                                  pollfd{err.read_end.get(), POLLIN, 0}};
    std::array<std::string*, 2> texts{&completed.out, &completed.err};
    std::optional<int> status;
    while (streams[0].fd >= 0 || streams[1].fd >= 0 || !(status = child.reap(WNOHANG))) {
        CUDAFETCH_CHECK(cancellation.check());
        if (timeout.count() > 0 && std::chrono::steady_clock::now() > deadline) {
            completed.timed_out = true;
            child.end();
            status = child.reap(0);
            break;
        }
        // Streams that have ended are no longer in the set; with none left this is a short nap.
        const bool streaming = streams[0].fd >= 0 || streams[1].fd >= 0;
        const auto patience = streaming ? poll_interval : nap;
        if (::poll(streams.data(), streams.size(), static_cast<int>(patience.count())) <= 0)
            continue;
        for (std::size_t i = 0; i < streams.size(); ++i)
            if (streams[i].revents != 0 && !drain(streams[i].fd, *texts[i])) streams[i].fd = -1;
    }
    completed.exit_status = *status;
    return {};
}

tl::unexpected<Error> not_started(const std::string& program, int reason) {
    return fail(ExitCode::disk, "command_not_started",
                "cannot start " + printable(program) + ": " + std::strerror(reason));
}

}  // namespace

Result<Completed> run_command(const Command& command, const Cancellation& cancellation) {
    const std::string& name = command.argv.at(0);
    const auto program = find_on_path(name);
    if (!program) return not_started(name, ENOENT);
    CUDAFETCH_TRY(Pipe out, make_pipe());
    CUDAFETCH_TRY(Pipe err, make_pipe());
    CUDAFETCH_TRY(Pipe failure, make_pipe());
    CUDAFETCH_TRY(const FileDescriptor null, open_file("/dev/null", O_RDONLY));
    const Image image(command);

    const pid_t pid = ::fork();
    if (pid < 0) return not_started(name, errno);
    if (pid == 0)
        become(program->c_str(), image, command.working_directory.c_str(), null.get(),
               out.write_end.get(), err.write_end.get(), failure.write_end.get());
    ::setpgid(pid, pid);
    Child child(pid);
    out.write_end.reset();
    err.write_end.reset();
    failure.write_end.reset();

    int reason = 0;
    if (::read(failure.read_end.get(), &reason, sizeof reason) == sizeof reason)
        return not_started(name, reason);
    Completed completed;
    CUDAFETCH_CHECK(collect(child, out, err, command.timeout, cancellation, completed));
    return completed;
}

std::string shell_quote(std::string_view argument) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
    if (!argument.empty() && argument.find_first_not_of(plain) == std::string_view::npos)
        return std::string(argument);
    std::string text = "'";
    for (const char c : argument) {
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    }
    return text + "'";
}

std::string shell_quote(const std::vector<std::string>& argv) {
    std::vector<std::string> quoted;
    for (const std::string& argument : argv)
        quoted.push_back(shell_quote(std::string_view(argument)));
    return join(quoted, " ");
}

std::optional<std::filesystem::path> find_on_path(std::string_view name) {
    const auto runnable = [](const fs::path& path) {
        std::error_code error;
        return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
    };
    if (name.find('/') != std::string_view::npos) return fs::path(name);
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path != nullptr ? path : "/usr/bin:/bin", ":")) {
        fs::path candidate = fs::path(folder) / name;
        if (runnable(candidate)) return candidate;
    }
    return std::nullopt;
}

}  // namespace cudafetch
