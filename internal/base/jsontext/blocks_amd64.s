#include "textflag.h"

// What a character stands for after a backslash, at that character; 0 where the
// portable code has to look: at "u" and "/", and at what is no escape.
DATA meaning<>+0x00(SB)/8, $0x0000000000000000
DATA meaning<>+0x08(SB)/8, $0x0000000000000000
DATA meaning<>+0x10(SB)/8, $0x0000000000000000
DATA meaning<>+0x18(SB)/8, $0x0000000000000000
DATA meaning<>+0x20(SB)/8, $0x0000000000220000
DATA meaning<>+0x28(SB)/8, $0x0000000000000000
DATA meaning<>+0x30(SB)/8, $0x0000000000000000
DATA meaning<>+0x38(SB)/8, $0x0000000000000000
DATA meaning<>+0x40(SB)/8, $0x0000000000000000
DATA meaning<>+0x48(SB)/8, $0x0000000000000000
DATA meaning<>+0x50(SB)/8, $0x0000000000000000
DATA meaning<>+0x58(SB)/8, $0x0000005c00000000
DATA meaning<>+0x60(SB)/8, $0x000c000000080000
DATA meaning<>+0x68(SB)/8, $0x000a000000000000
DATA meaning<>+0x70(SB)/8, $0x00000009000d0000
DATA meaning<>+0x78(SB)/8, $0x0000000000000000
GLOBL meaning<>(SB), RODATA|NOPTR, $128

// What stands for a character after a backslash, at that character: 0 where it stands
// for itself, "u" where the escape is long.
DATA letter<>+0x00(SB)/8, $0x7575757575757575
DATA letter<>+0x08(SB)/8, $0x75757266756e7462
DATA letter<>+0x10(SB)/8, $0x7575757575757575
DATA letter<>+0x18(SB)/8, $0x7575757575757575
DATA letter<>+0x20(SB)/8, $0x0000000000220000
DATA letter<>+0x28(SB)/8, $0x0000000000000000
DATA letter<>+0x30(SB)/8, $0x0000000000000000
DATA letter<>+0x38(SB)/8, $0x0000000000000000
DATA letter<>+0x40(SB)/8, $0x0000000000000000
DATA letter<>+0x48(SB)/8, $0x0000000000000000
DATA letter<>+0x50(SB)/8, $0x0000000000000000
DATA letter<>+0x58(SB)/8, $0x0000005c00000000
DATA letter<>+0x60(SB)/8, $0x0000000000000000
DATA letter<>+0x68(SB)/8, $0x0000000000000000
DATA letter<>+0x70(SB)/8, $0x0000000000000000
DATA letter<>+0x78(SB)/8, $0x0000000000000000
GLOBL letter<>(SB), RODATA|NOPTR, $128

// func unescapeBlocks(dst, src *byte, blocks int) (read, written int, high bool)
//
// The escapes of a block of 64 bytes are found at once: a character is escaped if an odd
// number of backslashes is before it. The characters that are become what they stand for,
// the backslashes go, and what is left moves together.
TEXT ·unescapeBlocks(SB), NOSPLIT, $0-41
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ blocks+16(FP), CX
	MOVQ $0x5c5c5c5c5c5c5c5c, AX
	VPBROADCASTQ AX, Z0                      // backslashes
	MOVQ $0x2222222222222222, AX
	VPBROADCASTQ AX, Z1                      // quotes
	MOVQ $0x2020202020202020, AX
	VPBROADCASTQ AX, Z2                      // blanks: below them are the control characters
	VMOVDQU64 meaning<>+0x00(SB), Z3
	VMOVDQU64 meaning<>+0x40(SB), Z4
	MOVQ $0x5555555555555555, R12            // the even places
	XORQ R10, R10                            // 1 if the block starts with an escaped character
	XORQ R11, R11                            // places of bytes that are not ASCII, of all blocks

block:
	VMOVDQU64 (SI), Z5
	VPCMPEQB  Z0, Z5, K1
	VPCMPEQB  Z1, Z5, K2
	VPCMPUB   $1, Z2, Z5, K3
	VPMOVB2M  Z5, K4
	KMOVQ     K1, AX                         // AX: backslashes
	KMOVQ     K2, BX
	KMOVQ     K3, DX
	KMOVQ     K4, R13
	ORQ       R13, R11

	// R15: the characters that are escaped. Adding the backslashes to the first of each
	// row that starts at an odd place carries over the rows, so that the parity of the
	// place after each row tells whether its length is odd.
	MOVQ  R10, R14
	NOTQ  R14
	ANDQ  AX, R14
	LEAQ  (R10)(R14*2), R15                  // what follows a backslash
	MOVQ  R12, R8
	ORQ   R15, R8
	NOTQ  R8
	ANDQ  R14, R8                            // rows that start at an odd place
	XORL  R10, R10
	ADDQ  R14, R8
	ADCQ  $0, R10                            // the last row goes on in the next block
	ADDQ  R8, R8
	XORQ  R12, R8
	ANDQ  R8, R15

	// BX: where to stop. R13: escaped characters without a meaning here.
	VMOVDQA64 Z5, Z6
	VPERMI2B  Z4, Z3, Z6
	VPTESTNMB Z6, Z6, K5
	KMOVQ     K5, R8
	ORQ       R8, R13
	ANDQ      R15, R13
	NOTQ      R15
	ANDQ      R15, AX                        // AX: the backslashes that escape
	ANDQ      R15, BX
	NOTQ      R15
	ORQ       DX, BX
	ORQ       R13, BX
	KMOVQ     R15, K6
	VMOVDQU8  Z6, K6, Z5
	NOTQ      AX                             // AX: what stays
	TESTQ     BX, BX
	JNZ       stop
	KMOVQ     AX, K7
	VPCOMPRESSB Z5, K7, Z7
	VMOVDQU64 Z7, (DI)
	POPCNTQ   AX, AX
	ADDQ      AX, DI
	ADDQ      $64, SI
	DECQ      CX
	JNZ       block
	SUBQ      R10, SI                        // a backslash waits for its character
	JMP       done

stop:
	// CX: how much of the block is read. An escape without a meaning starts before it.
	TZCNTQ BX, CX
	BTQ    CX, R13
	SBBQ   $0, CX
	JLT    back
	MOVQ   $-1, DX
	SHLQ   CX, DX
	NOTQ   DX
	ANDQ   DX, AX
	KMOVQ  AX, K7
	VPCOMPRESSB Z5, K7, Z7
	VMOVDQU64 Z7, (DI)
	POPCNTQ AX, AX
	ADDQ    AX, DI

back:
	ADDQ CX, SI

done:
	VZEROUPPER
	SUBQ  src+8(FP), SI
	SUBQ  dst+0(FP), DI
	MOVQ  SI, read+24(FP)
	MOVQ  DI, written+32(FP)
	TESTQ R11, R11
	SETNE high+40(FP)
	RET

// func escapeBlocks(dst, src *byte, room, blocks int) (read, written int, high bool)
//
// Each byte of a block of 32 becomes two: itself and 0, or a backslash and a letter. Then
// what is not 0 moves together.
TEXT ·escapeBlocks(SB), NOSPLIT, $0-49
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ room+16(FP), R8
	MOVQ blocks+24(FP), CX
	LEAQ -64(DI)(R8*1), R8                   // where no block fits any more
	MOVQ $0x005c005c005c005c, AX
	VPBROADCASTQ AX, Z0                      // backslashes
	MOVQ $0x7500750075007500, AX
	VPBROADCASTQ AX, Z1                      // the letter of long escapes
	MOVQ $0x0080008000800080, AX
	VPBROADCASTQ AX, Z2                      // what is not ASCII starts here
	VMOVDQU64 letter<>+0x00(SB), Z3
	VMOVDQU64 letter<>+0x40(SB), Z4
	MOVL $-1, R11                            // places of bytes that are ASCII, of all blocks

blockOfWords:
	CMPQ DI, R8
	JHI  full
	VPMOVZXBW (SI), Z5
	VPCMPUW   $1, Z2, Z5, K1                 // ASCII
	VMOVDQA64 Z5, Z6
	VPERMI2B  Z4, Z3, Z6
	VPSLLW    $8, Z6, Z6
	VPTESTMW  Z6, Z6, K1, K2                 // escaped
	VPCMPEQW  Z1, Z6, K1, K3                 // by long escapes
	KMOVD     K1, AX
	ANDL      AX, R11
	VPORQ     Z0, Z6, Z6
	VMOVDQU16 Z6, K2, Z5
	VPTESTMB  Z5, Z5, K4
	VPCOMPRESSB Z5, K4, Z7
	VMOVDQU64 Z7, (DI)
	KMOVQ     K4, AX
	KMOVD     K3, BX
	TESTL     BX, BX
	JNZ       long
	POPCNTQ   AX, AX
	ADDQ      AX, DI
	ADDQ      $32, SI
	DECQ      CX
	JNZ       blockOfWords
	JMP       full

long:
	TZCNTQ BX, CX
	ADDQ   CX, SI
	ADDQ   CX, CX
	MOVQ   $-1, DX
	SHLQ   CX, DX
	NOTQ   DX
	ANDQ   DX, AX
	POPCNTQ AX, AX
	ADDQ   AX, DI

full:
	VZEROUPPER
	SUBQ  src+8(FP), SI
	SUBQ  dst+0(FP), DI
	MOVQ  SI, read+32(FP)
	MOVQ  DI, written+40(FP)
	NOTL  R11
	TESTL R11, R11
	SETNE high+48(FP)
	RET
