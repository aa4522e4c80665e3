// A server on loopback that gives the answers it was told to, one a connection, and keeps what it was asked.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace breakeven::testing {

class AnsweringServer {
public:
    /// `answers`: whole HTTP answers, heads included; the last one is given again and again.
    explicit AnsweringServer(std::vector<std::string> answers) : answers_(std::move(answers)), listening_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(listening_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listening_, 8) != 0)
            throw std::runtime_error("cannot listen on loopback");
        ::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
    }
    ~AnsweringServer() { stop(); }
    AnsweringServer(const AnsweringServer&) = delete;
    AnsweringServer& operator=(const AnsweringServer&) = delete;

    [[nodiscard]] std::string url(const std::string& path = "/") const { return "http://127.0.0.1:" + std::to_string(port_) + path; }

    /// Ends the server and tells what it was asked: heads and bodies as they came.
    const std::vector<std::string>& stop() {
        thread_ = {};  // asks it to stop, and joins
        if (listening_ >= 0) ::close(std::exchange(listening_, -1));
        return asked_;
    }

private:
    void serve(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            pollfd waiting{listening_, POLLIN, 0};
            if (::poll(&waiting, 1, 20) <= 0) continue;
            const int client = ::accept(listening_, nullptr, nullptr);
            std::string request;
            char buffer[4096];
            while (!whole(request)) {
                const ssize_t got = ::recv(client, buffer, sizeof buffer, 0);
                if (got <= 0) break;
                request.append(buffer, static_cast<std::size_t>(got));
            }
            const std::string& answer = answers_[asked_.size() < answers_.size() ? asked_.size() : answers_.size() - 1];
            asked_.push_back(std::move(request));
            (void)::send(client, answer.data(), answer.size(), MSG_NOSIGNAL);
            ::close(client);
        }
    }

    static bool whole(const std::string& request) {
        const std::size_t end = request.find("\r\n\r\n");
        if (end == std::string::npos) return false;
        const std::size_t length = request.find("Content-Length: ");
        return length == std::string::npos || request.size() >= end + 4 + std::stoul(request.substr(length + 16));
    }

    std::vector<std::string> answers_;
    std::vector<std::string> asked_;
    int listening_;
    std::uint16_t port_ = 0;
    std::jthread thread_;
};

/// An answer with a head that fits it.
inline std::string http_answer(const std::string& status, const std::string& body, const std::string& more_head = "") {
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n" + more_head + "\r\n" + body;
}

}  // namespace breakeven::testing
