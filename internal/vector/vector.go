// Package vector reports what the processor has of the instructions that handle 64 bytes
// at once. What uses them has portable code beside, which gives the same.
package vector

import "golang.org/x/sys/cpu"

// Bytes reports whether there are those that permute and compress bytes: AVX-512 with VBMI
// and VBMI2, as servers have since about 2020.
var Bytes = cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI && cpu.X86.HasAVX512VBMI2 && cpu.X86.HasPOPCNT
