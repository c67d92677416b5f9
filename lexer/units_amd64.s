#include "go_asm.h"
#include "textflag.h"

// 0 to 63.
DATA places<>+0x00(SB)/8, $0x0706050403020100
DATA places<>+0x08(SB)/8, $0x0f0e0d0c0b0a0908
DATA places<>+0x10(SB)/8, $0x1716151413121110
DATA places<>+0x18(SB)/8, $0x1f1e1d1c1b1a1918
DATA places<>+0x20(SB)/8, $0x2726252423222120
DATA places<>+0x28(SB)/8, $0x2f2e2d2c2b2a2928
DATA places<>+0x30(SB)/8, $0x3736353433323130
DATA places<>+0x38(SB)/8, $0x3f3e3d3c3b3a3938
GLOBL places<>(SB), RODATA|NOPTR, $64

// PLACES writes the places of the bits in a mask, of which there are AX, as offsets from
// the window's start, to to, and moves that on. Z7 holds the offset of the block. It leaves
// the mask in K5.
#define PLACES(mask, to) \
	KMOVQ         mask, K5      \
	POPCNTQ       mask, AX      \
	VPCOMPRESSB.Z Z2, K5, Z8    \
	VPMOVZXBW     Y8, Z9        \
	VPADDW        Z7, Z9, Z9    \
	VMOVDQU64     Z9, (to)      \
	VEXTRACTI64X4 $1, Z8, Y8    \
	VPMOVZXBW     Y8, Z9        \
	VPADDW        Z7, Z9, Z9    \
	VMOVDQU64     Z9, 64(to)    \
	LEAQ          (to)(AX*2), to

// func splitBy(class *[128]uint8, kind *[128]Kind, u *units, src *byte, n int) (count int, high bool)
TEXT ·splitBy(SB), NOSPLIT, $0-49
	MOVQ class+0(FP), AX
	VMOVDQU64 (AX), Z0
	VMOVDQU64 64(AX), Z1
	MOVQ kind+8(FP), AX
	VMOVDQU64 (AX), Z13
	VMOVDQU64 64(AX), Z14
	MOVQ u+16(FP), R9
	MOVQ src+24(FP), SI
	MOVQ n+32(FP), CX
	LEAQ units_starts(R9), DI
	LEAQ units_ends(R9), DX
	LEAQ units_kinds(R9), R10
	LEAQ units_blocks(R9), R9
	VMOVDQU64 places<>(SB), Z2
	MOVQ $(const_inWord*0x0101010101010101), AX
	VPBROADCASTQ AX, Z3
	MOVQ $(const_isBlank*0x0101010101010101), AX
	VPBROADCASTQ AX, Z4
	MOVQ $(const_isStop*0x0101010101010101), AX
	VPBROADCASTQ AX, Z5
	MOVQ $(const_mayJoin*0x0101010101010101), AX
	VPBROADCASTQ AX, Z12
	MOVQ $0x2020202020202020, AX
	VPBROADCASTQ AX, Z10                     // blanks, for what is missing of the last block
	MOVQ $0x0040004000400040, AX
	VPBROADCASTQ AX, Z11                     // how long a block is
	VPXORQ Z7, Z7, Z7
	KXORQ K7, K7, K7                         // bytes that are not ASCII, in any block
	XORQ R11, R11                            // 1 if the byte before the block is part of a word
	XORQ R12, R12                            // 1 if it is no blank
	XORQ R13, R13                            // how many units have started

block:
	CMPQ CX, $64
	JLT  last
	VMOVDQU64 (SI), Z6

classify:
	VMOVDQA64 Z6, Z8
	VPERMI2B  Z1, Z0, Z8
	VPMOVB2M  Z6, K4
	VPTESTMB  Z3, Z8, K1
	VPTESTMB  Z4, Z8, K2
	VPTESTMB  Z5, Z8, K3
	VPTESTMB  Z12, Z8, K6
	KANDNQ    K1, K4, K1                     // what is not ASCII was looked up as if it were
	KANDNQ    K2, K4, K2
	KORQ      K3, K4, K3
	KORQ      K7, K4, K7
	KMOVQ     K1, R8                         // R8: parts of words
	KMOVQ     K2, BX
	KMOVQ     K3, unitBlock_stops(R9)
	NOTQ      BX                             // BX: no blanks
	LEAQ      (R11)(R8*2), R14
	ANDQ      R8, R14
	NOTQ      R14                            // R14: what does not go on with a word
	LEAQ      (R12)(BX*2), R15
	ANDQ      R14, R15                       // R15: where units have ended
	MOVQ      BX, R12
	SHRQ      $63, R12
	ANDQ      R14, BX                        // BX: where units start
	MOVQ      R8, R11
	SHRQ      $63, R11
	MOVQ      BX, unitBlock_starts(R9)
	MOVQ      R13, unitBlock_first(R9)

	// The kinds, but of what is not ASCII and of what may be one token with what follows.
	KMOVQ     K6, AX
	MOVQ      AX, R8
	SHRQ      $1, R8
	BTSQ      $63, R8
	ANDQ      AX, R8
	NOTQ      R8
	KMOVQ     R8, K6
	KANDNQ    K6, K4, K6
	VPERMI2B  Z14, Z13, Z6
	PLACES(BX, DI)
	VMOVDQU8.Z    Z6, K6, Z6
	VPCOMPRESSB.Z Z6, K5, Z6
	VMOVDQU64     Z6, (R10)
	ADDQ      AX, R10
	ADDQ      AX, R13
	PLACES(R15, DX)
	VPADDW    Z11, Z7, Z7
	ADDQ      $unitBlock__size, R9
	ADDQ      $64, SI
	SUBQ      $64, CX
	JGT       block

	// A unit that goes up to the end of the last block ends there.
	TESTQ R12, R12
	JZ    done
	MOVQ  n+32(FP), AX
	MOVW  AX, (DX)

done:
	VZEROUPPER
	KMOVQ K7, AX
	TESTQ AX, AX
	SETNE high+48(FP)
	MOVQ  R13, count+40(FP)
	RET

last:
	MOVQ      $-1, AX
	SHLQ      CX, AX
	NOTQ      AX
	KMOVQ     AX, K6
	VMOVDQA64 Z10, Z6
	VMOVDQU8  (SI), K6, Z6
	JMP       classify
