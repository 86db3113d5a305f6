// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdio>
#include <ostream>
#include <string>
#include <type_traits>

namespace kernels {

/// Writes one JSON document, piece by piece, on one line of ASCII. The caller keeps objects and
/// arrays balanced and gives every member of an object its key.
class JsonWriter {
  public:
    explicit JsonWriter(std::ostream& out) : out_(out) {}

    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_array() { open('['); }
    void end_array() { close(']'); }

    /// The name of the value, object or array that comes next.
    JsonWriter& key(const std::string& name) {
        value(name);
        out_ << ':';
        needs_comma_ = false;
        return *this;
    }

    void null() { write("null"); }
    void value(const char* text) { write(quoted(text)); }
    void value(const std::string& text) { write(quoted(text)); }
    void value(bool flag) { write(flag ? "true" : "false"); }

    /// Nine significant digits; null for what JSON has no number for: infinities and NaN.
    void value(double number) {
        if (!std::isfinite(number)) return null();
        char text[32];
        std::snprintf(text, sizeof text, "%.9g", number);
        write(text);
    }

    template <typename Integer>
    typename std::enable_if<std::is_integral<Integer>::value>::type value(Integer number) {
        write(std::to_string(number));
    }

  private:
    void open(char bracket) {
        write(std::string(1, bracket));
        needs_comma_ = false;
    }

    void close(char bracket) {
        out_ << bracket;
        needs_comma_ = true;
    }

    void write(const std::string& token) {
        if (needs_comma_) out_ << ',';
        out_ << token;
        needs_comma_ = true;
    }

    // Bytes outside ASCII are read as Latin-1, so that any bytes make a valid document.
    static std::string quoted(const std::string& text) {
        std::string result = "\"";
        for (const char character : text) {
            const auto byte = static_cast<unsigned char>(character);
            if (byte < 0x20 || byte > 0x7e) {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(byte));
                result += escape;
            } else {
                if (character == '"' || character == '\\') result += '\\';
                result += character;
            }
        }
        return result + '"';
    }

    std::ostream& out_;
    bool needs_comma_ = false;
};

}  // namespace kernels
