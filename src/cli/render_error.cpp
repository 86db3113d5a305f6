// SPDX-License-Identifier: MIT
#include "cli/render_error.hpp"

#include "cli/json_text.hpp"

namespace cudafetch::cli {

using Json = nlohmann::ordered_json;

void print_error(std::ostream& err, const Style& style, const Error& error) {
    err << style.red("error:") << ' ' << error.message << '\n';
    for (const std::string& hint : error.hints)
        err << "  try: " << hint << '\n';
}

void print_error_json(std::ostream& out, const Error& error) {
    Json rejected = Json::array();
    for (const Rejection& rejection : error.rejected)
        rejected.push_back({{"product", rejection.product},
                            {"release", rejection.release},
                            {"code", rejection.code},
                            {"reason", rejection.reason}});
    const Json document{{"schema", "cudafetch.error/1"},
                        {"error",
                         {{"code", error.code},
                          {"message", error.message},
                          {"hints", error.hints},
                          {"rejected", rejected}}}};
    out << json_text(document);
}

}  // namespace cudafetch::cli
