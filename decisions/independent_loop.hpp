// Independent loop (internal): says of the loop that follows that no pass writes what another one reads. Clang sees that by itself, and
// knows no such word.
#pragma once

#ifdef __clang__
#define BREAKEVEN_INDEPENDENT
#else
#define BREAKEVEN_INDEPENDENT _Pragma("GCC ivdep")
#endif
