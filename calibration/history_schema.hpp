// History schema: the steps that make the local history's tables, oldest first. A file's user_version says how many it has taken.
//
// Steps are never changed once released, only added. Each runs inside the transaction that raises user_version.
#pragma once

#include <cstdint>

namespace breakeven::detail {

/// Marks a SQLite file as ours, in its header: "bkev".
inline constexpr std::int32_t history_application_id = 0x626B6576;

/// `clock_ns` is the window's start as the log dates it: in UTC where `dated`, else on the log's own clock. With the figures beside
/// it, it tells windows apart, whatever the file was called. `time_ns` is the start in UTC, for logs without a date a good guess.
/// Nothing here names a user, a host or a command.
inline constexpr const char* history_steps[] = {
    R"(CREATE TABLE windows (
         id           INTEGER PRIMARY KEY,
         gpu          TEXT    NOT NULL,
         dated        INTEGER NOT NULL CHECK (dated IN (0, 1)),
         clock_ns     INTEGER NOT NULL,
         length_ns    INTEGER NOT NULL CHECK (length_ns > 0),
         observed_ns  INTEGER NOT NULL CHECK (observed_ns > 0),
         effective_ns INTEGER NOT NULL CHECK (effective_ns BETWEEN 0 AND observed_ns),
         kernels_ns   INTEGER NOT NULL,
         kernels      INTEGER NOT NULL CHECK (kernels >= 0),
         trusted      INTEGER NOT NULL CHECK (trusted IN (0, 1)),
         time_ns      INTEGER NOT NULL,
         gpu_name       TEXT,
         task           TEXT,
         driver         TEXT,
         os             TEXT,
         virtualization TEXT,
         network        TEXT,
         temperature_c  REAL,
         power_w        REAL,
         line           REAL,
         work           REAL,
         framework      TEXT,
         revision       TEXT,
         UNIQUE (gpu, dated, clock_ns, length_ns, observed_ns, effective_ns, kernels_ns, kernels)
       ) STRICT;
       CREATE INDEX windows_by_time ON windows (time_ns);)",
    // What was ever recorded, for counters that must not fall when old windows are pruned.
    R"(CREATE TABLE totals (
         gpu          TEXT PRIMARY KEY,
         gpu_name     TEXT,
         windows      INTEGER NOT NULL,
         observed_ns  INTEGER NOT NULL,
         effective_ns INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID;
       INSERT INTO totals SELECT gpu, max(gpu_name), count(*), sum(observed_ns), sum(effective_ns) FROM windows WHERE trusted = 1 GROUP BY gpu;)",
};
inline constexpr std::int32_t history_version = static_cast<std::int32_t>(sizeof history_steps / sizeof history_steps[0]);

}  // namespace breakeven::detail
