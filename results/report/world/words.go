package world

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldSentence says in words what a run made of the changes of a scenario.
func worldSentence(r *WorldRun) string {
	var parts []string
	if r.Noticed != nil {
		parts = append(parts, noticedWords(r.Noticed)...)
	}
	if v := r.Revised; v != nil && v.All.N > 0 {
		text := words.Count(v.All.K) + " of " + words.Counted(v.All.N, "belief") + " revised"
		if v.Held.N > 0 {
			text += " and held"
		}
		parts = append(parts, text)
	}
	if r.Stale != nil {
		parts = append(parts, staleWords(*r.Stale))
	}
	return strings.Join(parts, "; ")
}

// noticedWords say how many of the changed objects were opened, and of which kind
// the others are.
func noticedWords(n *world.Noticed) []string {
	var of, missed []string
	var noun string // of the last kind that was missed
	k, all := 0, 0
	for _, x := range []struct {
		noun string
		n    *world.NoticedKind
	}{{"file", &n.Files}, {"chat", &n.Chats}} {
		if x.n.N == 0 {
			continue
		}
		k, all = k+x.n.K, all+x.n.N
		of = append(of, words.Count(x.n.K)+" of "+words.Counted(x.n.N, x.noun))
		if x.n.K < x.n.N {
			missed, noun = append(missed, words.Counted(x.n.N-x.n.K, x.noun)), x.noun
		}
	}
	var parts []string
	switch len(of) {
	case 0:
	case 1:
		parts = append(parts, "opened "+of[0])
	default:
		text := "opened " + words.Count(k) + " (" + strings.Join(of, ", ") + ")"
		switch {
		case len(missed) > 1:
			text += ", never " + words.Count(all-k) + ": " + strings.Join(missed, ", ")
		case len(missed) == 1:
			text += ", never " + allOf(all-k, noun)
		}
		parts = append(parts, text)
	}
	if u := n.Files.Untraced + n.Chats.Untraced; u > 0 {
		parts = append(parts, words.Count(u)+" in rounds without a trace")
	}
	return parts
}

// allOf says that n things are of one kind.
func allOf(n int, noun string) string {
	switch n {
	case 1:
		return "1, a " + noun
	case 2:
		return "2, both " + noun + "s"
	}
	return words.Count(n) + ", all " + noun + "s"
}

// staleWords name the rounds with a stale answer.
func staleWords(rounds []string) string {
	if len(rounds) == 0 {
		return "no stale answer"
	}
	last := len(rounds) - 1
	text := rounds[last]
	if last > 0 {
		text = strings.Join(rounds[:last], ", ") + " and " + text
	}
	return words.Counted(len(rounds), "stale answer") + " in " + text
}
