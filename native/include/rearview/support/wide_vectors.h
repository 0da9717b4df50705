// For a function whose loops profit from wide vector instructions, which not every processor has:
// it is compiled twice, and the processor decides when the program starts.
#pragma once

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__gnu_linux__) && \
    !defined(__SANITIZE_ADDRESS__)
#define REARVIEW_WIDE_VECTORS __attribute__((target_clones("default", "avx2")))
#else
#define REARVIEW_WIDE_VECTORS
#endif
