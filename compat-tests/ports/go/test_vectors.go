package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/ioutil"
	"math"
	"os"
	"reflect"
	"strings"
)

// Scores whose logarithm fdlibm rounds otherwise than other libraries do, and four that a fused multiply-add would. The
// file happens to have none.
var logarithms = [][2]string{
	{"63ca828dd5f4b3b2", "3fee25ac96d227b8"},
	{"b2221a58008a05a6", "3fd73596a352f95e"},
	{"9755d4c13a902931", "3fe0d25e35330be0"},
	{"51431193e6c3f339", "3ff25c2804c75090"},
	{"da71144896c8da19", "3fc44ee98d4c952e"},
	{"aa2ca1af6a107b75", "3fda2278c730c136"},
	{"29e821a4c74803e3", "3ffcf4a7ab2ff12e"},
	{"5eda92d864ac5db9", "3fefc559c25dbff8"},
	{"59fb23361057fff1", "3ff0bab0e0d7a125"},
	{"a8939faf83e6a804", "3fdabd05240a3c67"},
	{"b35a999bfa5a0b49", "3fd6c5b266ac0dfa"},
	{"5e01bd75ac871c80", "3ff0076a4b52944a"},
}

// Ties, which no real hash gives: these words make the key "" and the ids bid the scores beside them; others bid mix(0).
var words = map[string]uint64{
	"low":          0x38124bfea89606c3, // 0000000000000001
	"below":        0x00f7d3892b36b6cb, // 7fffffffffffffff
	"above":        0xf2b4670da0de7a1c, // 8000000000000001
	"more":         0x1d990c5539fe7308, // 8000000000000fff: the same time as above
	"plus":         0xff5bf539d6611e4e, // 63ca828dd5f4b3b2: most libraries' log is a bit more
	"beside plus":  0xe999575df20553b1, // b0c11fdecb91ce37
	"minus":        0xe728556657efa09b, // 9755d4c13a902931: most libraries' log is a bit less
	"beside minus": 0xc8a25f0dc608e580, // de28123c7fd39898
}

// What ranks so, the best first. The candidates are given in the other order.
var orders = []struct {
	name   string
	ranked []Candidate
}{
	{"scores are unsigned", []Candidate{{"above", 1, true}, {"below", 1, true}}},
	{"with equal scores the smaller id as UTF-8 bytes wins", []Candidate{{"10", 1, true}, {"9", 1, true}, {"a", 1, true},
		{"ab", 1, true}, {"\uFFFD", 1, true}, {"\U0001F600", 1, true}}},
	{"with equal times the higher score wins", []Candidate{{"more", 2, true}, {"above", 2, true}, {"low", 1, true}}},
	{"with equal times and scores the smaller id as UTF-8 bytes wins",
		[]Candidate{{"\uFFFD", 2, true}, {"\U0001F600", 2, true}, {"low", 1, true}}},
	{"a logarithm a bit too large loses", []Candidate{{"plus", 1, true}, {"beside plus", 0.393181956617967, true}}},
	{"a logarithm a bit too small wins", []Candidate{{"beside minus", 0.26973693712306, true}, {"minus", 1, true}}},
}

var refusals = []struct {
	name           string
	candidates     []Candidate
	slotBits, base int
}{
	{"weight 0", []Candidate{{"0", 0, true}}, 0, 0},
	{"weight NaN", []Candidate{{"0", math.NaN(), true}}, 0, 0},
	{"weight 1e-7", []Candidate{{"0", 1e-7, true}}, 0, 0},
	{"weight 2e6", []Candidate{{"0", 2e6, true}}, 0, 0},
	{"an id twice", []Candidate{{"0", 1, true}, {"1", 1, true}, {"0", 1, true}}, 0, 0},
	{"no candidate", nil, 0, 0},
	{"none active", []Candidate{{"0", 1, false}}, 0, 0},
	{"slot bits 21", []Candidate{{"0", 1, true}}, 21, 0},
	{"a base with slots", []Candidate{{"0", 1, true}}, 1, 1},
	{"a base partition with a weight", []Candidate{{"0", 2, true}}, 0, 1},
}

type rankVector struct {
	Hash, Seed, Secret, Key, KeyHash, ScoreOfFirst string
	SlotBits                                       *int
	Slot                                           *int
	Candidates                                     []candidateVector
	Rank                                           []string
}

type basedVector struct {
	Hash, Seed, Secret, Key, Murmur2, Owner string
	Base                                    int
	Active                                  []candidateVector
}

type minusLogVector struct{ Score, MinusLogBits string }

type candidateVector struct {
	ID     string
	Weight float64
}

func compare(step string, expected, actual interface{}) error {
	if !reflect.DeepEqual(expected, actual) {
		return fmt.Errorf("%s: expected %v, actual %v", step, expected, actual)
	}
	return nil
}

// firstOf is the first error, as the first step that differs.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func malformed(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("malformed: %v", err)
}

func checkRank(content []byte) error {
	var vector rankVector
	if err := decode(content, &vector); err != nil {
		return malformed(err)
	}
	if vector.SlotBits == nil {
		return fmt.Errorf("malformed: no field slotBits")
	}
	key, keyErr := hex.DecodeString(vector.Key)
	hash, hashErr := vectorHash(vector.Hash, vector.Seed, vector.Secret)
	if err := firstOf(keyErr, hashErr); err != nil {
		return malformed(err)
	}
	candidates := candidatesOf(vector.Candidates)
	placement, err := NewPlacement(candidates, hash, *vector.SlotBits, 0)
	if err != nil {
		return malformed(err)
	}
	first, err := firstRanked(vector.Rank, candidates)
	if err != nil {
		return malformed(err)
	}
	alone, _ := NewPlacement([]Candidate{first}, hash, *vector.SlotBits, 0)
	return checkSteps(vector, placement.Explain(key), alone.Explain(key).Score, placement.Rank(key))
}

func checkSteps(vector rankVector, why Explanation, scoreOfFirst uint64, rank []string) error {
	slot := -1
	if vector.Slot != nil {
		slot = *vector.Slot
	}
	// Where another candidate came first with this very score, it is not the score that is wrong but the order.
	score := fmt.Sprintf("%016x", why.Score)
	if score != vector.ScoreOfFirst {
		score = fmt.Sprintf("%016x", scoreOfFirst)
	}
	if len(rank) > len(vector.Rank) {
		rank = rank[:len(vector.Rank)]
	}
	return firstOf(
		compare("hash", vector.KeyHash, fmt.Sprintf("%016x", why.KeyHash)),
		compare("slot", slot, why.Slot),
		compare("score", vector.ScoreOfFirst, score),
		compare("order", vector.Rank, rank),
		compare("order", vector.Rank[0], why.Owner))
}

// The candidate that comes first in the rank, all of whose ids must be candidates'.
func firstRanked(rank []string, candidates []Candidate) (Candidate, error) {
	byID := map[string]Candidate{}
	for _, c := range candidates {
		byID[c.ID] = c
	}
	for _, id := range rank {
		if _, known := byID[id]; !known {
			return Candidate{}, fmt.Errorf("%q in rank; allowed: the ids of candidates", id)
		}
	}
	if len(rank) == 0 {
		return Candidate{}, fmt.Errorf("an empty rank; allowed: at least one id")
	}
	return byID[rank[0]], nil
}

func candidatesOf(vector []candidateVector) []Candidate {
	var candidates []Candidate
	for _, c := range vector {
		candidates = append(candidates, Candidate{c.ID, c.Weight, true})
	}
	return candidates
}

func vectorHash(name, seed, secret string) (Hash, error) {
	switch name {
	case "xxh3-64":
		number, err := word(seed)
		return XXH3(number), err
	case "siphash-2-4":
		bytes, err := hex.DecodeString(secret)
		if err != nil {
			return nil, err
		}
		return sipHash(bytes)
	}
	return nil, fmt.Errorf("hash %q; allowed: xxh3-64, siphash-2-4", name)
}

func checkMinusLog(content []byte) error {
	var vector minusLogVector
	if err := decode(content, &vector); err != nil {
		return malformed(err)
	}
	return checkLogarithm(vector.Score, vector.MinusLogBits)
}

func checkLogarithm(score, bits string) error {
	number, err := word(score)
	if err != nil {
		return malformed(err)
	}
	return compare("log", bits, fmt.Sprintf("%016x", math.Float64bits(minusLog(number))))
}

func checkBased(content []byte) error {
	var vector basedVector
	if err := decode(content, &vector); err != nil {
		return malformed(err)
	}
	key, keyErr := hex.DecodeString(vector.Key)
	hash, hashErr := vectorHash(vector.Hash, vector.Seed, vector.Secret)
	if err := firstOf(keyErr, hashErr); err != nil {
		return malformed(err)
	}
	if err := compare("murmur2", vector.Murmur2, fmt.Sprintf("%08x", murmur2(key))); err != nil {
		return err
	}
	placement, err := NewPlacement(candidatesOf(vector.Active), hash, 0, vector.Base)
	if err != nil {
		return malformed(err)
	}
	return compare("owner", vector.Owner, placement.Owner(key))
}

func checkOrder(ranked []Candidate) error {
	var ids []string
	var candidates []Candidate
	for i, c := range ranked {
		ids = append(ids, c.ID)
		candidates = append(candidates, ranked[len(ranked)-1-i])
	}
	placement, err := NewPlacement(candidates, func(bytes []byte) uint64 { return words[string(bytes)] }, 0, 0)
	if err != nil {
		return err
	}
	return firstOf(compare("order", ids, placement.Rank(nil)), compare("order", ids[0], placement.Owner(nil)))
}

func checkRefusal(candidates []Candidate, slotBits, base int) error {
	_, err := NewPlacement(candidates, XXH3(0), slotBits, base)
	if !strings.Contains(fmt.Sprint(err), "; allowed") {
		return fmt.Errorf("refusal: expected an error that says what is allowed, actual %v", err)
	}
	return nil
}

// report counts what passed, and prints a line for each case that failed.
type report struct {
	sections       []string
	bySection      map[string]int
	passed, failed int
}

func (r *report) add(section, name string, err error) {
	if _, known := r.bySection[section]; !known {
		r.bySection[section] = 0
		r.sections = append(r.sections, section)
	}
	if err == nil {
		r.passed++
		r.bySection[section]++
		return
	}
	r.failed++
	fmt.Printf("%s %s: %v\n", section, name, err)
}

// The file's sections that are a port's business, by name.
func readVectors(path string) map[string][]json.RawMessage {
	content, err := ioutil.ReadFile(path)
	if err != nil {
		fail(2, "%v", err)
	}
	var file map[string]json.RawMessage
	if err := json.Unmarshal(content, &file); err != nil {
		fail(2, "%s: %v", path, err)
	}
	if string(file["protocol"]) != `"hrw-v1"` {
		fail(2, "%s: no file of vectors; allowed: an object whose protocol is hrw-v1", path)
	}
	known := map[string]bool{"rank": true, "minusLog": true, "based": true, "bounded": true}
	sections := map[string][]json.RawMessage{}
	count := 0
	for name, value := range file {
		var vectors []json.RawMessage
		if name == "protocol" {
			continue
		}
		if !known[name] || json.Unmarshal(value, &vectors) != nil {
			fail(2, "%s: %s; allowed: lists named rank, minusLog, based, bounded", path, name)
		}
		if name != "bounded" {
			sections[name] = vectors
			count += len(vectors)
		}
	}
	if count == 0 {
		fail(2, "%s: no vectors; allowed: at least one in rank, minusLog, based", path)
	}
	return sections
}

func nameOf(place int, content []byte) string {
	var vector struct{ Key, Score *string }
	_ = json.Unmarshal(content, &vector)
	switch {
	case vector.Key != nil:
		return fmt.Sprintf("[%d] key %s", place, *vector.Key)
	case vector.Score != nil:
		return fmt.Sprintf("[%d] score %s", place, *vector.Score)
	}
	return fmt.Sprintf("[%d]", place)
}

// Holds hrw_v1.go against a file of golden vectors: test VECTORS.json.
func test(arguments []string) {
	if len(arguments) != 1 {
		fail(2, "usage: test VECTORS.json")
	}
	sections := readVectors(arguments[0])
	r := report{bySection: map[string]int{}}
	checks := map[string]func([]byte) error{"rank": checkRank, "minusLog": checkMinusLog, "based": checkBased}
	for _, name := range []string{"rank", "minusLog", "based"} {
		for place, vector := range sections[name] {
			r.add(name, nameOf(place, vector), checks[name](vector))
		}
	}
	for _, pair := range logarithms {
		r.add("log", pair[0], checkLogarithm(pair[0], pair[1]))
	}
	for _, o := range orders {
		r.add("order", o.name, checkOrder(o.ranked))
	}
	for _, refusal := range refusals {
		r.add("refusal", refusal.name, checkRefusal(refusal.candidates, refusal.slotBits, refusal.base))
	}
	var counts []string
	for _, name := range r.sections {
		counts = append(counts, fmt.Sprintf("%s %d", name, r.bySection[name]))
	}
	fmt.Printf("go: %d passed, %d failed (%s)\n", r.passed, r.failed, strings.Join(counts, ", "))
	if r.failed > 0 {
		os.Exit(1)
	}
}
