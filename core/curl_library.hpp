// The functions of libcurl that are used, found in the shared library when the first request is made.
//
// Linked in the usual way, libcurl and the thirty libraries behind it cost every start of the command ten milliseconds.
#pragma once

#include <breakeven/core/errors.hpp>

#include <curl/curl.h>
#include <dlfcn.h>

namespace breakeven::detail {

struct CurlLibrary {
    decltype(&::curl_global_init) global_init;
    decltype(&::curl_easy_init) easy_init;
    decltype(&::curl_easy_setopt) easy_setopt;
    decltype(&::curl_easy_perform) easy_perform;
    decltype(&::curl_easy_getinfo) easy_getinfo;
    decltype(&::curl_easy_reset) easy_reset;
    decltype(&::curl_easy_cleanup) easy_cleanup;
    decltype(&::curl_easy_strerror) easy_strerror;
    decltype(&::curl_slist_append) slist_append;
    decltype(&::curl_slist_free_all) slist_free_all;
};

/// Loaded once and kept. Throws InputError where there is no libcurl.
inline const CurlLibrary& curl_library() {
    static const CurlLibrary library = [] {
        void* handle = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
        if (handle == nullptr) handle = ::dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
        const InputError missing("asking a server needs libcurl, which is not installed here", "install Debian's libcurl4, or your system's libcurl");
        if (handle == nullptr) throw missing;
        const auto find = [&](auto& function, const char* name) {
            void* symbol = ::dlsym(handle, name);
            if (symbol == nullptr) throw missing;
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(symbol);
        };
        CurlLibrary out{};
        find(out.global_init, "curl_global_init");
        find(out.easy_init, "curl_easy_init");
        find(out.easy_setopt, "curl_easy_setopt");
        find(out.easy_perform, "curl_easy_perform");
        find(out.easy_getinfo, "curl_easy_getinfo");
        find(out.easy_reset, "curl_easy_reset");
        find(out.easy_cleanup, "curl_easy_cleanup");
        find(out.easy_strerror, "curl_easy_strerror");
        find(out.slist_append, "curl_slist_append");
        find(out.slist_free_all, "curl_slist_free_all");
        out.global_init(CURL_GLOBAL_DEFAULT);
        return out;
    }();
    return library;
}

}  // namespace breakeven::detail
