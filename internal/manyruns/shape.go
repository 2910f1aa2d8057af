package manyruns

import (
	"fmt"
	"math"
	"strings"
	"sync"
)

// Traces is how much the agents of an Arena say and do in a round.
type Traces int

// The kinds of traces.
const (
	Short  Traces = iota // a call or none and a few words
	None                 // the question and the answer alone
	Public               // as long and as varied as in the public run
)

// The shape of Public is that of the run of ClawArena that its authors published, 337
// rounds by gemma-4-31b in OpenClaw: quantiles of what its messages hold. Lengths are in
// characters.
var (
	callsOfChoice = shape{0, 0, 0, 1, 2, 3, 4, 5, 5, 7}
	callsOfScript = shape{0, 1, 1, 2, 3, 5, 7, 11, 14, 160}
	questions     = shape{363, 601, 765, 1080, 1457, 1704, 1928, 2234, 2454, 3066}
	// Beside the answer.
	reasonsOfChoice = shape{0, 0, 0, 1113, 1437, 1651, 1826, 1981, 2243, 2312}
	reasonsOfScript = shape{0, 310, 424, 560, 716, 884, 990, 1090, 1194, 1308}

	// Tools by their share of the calls of a choice, and of a script beside its first.
	tools = []tool{
		{"read", .75, .28, "path", shape{7, 19, 22, 26, 30, 35, 128, 142, 145, 147},
			shape{228, 701, 1280, 1816, 3631, 5170, 24860, 40452, 51248, 51269}},
		{"write", 0, .58, "content", shape{182, 386, 878, 1622, 2505, 3037, 3426, 3954, 7438, 26323},
			shape{50, 58, 62, 67, 71, 79, 172, 179, 194, 20625}},
		{"exec", .09, .11, "command", shape{2, 33, 43, 133, 137, 151, 295, 1959, 2342, 2587},
			shape{11, 30, 30, 30, 226, 391, 790, 1329, 2422, 5116}},
		{"sessions_history", .16, .03, "sessionKey", shape{36, 36, 50, 60, 65, 69, 73, 73, 75, 75},
			shape{92, 92, 2705, 4247, 13544, 47482, 56887, 56887, 70695, 70695}},
	}
)

// tool is one that agents call.
type tool struct {
	name                string
	ofChoice, ofScript  float64 // share of the calls of such a round
	argument            string  // the name of the argument that is long
	argumentLen, result shape
}

// shape holds quantiles at shapeAt; values between them are drawn geometrically, because
// the last tenth of most spans two orders of magnitude.
type shape [10]float64

var shapeAt = shape{0, .10, .25, .50, .75, .90, .95, .98, .99, 1}

func (q shape) draw(u float64) int {
	i := 0
	for i < len(q)-2 && u >= shapeAt[i+1] {
		i++
	}
	part := (u - shapeAt[i]) / (shapeAt[i+1] - shapeAt[i])
	if q[i+1] <= 10 { // counts
		return int(q[i] + part*(q[i+1]-q[i]) + .5)
	}
	return int(math.Exp(math.Log(q[i]+1)+part*(math.Log(q[i+1]+1)-math.Log(q[i]+1)))) - 1
}

// dice are draws one after the other, which is cheaper than uniform for each word.
type dice uint64

func roll(keys ...int) *dice {
	return new(dice(uniform(keys...) * (1 << 53)))
}

func (d *dice) next() float64 {
	*d += 0x9e3779b97f4a7c15
	x := uint64(*d)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return float64((x^x>>31)>>11) / (1 << 53)
}

func (d *dice) below(n int) int { return int(d.next() * float64(n)) }

// The words of the public run: 30,552 different ones among 426,938, and 113,384 Chinese
// characters in 3.36 million.
const (
	wordKinds   = 30000
	shareOfNew  = .03  // numbers and names that stand in one place alone
	shareOfHan  = .034 // lines in Chinese, of all
	linesOfCase = 250  // what the files of one scenario hold
	shareOfCase = .30  // of the lines that an agent writes, those that it has read
)

// words are drawn by Zipf's law: word n about 1/n times as often as the first.
func (d *dice) word(b *strings.Builder) {
	if d.next() < shareOfNew {
		fmt.Fprintf(b, "%x", 0x1000+d.below(1<<28))
		return
	}
	rank := int(math.Exp(d.next()*math.Log(wordKinds))) - 1
	spell(b, rank)
}

// spell writes the word of a rank, the shorter the more frequent.
func spell(b *strings.Builder, rank int) {
	const first, second = "tsrnldcmpbfghvkw", "aeiou"
	for n := rank + 3; n > 0; n /= len(first) * len(second) {
		b.WriteByte(first[n%len(first)])
		b.WriteByte(second[n/len(first)%len(second)])
	}
	if rank > 200 {
		b.WriteString([]string{"n", "ing", "s", "ter", "ed", "tion"}[rank%6])
	}
}

// line is one of about 80 characters.
func (d *dice) line() string {
	var b strings.Builder
	if d.next() < shareOfHan {
		for range 60 {
			b.WriteRune(rune(0x4e00 + int(math.Exp(d.next()*math.Log(2500)))))
		}
		return b.String()
	}
	switch d.below(6) {
	case 0:
		b.WriteString("- **")
		d.word(&b)
		b.WriteString("**: ")
	case 1:
		fmt.Fprintf(&b, "| 2026-%02d-%02d | ", 1+d.below(12), 1+d.below(28))
	case 2:
		b.WriteString("    \"")
		d.word(&b)
		b.WriteString("\": ")
	}
	for b.Len() < 78 {
		d.word(&b)
		b.WriteByte(' ')
	}
	return b.String()
}

var casesKnown sync.Map // of scenario, []string

// caseLines are what all agents can read in a scenario.
func caseLines(s int) []string {
	if known, ok := casesKnown.Load(s); ok {
		return known.([]string)
	}
	d := roll(ofText, s)
	list := make([]string, linesOfCase)
	for i := range list {
		list[i] = d.line()
	}
	casesKnown.Store(s, list)
	return list
}

// read is n characters of a file of the scenario, the same for each agent that reads it.
func read(lines []string, d *dice, n int) string {
	at := d.below(len(lines))
	var b strings.Builder
	for ; b.Len() < n; at++ {
		b.WriteString(lines[at%len(lines)])
		b.WriteByte('\n')
	}
	return cut(b.String(), n)
}

// written is n characters of an agent's own, with lines of what it has read.
func written(lines []string, d *dice, n int) string {
	var b strings.Builder
	for b.Len() < n {
		if d.next() < shareOfCase {
			b.WriteString(lines[d.below(len(lines))])
		} else {
			b.WriteString(d.line())
		}
		b.WriteByte('\n')
	}
	return cut(b.String(), n)
}

// cut takes about n bytes, whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// Word is the n-th most frequent word of Public traces, counted from 1.
func Word(n int) string {
	var b strings.Builder
	spell(&b, n-1)
	return b.String()
}
