// Package vector reports whether the processor has instructions that process 64 bytes at a time.
// The packages that use such instructions also have portable code with the same results.
package vector

import "golang.org/x/sys/cpu"

// Bytes reports whether the processor has the instructions that permute and compress bytes:
// AVX-512 with VBMI and VBMI2, as in servers since about 2020.
var Bytes = cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasPOPCNT
