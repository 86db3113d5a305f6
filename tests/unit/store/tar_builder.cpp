// SPDX-License-Identifier: MIT
#include "tar_builder.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <array>
#include <cstring>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <vector>

namespace cudafetch::test {

namespace {

constexpr std::size_t block_size = 512;

/// Octal digits that fill a field but for the NUL at its end.
void octal(char* field, std::size_t width, std::size_t value) {
    for (std::size_t i = width - 1; i-- > 0; value /= 8)
        field[i] = static_cast<char>('0' + value % 8);
}

void must(bool done, const char* what) {
    if (!done) throw std::runtime_error(what);
}

}  // namespace

void TarBuilder::header(const std::string& name, char type, std::size_t size, unsigned mode,
                        const std::string& target) {
    std::array<char, block_size> block{};
    must(name.size() <= 100 && target.size() <= 100, "name too long for ustar");
    std::memcpy(block.data(), name.data(), name.size());
    octal(&block[100], 8, mode);
    octal(&block[108], 8, 0);
    octal(&block[116], 8, 0);
    octal(&block[124], 12, size);
    octal(&block[136], 12, 1700000000);
    std::memset(&block[148], ' ', 8);
    block[156] = type;
    std::memcpy(&block[157], target.data(), target.size());
    std::memcpy(&block[257], "ustar\00000", 8);
    std::size_t sum = 0;
    for (const char c : block)
        sum += static_cast<unsigned char>(c);
    octal(&block[148], 7, sum);
    blocks_.append(block.data(), block.size());
}

void TarBuilder::content(const std::string& bytes) {
    blocks_ += bytes;
    blocks_.append((block_size - bytes.size() % block_size) % block_size, '\0');
}

TarBuilder& TarBuilder::folder(const std::string& name) {
    header(name + "/", '5', 0, 0755);
    return *this;
}

TarBuilder& TarBuilder::file(const std::string& name, const std::string& bytes, unsigned mode) {
    header(name, '0', bytes.size(), mode);
    content(bytes);
    return *this;
}

TarBuilder& TarBuilder::symlink(const std::string& name, const std::string& target) {
    header(name, '2', 0, 0777, target);
    return *this;
}

TarBuilder& TarBuilder::hard_link(const std::string& name, const std::string& target) {
    header(name, '1', 0, 0644, target);
    return *this;
}

TarBuilder& TarBuilder::special(const std::string& name, char type) {
    header(name, type, 0, 0644);
    return *this;
}

TarBuilder& TarBuilder::pax(const std::vector<std::pair<std::string, std::string>>& records) {
    std::string text;
    for (const auto& [key, value] : records) {
        // The length at the front of a record counts its own digits.
        const std::string body = " " + key + "=" + value + "\n";
        std::size_t length = body.size();
        while (std::to_string(length).size() + body.size() != length)
            length = std::to_string(length).size() + body.size();
        text += std::to_string(length) + body;
    }
    header("pax", 'x', text.size(), 0644);
    content(text);
    return *this;
}

TarBuilder& TarBuilder::header_only(const std::string& name, std::size_t size) {
    header(name, '0', size, 0644);
    return *this;
}

std::string TarBuilder::tar_xz() const {
    return compress_xz(tar());
}

std::string compress_xz(const std::string& bytes) {
    std::vector<char> out(bytes.size() + 64 * 1024);
    std::size_t used = 0;
    const std::unique_ptr<archive, int (*)(archive*)> writer(archive_write_new(),
                                                             archive_write_free);
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    must(archive_write_add_filter_xz(writer.get()) == ARCHIVE_OK &&
             archive_write_set_filter_option(writer.get(), "xz", "compression-level", "0") ==
                 ARCHIVE_OK &&
             archive_write_set_format_raw(writer.get()) == ARCHIVE_OK &&
             archive_write_set_bytes_in_last_block(writer.get(), 1) == ARCHIVE_OK &&
             archive_write_open_memory(writer.get(), out.data(), out.size(), &used) == ARCHIVE_OK &&
             archive_write_header(writer.get(), entry.get()) == ARCHIVE_OK &&
             archive_write_data(writer.get(), bytes.data(), bytes.size()) ==
                 static_cast<la_ssize_t>(bytes.size()) &&
             archive_write_close(writer.get()) == ARCHIVE_OK,
         "cannot compress");
    return {out.data(), used};
}

void write_bytes(const fs::path& path, const std::string& bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream << bytes;
    stream.close();
    must(stream.good(), "cannot write a test file");
}

}  // namespace cudafetch::test
