// The rule hrw-v1: which partition owns a key, by rendezvous hashing, to the last bit as every other producer computes it.
//
// Copy this file and xxh3.go beside your producer, and give them its package's name. It needs github.com/dchest/siphash.

package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"sort"
	"strconv"
	"unicode/utf8"

	"github.com/dchest/siphash"
)

// Hash is the hash of keys and ids.
type Hash func(bytes []byte) uint64

// XXH3 is the hash for keys that you make.
func XXH3(seed uint64) Hash {
	secret := xxh3Secret(seed)
	return func(bytes []byte) uint64 { return xxh3(bytes, seed, secret) }
}

// SipHash24 is the hash for keys that strangers choose. secret: 16 bytes that only the producers know.
func SipHash24(secret [16]byte) Hash {
	k0, k1 := binary.LittleEndian.Uint64(secret[:8]), binary.LittleEndian.Uint64(secret[8:])
	return func(bytes []byte) uint64 { return siphash.Hash(k0, k1, bytes) }
}

// Candidate may own keys. ID: a partition's number in decimal, for ever. Weight: 1e-6 to 1e6, 1 as a rule. Only active
// ones get keys.
type Candidate struct {
	ID     string
	Weight float64
	Active bool
}

// Partitions are n active candidates of weight 1, numbered from 0.
func Partitions(n int) []Candidate {
	candidates := make([]Candidate, n)
	for i := range candidates {
		candidates[i] = Candidate{ID: strconv.Itoa(i), Weight: 1, Active: true}
	}
	return candidates
}

// Explanation is a key's owner and how it came about. Slot: -1 where there are no slots.
type Explanation struct {
	Owner   string
	KeyHash uint64
	Slot    int
	Score   uint64
}

// Placement knows the owners of keys. May be used by many goroutines.
type Placement struct {
	hash     Hash
	slotBits int
	base     int
	active   contest
	all      contest // with a base: all base partitions and the active later ones
}

// NewPlacement places keys among the candidates, which are in any order. slotBits: 0, or the b of 2^b slots (1 to 20). base:
// 0, or the n of murmur2/n for a topic that Kafka's default partitioner filled over n partitions.
func NewPlacement(candidates []Candidate, hash Hash, slotBits, base int) (*Placement, error) {
	if err := check(candidates, slotBits, base); err != nil {
		return nil, err
	}
	var active, all []Candidate
	if base > 0 {
		all = Partitions(base)
	}
	for _, c := range candidates {
		if c.Active {
			active = append(active, c)
		}
		if c.Active && base > 0 && number(c.ID) >= base {
			all = append(all, c)
		}
	}
	return &Placement{hash, slotBits, base, newContest(active, hash), newContest(all, hash)}, nil
}

// Owner is the ID of the candidate that owns the key. An empty key has an owner; a nil one has not: see Spread.
func (p *Placement) Owner(key []byte) string { return p.Explain(key).Owner }

// Explain tells the owner with the words that decided.
func (p *Placement) Explain(key []byte) Explanation {
	word := p.hash(key)
	if p.slotBits > 0 {
		slot := p.slot(word)
		best := p.active.best(p.slotHash(slot))
		return Explanation{best.id, word, slot, best.score}
	}
	best := p.active.best(word)
	if p.base > 0 {
		best = p.based(word, key, best)
	}
	return Explanation{best.id, word, -1, best.score}
}

// Rank lists all active candidates, the best first. Not with a base, whose owners are not the first by rank.
func (p *Placement) Rank(key []byte) []string {
	word := p.hash(key)
	if p.slotBits > 0 {
		word = p.slotHash(p.slot(word))
	}
	return p.active.rank(word)
}

// Spread is the ID of an active candidate for a record without a key, in proportion to the weights. random: a random word.
func (p *Placement) Spread(random uint64) string { return p.active.best(random).id }

func (p *Placement) slot(word uint64) int { return int(word >> (64 - p.slotBits)) }

func (p *Placement) slotHash(slot int) uint64 { return p.hash([]byte(strconv.Itoa(slot))) }

// A later partition that wins against all base partitions, or else the key's home, if that is active.
func (p *Placement) based(word uint64, key []byte, best bid) bid {
	if winner := p.all.best(word); number(winner.id) >= p.base {
		return winner
	}
	home := strconv.Itoa(int(murmur2(key)&0x7fffffff) % p.base)
	for _, n := range p.active.nodes {
		if n.id == home {
			return p.active.bid(n, word)
		}
	}
	return best
}

// Candidates that bid for a word; no bid depends on who else bids.
type contest struct {
	weighted bool
	nodes    []node // by id as bytes, so that of equal bids the first wins
}

type node struct {
	id     string
	weight float64
	hash   uint64
}

type bid struct {
	id    string
	time  float64
	score uint64
}

func newContest(candidates []Candidate, hash Hash) contest {
	var c contest
	for _, candidate := range candidates {
		// The extra mix keeps key "3" from cancelling candidate "3".
		c.nodes = append(c.nodes, node{candidate.ID, candidate.Weight, mix(hash([]byte(candidate.ID)))})
		c.weighted = c.weighted || candidate.Weight != candidates[0].Weight
	}
	sort.Slice(c.nodes, func(i, j int) bool { return c.nodes[i].id < c.nodes[j].id })
	return c
}

func (c *contest) bid(n node, word uint64) bid {
	b := bid{id: n.id, score: mix(word ^ n.hash)}
	if c.weighted {
		b.time = minusLog(b.score) / n.weight
	}
	return b
}

func (c *contest) best(word uint64) bid {
	best := c.bid(c.nodes[0], word)
	for _, n := range c.nodes[1:] {
		if b := c.bid(n, word); b.beats(best) {
			best = b
		}
	}
	return best
}

func (c *contest) rank(word uint64) []string {
	var bids []bid
	for _, n := range c.nodes {
		bids = append(bids, c.bid(n, word))
	}
	sort.SliceStable(bids, func(i, j int) bool { return bids[i].beats(bids[j]) })
	var ids []string
	for _, b := range bids {
		ids = append(ids, b.id)
	}
	return ids
}

// The smaller time wins, then the higher score.
func (b bid) beats(other bid) bool {
	return b.time < other.time || b.time == other.time && b.score > other.score
}

// SplitMix64's finaliser.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// -log of the score as a real between 0 and 1, as fdlibm's __ieee754_log rounds it. math.Log differs from it in the last bit
// here and there, and so would owners. The conversions keep the compiler from fusing a product with a sum.
func minusLog(score uint64) float64 {
	bits := math.Float64bits((float64(score>>12) + 0.5) * 0x1p-52)
	high := uint32(bits>>32) & 0xfffff
	carry := (high + 0x95f64) & 0x100000
	k := float64(int(bits>>52) - 1023 + int(carry>>20))
	f := math.Float64frombits(bits&0xffffffff|uint64(high|(carry^0x3ff00000))<<32) - 1
	ln2High := float64(k * 6.93147180369123816490e-01)
	ln2Low := float64(k * 1.90821492927058770002e-10)
	if f >= -0x1p-20 && f < 0x1p-20 {
		r := float64(float64(f*f) * (0.5 - float64(0.33333333333333333*f)))
		return -(ln2High - ((r - ln2Low) - f))
	}
	s := f / (2 + f)
	z := float64(s * s)
	w := float64(z * z)
	t1 := float64(w * (3.999999999940941908e-01 + float64(w*(2.222219843214978396e-01+float64(w*1.531383769920937332e-01)))))
	t2 := float64(z * (6.666666666666735130e-01 +
		float64(w*(2.857142874366239149e-01+float64(w*(1.818357216161805012e-01+float64(w*1.479819860511658591e-01)))))))
	r := t2 + t1
	if high >= 0x6147a && high <= 0x6b851 {
		h := float64(float64(0.5*f) * f)
		return -(ln2High - ((h - (float64(s*(h+r)) + ln2Low)) - f))
	}
	return -(ln2High - ((float64(s*(f-r)) - ln2Low) - f))
}

// The 32-bit hash of Kafka's default partitioner in Java.
func murmur2(key []byte) uint32 {
	const m = 0x5bd1e995
	h := 0x9747b28c ^ uint32(len(key))
	for ; len(key) >= 4; key = key[4:] {
		k := binary.LittleEndian.Uint32(key) * m
		h = h*m ^ (k^k>>24)*m
	}
	if len(key) > 0 {
		for i, b := range key {
			h ^= uint32(b) << (8 * i)
		}
		h *= m
	}
	h = (h ^ h>>13) * m
	return h ^ h>>15
}

// The number that an id spells, or -1 where it is no partition number.
func number(id string) int {
	n, err := strconv.ParseInt(id, 10, 32)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != id {
		return -1
	}
	return int(n)
}

func check(candidates []Candidate, slotBits, base int) error {
	ids := map[string]bool{}
	active := 0
	for _, c := range candidates {
		switch {
		case c.ID == "" || !utf8.ValidString(c.ID):
			return fmt.Errorf("the candidate id %q; allowed: any non-empty, well-formed text", c.ID)
		case ids[c.ID]:
			return fmt.Errorf("the candidate id %q stands twice; allowed: distinct ids", c.ID)
		case !(c.Weight >= 1e-6 && c.Weight <= 1e6): // NaN too
			return fmt.Errorf("the weight %v of candidate %q; allowed: 1e-6 to 1e6 (leave it out for nothing)", c.Weight, c.ID)
		case base > 0 && number(c.ID) < 0:
			return fmt.Errorf("the candidate id %q with a base; allowed: partition numbers without leading zeros", c.ID)
		case base > 0 && number(c.ID) < base && c.Weight != 1:
			return fmt.Errorf("the weight %v of partition %s of the base murmur2/%d; allowed there: 1", c.Weight, c.ID, base)
		}
		ids[c.ID] = true
		if c.Active {
			active++
		}
	}
	switch {
	case active == 0:
		return fmt.Errorf("none of the %d candidates is active; allowed: at least one", len(candidates))
	case slotBits < 0 || slotBits > 20:
		return fmt.Errorf("slot bits %d; allowed: 0 (no slots) to 20", slotBits)
	case base < 0 || base > 1<<20:
		return fmt.Errorf("the base murmur2/%d; allowed: murmur2/1 to murmur2/%d", base, 1<<20)
	case base > 0 && slotBits > 0:
		return fmt.Errorf("slot bits %d with the base murmur2/%d; allowed with a base: 0", slotBits, base)
	}
	return nil
}
