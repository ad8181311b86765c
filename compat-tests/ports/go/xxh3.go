// XXH3 with 64 bits and a seed, after its specification (xxHash, Yann Collet). With modules, github.com/zeebo/xxh3 has it
// too, and faster: HashSeed(bytes, seed).

package main

import (
	"encoding/binary"
	"math/bits"
)

const (
	xxhPrime32a = 0x9E3779B1
	xxhPrime32b = 0x85EBCA77
	xxhPrime32c = 0xC2B2AE3D
	xxhPrime64a = 0x9E3779B185EBCA87
	xxhPrime64b = 0xC2B2AE3D27D4EB4F
	xxhPrime64c = 0x165667B19E3779F9
	xxhPrime64d = 0x85EBCA77C2B2AE63
	xxhPrime64e = 0x27D4EB2F165667C5
)

// The 192 bytes of the specification's default secret.
const xxhDefaultSecret = "" +
	"\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c\xde\xd4\x6d\xe9\x83\x90\x97\xdb" +
	"\x72\x40\xa4\xa4\xb7\xb3\x67\x1f\xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21" +
	"\xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c\x3c\x28\x52\xbb\x91\xc3\x00\xcb" +
	"\x88\xd0\x65\x8b\x1b\x53\x2e\xa3\x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8" +
	"\xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d\x8a\x51\xe0\x4b\xcd\xb4\x59\x31" +
	"\xc8\x9f\x7e\xc9\xd9\x78\x73\x64\xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb" +
	"\x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e\x2b\x16\xbe\x58\x7d\x47\xa1\xfc" +
	"\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce\x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e"

// xxh3Secret is the secret for inputs of more than 240 bytes.
func xxh3Secret(seed uint64) []byte {
	secret := []byte(xxhDefaultSecret)
	for i := 0; i < len(secret); i += 16 {
		binary.LittleEndian.PutUint64(secret[i:], read64(secret, i)+seed)
		binary.LittleEndian.PutUint64(secret[i+8:], read64(secret, i+8)-seed)
	}
	return secret
}

// xxh3 hashes the bytes; secret: xxh3Secret(seed).
func xxh3(b []byte, seed uint64, secret []byte) uint64 {
	switch {
	case len(b) <= 16:
		return xxh3Short(b, seed, []byte(xxhDefaultSecret))
	case len(b) <= 240:
		return xxh3Middle(b, seed, []byte(xxhDefaultSecret))
	default:
		return xxh3Long(b, secret)
	}
}

func read32(b []byte, at int) uint64 { return uint64(binary.LittleEndian.Uint32(b[at:])) }

func read64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }

// The halves of the 128-bit product, folded.
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}

func avalanche(h uint64) uint64 {
	h = (h ^ h>>37) * 0x165667919E3779F9
	return h ^ h>>32
}

func avalanche64(h uint64) uint64 {
	h = (h ^ h>>33) * xxhPrime64b
	h = (h ^ h>>29) * xxhPrime64c
	return h ^ h>>32
}

func xxh3Short(b []byte, seed uint64, secret []byte) uint64 {
	n := len(b)
	switch {
	case n == 0:
		return avalanche64(seed ^ read64(secret, 56) ^ read64(secret, 64))
	case n <= 3:
		word := uint64(b[0])<<16 | uint64(b[n>>1])<<24 | uint64(b[n-1]) | uint64(n)<<8
		return avalanche64(word ^ ((read32(secret, 0) ^ read32(secret, 4)) + seed))
	case n <= 8:
		seed ^= uint64(bits.ReverseBytes32(uint32(seed))) << 32
		h := (read32(b, n-4) | read32(b, 0)<<32) ^ ((read64(secret, 8) ^ read64(secret, 16)) - seed)
		h = (h ^ bits.RotateLeft64(h, 49) ^ bits.RotateLeft64(h, 24)) * 0x9FB21C651E98DF25
		h = (h ^ (h>>35 + uint64(n))) * 0x9FB21C651E98DF25
		return h ^ h>>28
	default:
		low := read64(b, 0) ^ ((read64(secret, 24) ^ read64(secret, 32)) + seed)
		high := read64(b, n-8) ^ ((read64(secret, 40) ^ read64(secret, 48)) - seed)
		return avalanche(uint64(n) + bits.ReverseBytes64(low) + high + fold(low, high))
	}
}

// 17 to 240 bytes: 16 at a time.
func xxh3Middle(b []byte, seed uint64, secret []byte) uint64 {
	n := len(b)
	acc := uint64(n) * xxhPrime64a
	mix16 := func(at, secretAt int) {
		acc += fold(read64(b, at)^(read64(secret, secretAt)+seed), read64(b, at+8)^(read64(secret, secretAt+8)-seed))
	}
	if n <= 128 {
		for i := (n - 1) / 32; i >= 0; i-- {
			mix16(16*i, 32*i)
			mix16(n-16*(i+1), 32*i+16)
		}
		return avalanche(acc)
	}
	for i := 0; i < 8; i++ {
		mix16(16*i, 16*i)
	}
	acc = avalanche(acc)
	for i := 8; i < n/16; i++ {
		mix16(16*i, 16*(i-8)+3)
	}
	mix16(n-16, 119)
	return avalanche(acc)
}

// More than 240 bytes: stripes of 64, 16 of them a block.
func xxh3Long(b []byte, secret []byte) uint64 {
	acc := [8]uint64{xxhPrime32c, xxhPrime64a, xxhPrime64b, xxhPrime64c, xxhPrime64d, xxhPrime32b, xxhPrime64e, xxhPrime32a}
	stripes := (len(b) - 1) / 64
	for i := 0; i < stripes; i++ {
		accumulate(&acc, b[64*i:], secret[8*(i%16):])
		if i%16 == 15 {
			for lane := range acc {
				acc[lane] = (acc[lane] ^ acc[lane]>>47 ^ read64(secret, 128+8*lane)) * xxhPrime32a
			}
		}
	}
	accumulate(&acc, b[len(b)-64:], secret[121:])
	h := uint64(len(b)) * xxhPrime64a
	for i := 0; i < 8; i += 2 {
		h += fold(acc[i]^read64(secret, 11+8*i), acc[i+1]^read64(secret, 11+8*(i+1)))
	}
	return avalanche(h)
}

func accumulate(acc *[8]uint64, stripe, secret []byte) {
	for lane := range acc {
		word := read64(stripe, 8*lane)
		keyed := word ^ read64(secret, 8*lane)
		acc[lane^1] += word
		acc[lane] += uint64(uint32(keyed)) * (keyed >> 32)
	}
}
