// A temporary folder that only this user can read, gone with everything in it when its owner is.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

#include <breakeven/core/errors.hpp>

namespace breakeven::detail {

class TemporaryFolder {
public:
    /// Throws InputError when no folder can be made.
    TemporaryFolder() {
        std::error_code failure;
        const auto parent = std::filesystem::temp_directory_path(failure);
        std::string pattern = (failure ? std::filesystem::path("/tmp") : parent) / "breakeven-XXXXXX";
        if (::mkdtemp(pattern.data()) == nullptr)
            throw InputError("no temporary folder can be made", "set TMPDIR to a folder that can be written to");
        path_ = pattern;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace breakeven::detail
