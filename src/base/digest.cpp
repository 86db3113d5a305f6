// SPDX-License-Identifier: MIT
#include "cudafetch/base/digest.hpp"

#include <openssl/evp.h>

#include <new>
#include <stdexcept>

namespace cudafetch {

namespace {

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

void require(int openssl_result) {
    if (openssl_result != 1) throw std::runtime_error("OpenSSL refuses SHA-256");
}

}  // namespace

std::optional<Sha256Digest> Sha256Digest::parse(std::string_view hex) {
    if (hex.size() != 2 * size) return std::nullopt;
    std::array<std::byte, size> bytes{};
    for (std::size_t i = 0; i < size; ++i) {
        const int high = hex_value(hex[2 * i]);
        const int low = hex_value(hex[2 * i + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes[i] = static_cast<std::byte>(high * 16 + low);
    }
    return Sha256Digest(bytes);
}

std::string Sha256Digest::hex() const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(2 * size);
    for (const std::byte byte : bytes_) {
        text += digits[std::to_integer<unsigned>(byte) >> 4];
        text += digits[std::to_integer<unsigned>(byte) & 15];
    }
    return text;
}

struct Sha256::Context {
    EVP_MD_CTX* evp = EVP_MD_CTX_new();
    Context() {
        if (evp == nullptr) throw std::bad_alloc();
    }
    ~Context() { EVP_MD_CTX_free(evp); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
    require(EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr));
}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

void Sha256::update(ByteSpan bytes) {
    require(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()));
}

Sha256Digest Sha256::finish() {
    std::array<unsigned char, Sha256Digest::size> raw{};
    require(EVP_DigestFinal_ex(context_->evp, raw.data(), nullptr));
    require(EVP_DigestInit_ex(context_->evp, EVP_sha256(), nullptr));
    std::array<std::byte, Sha256Digest::size> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(raw[i]);
    return Sha256Digest(bytes);
}

Sha256Digest sha256(ByteSpan bytes) {
    Sha256 hash;
    hash.update(bytes);
    return hash.finish();
}

}  // namespace cudafetch
