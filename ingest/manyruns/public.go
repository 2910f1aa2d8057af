package manyruns

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
)

// Traces is how much the agents of an Arena say and do in a round.
type Traces int

// The kinds of traces.
const (
	Short  Traces = iota // a call or none and a few words
	None                 // no trace at all: verdicts, times and answers
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
	name               string
	ofChoice, ofScript float64 // share of the calls of such a round
	argument           string  // the name of the argument that is long
	length, result     shape
}

// shape holds quantiles at shapeAt; values between them are drawn geometrically, because
// the last tenth of most spans two orders of magnitude.
type shape [10]float64

var shapeAt = shape{0, .10, .25, .50, .75, .90, .95, .98, .99, 1}

func (q shape) draw(d *dice) int {
	u, i := d.Float64(), 0
	for i < len(q)-2 && u >= shapeAt[i+1] {
		i++
	}
	part := (u - shapeAt[i]) / (shapeAt[i+1] - shapeAt[i])
	if q[i+1] <= 10 { // counts
		return int(q[i] + part*(q[i+1]-q[i]) + .5)
	}
	return int(math.Pow(q[i]+1, 1-part)*math.Pow(q[i+1]+1, part)) - 1
}

// dice are draws one after the other, which is cheaper than uniform for each word.
type dice struct{ *rand.Rand }

func roll(keys ...int) *dice {
	return &dice{rand.New(rand.NewPCG(uint64(uniform(keys...)*(1<<53)), 4))}
}

// call is one of a tool and what came of it.
type call struct {
	tool      string
	arguments object
	result    string
	exit      int
}

// called are the calls of an attempt. In a short trace the script is run, once or, of an
// agent that goes round in circles, several times.
func (t *attempt) called() []call {
	var list []call
	if t.kind != choice {
		for range t.calls {
			list = append(list, call{"exec", object{"command": "python solve.py " + roundID(t.r)}, "wrote report.json", min(t.calls-1, 1)})
		}
	}
	if t.a.Traces != Public {
		return list
	}
	d, calls := roll(ofText, t.agent, t.s, t.r, t.a.Again), callsOfScript
	if t.kind == choice {
		calls = callsOfChoice
	}
	for range calls.draw(d) - len(list) {
		c := t.tool(d)
		arguments := object{c.argument: written(t.s, d, c.length.draw(d), shareOfCase)}
		result, from, share := c.result.draw(d), d, shareOfCase
		switch c.name {
		case "read", "sessions_history": // a file of this length, whoever reads it
			from, share = roll(ofText, t.s, result), 1
		case "write":
			arguments["path"] = "report.json"
		}
		list = append(list, call{c.name, arguments, written(t.s, from, result, share), 0})
	}
	return list
}

// tool draws one of those that the public run has used.
func (t *attempt) tool(d *dice) tool {
	u := d.Float64()
	for _, c := range tools {
		share := c.ofScript
		if t.kind == choice {
			share = c.ofChoice
		}
		if u -= share; u < 0 {
			return c
		}
	}
	return tools[0]
}

// The words of the public run: 30,552 different ones among 426,938, and 113,384 Chinese
// characters in 3.36 million.
const (
	wordKinds   = 30000
	shareOfNew  = .03  // numbers and names that stand in one place alone
	shareOfHan  = .034 // lines in Chinese, of all
	linesOfCase = 250  // what the files of one scenario hold
	shareOfCase = .30  // of the lines that an agent writes, those that it has read
)

// line is one of about 80 characters. Its words are drawn by Zipf's law: word n about
// 1/n times as often as the first.
func (d *dice) line() string {
	var b strings.Builder
	if d.Float64() < shareOfHan {
		for range 60 {
			b.WriteRune(rune(0x4e00 + int(math.Exp(d.Float64()*math.Log(2500)))))
		}
		return b.String()
	}
	b.WriteString([]string{"- ", "    ", "", "", "", ""}[d.IntN(6)])
	for b.Len() < 78 {
		if d.Float64() < shareOfNew {
			fmt.Fprintf(&b, "%x ", 0x1000+d.IntN(1<<28))
		} else {
			b.WriteString(Word(int(math.Exp(d.Float64()*math.Log(wordKinds)))) + " ")
		}
	}
	return b.String()
}

// Word is the n-th most frequent word of Public traces, counted from 1; the shorter the
// more frequent.
func Word(n int) string {
	const first, second = "tsrnldcmpbfghvkw", "aeiou"
	var word []byte
	for k := n + 2; k > 0; k /= len(first) * len(second) {
		word = append(word, first[k%len(first)], second[k/len(first)%len(second)])
	}
	if n > 201 {
		word = append(word, []string{"n", "ing", "s", "ter", "ed", "tion"}[(n-1)%6]...)
	}
	return string(word)
}

var casesKnown sync.Map // of scenario, func() []string

// caseLines are what all agents can read in a scenario.
func caseLines(s int) []string {
	lines, _ := casesKnown.LoadOrStore(s, sync.OnceValue(func() []string {
		d, list := roll(ofText, s), make([]string, linesOfCase)
		for i := range list {
			list[i] = d.line()
		}
		return list
	}))
	return lines.(func() []string)()
}

// written is about n bytes, whole characters, of which a share are lines that all agents
// can read in the scenario; they follow one another where they are all.
func written(s int, d *dice, n int, share float64) string {
	var b strings.Builder
	lines := caseLines(s)
	for at := d.IntN(len(lines)); b.Len() < n; at++ {
		switch {
		case share == 1:
			b.WriteString(lines[at%len(lines)])
		case d.Float64() < share:
			b.WriteString(lines[d.IntN(len(lines))])
		default:
			b.WriteString(d.line())
		}
		b.WriteByte('\n')
	}
	return strings.ToValidUTF8(b.String()[:max(n, 0)], "")
}
