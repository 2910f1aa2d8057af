package main

import (
	"fmt"
	"strings"
)

// agent is a scripted agent: a fixed way of reading, believing and answering.
// The same rounds and files always make it do the same.
type agent interface {
	name() string
	// play works on one round with the turn's tools and returns the answer.
	play(m *mind, t *turn) string
}

// agents returns the four tempers, in the order in which they are shown.
func agents() []agent {
	return []agent{thoroughReader{}, neverRevises{}, selectsEverything{}, skimmer{}}
}

// box writes letters in the form that the benchmark asks for.
func box(letters []string) string { return `\bbox{` + strings.Join(letters, ",") + "}" }

// weigh goes through the options of a round with what l knows, and returns the
// letters that hold and a line on each option.
func weigh(m *mind, t *turn, l look) (letters, reasons []string) {
	for _, letter := range t.round.letters() {
		verdict, why := unknown, []string{"no paper decides it"}
		if c, ok := m.plan.claims[t.round.ID][letter]; ok {
			verdict, why = c(l)
		}
		word := [...]string{unknown: "undecided", no: "does not hold", yes: "holds"}[verdict]
		reasons = append(reasons, fmt.Sprintf("%s %s: %s.", letter, word, strings.Join(why, ", ")))
		if verdict == yes {
			letters = append(letters, letter)
		}
	}
	return letters, reasons
}

// readInto reads files in one message and keeps what came back.
func readInto(m *mind, t *turn, why string, calls []call) {
	if len(calls) == 0 {
		return
	}
	for i, o := range t.do(why, calls...) {
		if !o.failed {
			m.seen[calls[i].args["path"].(string)] = o.text
		}
	}
}

// unread returns the papers that the question names and the agent has not read.
func unread(m *mind, t *turn) []string {
	var out []string
	for _, p := range named(t.round) {
		if _, ok := m.seen[p]; !ok {
			out = append(out, p)
		}
	}
	return out
}

const listCommand = "find . -type f ! -path './out/*' ! -path './tools/*' -exec cksum {} + | sort -k 3"

// list looks at the whole workspace and returns the files that are new or have
// changed since the last time.
func list(m *mind, t *turn, why string) []string {
	var changed []string
	for _, line := range strings.Split(t.do(why, shellCall(listCommand))[0].text, "\n") {
		f := strings.Fields(line)
		if len(f) != 3 {
			continue
		}
		path := strings.TrimPrefix(f[2], "./")
		if sum := f[0] + " " + f[1]; m.listing[path] != sum {
			m.listing[path] = sum
			changed = append(changed, path)
		}
	}
	return changed
}

func reads(paths []string) []call {
	var out []call
	for _, p := range paths {
		out = append(out, read(p))
	}
	return out
}

// files says how many files there are, in words.
func files(n int) string {
	if n == 1 {
		return "One file is"
	}
	return fmt.Sprintf("%d files are", n)
}
