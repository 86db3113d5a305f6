// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/url.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "cudafetch/base/text.hpp"

namespace cudafetch::fetch {

namespace {

struct FreeCurlUrl {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using CurlUrl = std::unique_ptr<CURLU, FreeCurlUrl>;

CurlUrl new_curl_url() {
    CurlUrl url(curl_url());
    if (!url) throw std::bad_alloc();
    return url;
}

/// A part of a URL, or absent if it has none.
std::optional<std::string> part_of(const CurlUrl& url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url.get(), part, &text, flags) != CURLUE_OK) return std::nullopt;
    std::string copy(text);
    curl_free(text);
    return copy;
}

std::string without_secrets(const std::string& text) {
    const CurlUrl url = new_curl_url();
    curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME);
    if (part_of(url, CURLUPART_PASSWORD))
        curl_url_set(url.get(), CURLUPART_PASSWORD, "***", 0);
    else if (part_of(url, CURLUPART_USER))
        curl_url_set(url.get(), CURLUPART_USER, "***", 0);
    if (part_of(url, CURLUPART_QUERY)) curl_url_set(url.get(), CURLUPART_QUERY, "***", 0);
    return printable(part_of(url, CURLUPART_URL).value_or("***"));
}

/// For text that is no URL, where the place of a secret can only be guessed.
std::string guess_without_secrets(std::string_view text) {
    text = text.substr(0, text.find('?'));
    const auto at = text.rfind('@');
    return at == std::string_view::npos ? printable(text) : "***" + printable(text.substr(at));
}

tl::unexpected<Error> bad_url(std::string_view text, std::string_view reason) {
    return fail(ExitCode::usage, "bad_url",
                "cannot use " + guess_without_secrets(text) + ": " + std::string(reason),
                {"give an https:// or http:// URL, a file:// URL, or the path of a folder"});
}

std::string percent_encode(std::string_view text) {
    static constexpr std::string_view unreserved =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (unreserved.find(c) != std::string_view::npos)
            result += c;
        else
            result += {'%', digits[byte >> 4], digits[byte & 15]};
    }
    return result;
}

bool is_safe_part(std::string_view part) {
    return !part.empty() && part != "." && part != ".." &&
           part.find('\\') == std::string_view::npos && is_printable_utf8(part);
}

/// The parts of a relative path, or absent if any of them could lead elsewhere.
std::optional<std::vector<std::string_view>> safe_parts(std::string_view path) {
    if (path.find("://") != std::string_view::npos) return std::nullopt;
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (!is_safe_part(part)) return std::nullopt;
        parts.push_back(part);
        begin = end + 1;
    }
    return parts;
}

}  // namespace

Url::Url(Scheme scheme, std::string secret, std::string shown)
    : scheme_(scheme), secret_(std::move(secret)), shown_(std::move(shown)) {}

Url Url::of_path(const fs::path& path) {
    return {Scheme::file, path.native(), printable(path.native())};
}

Result<Url> Url::parse(std::string_view text) {
    if (text.empty() || text.find('\0') != std::string_view::npos)
        return bad_url(printable(text), text.empty() ? "it is empty" : "it holds a NUL byte");
    if (text.find("://") != std::string_view::npos) return parse_with_scheme(text);
    std::error_code error;
    // What ".." means depends on symbolic links, so only the file system can resolve it.
    fs::path path = fs::weakly_canonical(fs::absolute(text, error), error);
    if (error) return bad_url(text, error.message());
    return of_path(path);
}

Result<Url> Url::parse_with_scheme(std::string_view text) {
    const CurlUrl url = new_curl_url();
    const CURLUcode code = curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(),
                                        CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE);
    if (code != CURLUE_OK) return bad_url(text, curl_url_strerror(code));
    const std::string scheme = part_of(url, CURLUPART_SCHEME).value_or("");
    if (scheme == "file") {
        const auto path = part_of(url, CURLUPART_PATH, CURLU_URLDECODE);
        if (!path) return bad_url(text, "its path cannot be decoded");
        return parse(*path);
    }
    if (scheme != "http" && scheme != "https")
        return bad_url(text, "the scheme \"" + printable(scheme) + "\" is not supported");
    curl_url_set(url.get(), CURLUPART_FRAGMENT, nullptr, 0);
    const auto whole = part_of(url, CURLUPART_URL);
    if (!whole) return bad_url(text, "it is not a complete URL");
    return Url(scheme == "http" ? Scheme::http : Scheme::https, *whole, without_secrets(*whole));
}

Result<Url> Url::join(std::string_view relative_path) const {
    const auto parts = safe_parts(relative_path);
    if (!parts)
        return fail(ExitCode::integrity, "unsafe_path",
                    "the path \"" + printable(relative_path) + "\" could lead outside of " + shown_,
                    {"only plain relative paths such as cuda_nvcc/linux-sbsa/x.tar.xz are taken"});
    if (scheme_ == Scheme::file) return of_path(fs::path(secret_) / relative_path);

    const CurlUrl url = new_curl_url();
    curl_url_set(url.get(), CURLUPART_URL, secret_.c_str(), 0);
    std::string path = part_of(url, CURLUPART_PATH).value_or("/");
    while (path.ends_with('/'))
        path.pop_back();
    for (const std::string_view part : *parts)
        path += "/" + percent_encode(part);
    curl_url_set(url.get(), CURLUPART_PATH, path.c_str(), 0);
    return parse_with_scheme(part_of(url, CURLUPART_URL).value_or(""));
}

}  // namespace cudafetch::fetch
