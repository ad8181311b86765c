package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/ioutil"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// What the programs here share: the files of a plan and of keys, and one line for each error.

// Plan is a placement with the partitions that the topic must have for it.
type Plan struct {
	placement *Placement
	needed    []int
}

// The file of a plan.
type planFile struct {
	Algorithm  string          `json:"algorithm"`
	Hash       string          `json:"hash"`
	Seed       *string         `json:"seed"`
	SecretFile *string         `json:"secretFile"`
	SlotBits   int             `json:"slotBits"`
	Base       *string         `json:"base"`
	Candidates []candidateFile `json:"candidates"`
}

type candidateFile struct {
	ID     string   `json:"id"`
	Weight *float64 `json:"weight"`
	State  *string  `json:"state"`
}

var (
	partitionPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,8})$`)
	basePattern      = regexp.MustCompile(`^murmur2/([1-9][0-9]{0,8})$`)
)

// fail ends the program with one line: code 2 for bad input, 1 for everything else.
func fail(code int, format string, values ...interface{}) {
	fmt.Fprintln(os.Stderr, strings.Join(strings.Fields(fmt.Sprintf(format, values...)), " "))
	os.Exit(code)
}

func readPlan(path string) Plan {
	content, err := ioutil.ReadFile(path)
	if err != nil {
		fail(2, "--plan %v", err)
	}
	plan, err := parsePlan(content)
	if err != nil {
		fail(2, "--plan %s: %v", path, err)
	}
	return plan
}

func parsePlan(content []byte) (Plan, error) {
	var file planFile
	if err := decode(content, &file); err != nil {
		return Plan{}, err
	}
	if file.Algorithm != "hrw-v1" {
		return Plan{}, fmt.Errorf("algorithm %q; allowed: hrw-v1", file.Algorithm)
	}
	var candidates []Candidate
	var needed []int
	for _, c := range file.Candidates {
		candidate, err := c.candidate()
		if err != nil {
			return Plan{}, err
		}
		candidates = append(candidates, candidate)
		needed = append(needed, number(candidate.ID))
	}
	base := 0
	if file.Base != nil {
		match := basePattern.FindStringSubmatch(*file.Base)
		if match == nil {
			return Plan{}, fmt.Errorf("base %q; allowed: murmur2/1 to murmur2/1048576, or null", *file.Base)
		}
		base, _ = strconv.Atoi(match[1])
	}
	hash, err := planHash(&file)
	if err != nil {
		return Plan{}, err
	}
	placement, err := NewPlacement(candidates, hash, file.SlotBits, base)
	for partition := 0; partition < base; partition++ {
		needed = append(needed, partition)
	}
	return Plan{placement, needed}, err
}

// decode refuses fields that nobody knows and whatever follows the value.
func decode(content []byte, value interface{}) error {
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return err
	}
	if decoder.More() {
		return fmt.Errorf("something after the end; allowed: one JSON value")
	}
	return nil
}

func (c candidateFile) candidate() (Candidate, error) {
	if !partitionPattern.MatchString(c.ID) {
		return Candidate{}, fmt.Errorf("the candidate id %q; allowed: a partition number as text", c.ID)
	}
	candidate := Candidate{ID: c.ID, Weight: 1, Active: true}
	if c.Weight != nil {
		candidate.Weight = *c.Weight
	}
	if c.State != nil {
		candidate.Active = *c.State == "active"
		if !candidate.Active && *c.State != "filling" && *c.State != "draining" {
			return candidate, fmt.Errorf("the state %q of candidate %q; allowed: active, filling, draining", *c.State, c.ID)
		}
	}
	return candidate, nil
}

func planHash(file *planFile) (Hash, error) {
	switch file.Hash {
	case "xxh3-64":
		if file.Seed == nil {
			return XXH3(0), nil
		}
		seed, err := word(*file.Seed)
		if err != nil {
			return nil, fmt.Errorf("seed %v", err)
		}
		return XXH3(seed), nil
	case "siphash-2-4":
		if file.SecretFile == nil {
			return nil, fmt.Errorf("no secretFile; needed with siphash-2-4")
		}
		content, err := ioutil.ReadFile(*file.SecretFile)
		if err != nil {
			return nil, err
		}
		return sipHash(content)
	}
	return nil, fmt.Errorf("hash %q; allowed: xxh3-64, siphash-2-4", file.Hash)
}

func sipHash(bytes []byte) (Hash, error) {
	var secret [16]byte
	if len(bytes) != len(secret) {
		return nil, fmt.Errorf("a siphash-2-4 secret has %d bytes; allowed: exactly 16 raw bytes", len(bytes))
	}
	copy(secret[:], bytes)
	return SipHash24(secret), nil
}

// word reads 16 hexadecimal digits.
func word(digits string) (uint64, error) {
	number, err := strconv.ParseUint(digits, 16, 64)
	if err != nil || fmt.Sprintf("%016x", number) != digits {
		return 0, fmt.Errorf("%q; allowed: 16 lower-case hexadecimal digits", digits)
	}
	return number, nil
}

// readKeys reads a key in hex a line; an empty line is the empty key, "-" is nil.
func readKeys(path string) [][]byte {
	content, err := ioutil.ReadFile(path)
	if err != nil {
		fail(2, "--keys %v", err)
	}
	lines := strings.Split(string(content), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	keys := make([][]byte, len(lines))
	for i, line := range lines {
		if line == "-" {
			continue
		}
		if keys[i], err = hex.DecodeString(line); err != nil {
			fail(2, "--keys %s: line %d: %.40q; allowed: hex, nothing, or -", path, i+1, line)
		}
	}
	return keys
}
