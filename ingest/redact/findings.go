package redact

import (
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"
)

// Finding is a place in a text that is redacted, or that nearly is.
type Finding struct {
	Line int    `json:"line"`
	Rule string `json:"rule"` // empty: random letters that no rule takes
	Text string `json:"text"` // its first letters and how many it has, never the whole
}

// Findings lists what Bytes would replace, but for home directories, and then runs of
// random letters that it would leave, each once, with the lines of b.
func (r *Redactor) Findings(b []byte) []Finding {
	var list []Finding
	for range maxRounds {
		hits := r.scanner.hits(b, nesting)
		if len(hits) == 0 {
			break
		}
		out, from, line := make([]byte, 0, len(b)), 0, 1
		for _, h := range hits {
			line += bytes.Count(b[from:h.start], []byte("\n"))
			rule, old := r.scanner.rules[h.rule], b[h.start:h.end]
			if rule.name != ruleHome {
				list = append(list, Finding{Line: line, Rule: rule.name, Text: shortened(old)})
			}
			text := h.text
			text = cmp.Or(text, rule.replacement)
			lines := bytes.Count(old, []byte("\n"))
			out = append(append(append(out, b[from:h.start]...), text...), strings.Repeat("\n", lines)...) // each line keeps its number
			line, from = line+lines, h.end
		}
		b = append(out, b[from:]...)
	}
	return append(list, nearMisses(b)...)
}

// shortened shows of a secret what its owner knows it by.
func shortened(secret []byte) string {
	shown := secret[:min(len(secret)/4, 6)]
	return strings.ToValidUTF8(string(shown), "") + "… (" + strconv.Itoa(len(secret)) + " bytes)"
}

const (
	nearMin     = 24
	nearMost    = 256 // longer runs are pictures and packed data
	nearEntropy = 4.0 // bits a letter; names and words have less
)

// nearMisses are runs of random letters: neither digests nor ids of calls and messages.
func nearMisses(b []byte) []Finding {
	var list []Finding
	seen, line, counted := map[string]bool{}, 1, 0
	for i := 0; i < len(b); i++ {
		if !base64Std[b[i]] && b[i] != '-' && b[i] != '_' {
			continue
		}
		start := pastEscape(b, i)
		i = max(i, base64Any.run(b, start))
		run := b[min(start, i):i]
		if len(run) < nearMin || len(run) > nearMost || seen[string(run)] || !isNearMiss(run) || overReplacement(b, span{start: start, end: i}) {
			continue
		}
		seen[string(run)] = true
		line += bytes.Count(b[counted:start], []byte("\n"))
		counted = start
		list = append(list, Finding{Line: line, Text: shortened(run)})
	}
	return list
}

func isNearMiss(run []byte) bool {
	letters, numbers := count(run)
	return letters > 0 && numbers > 1 && looksRandom(run, nearMin) && !allHex(bytes.ReplaceAll(run, []byte("-"), nil)) &&
		bytes.Count(run, []byte("/")) < 3 && bytes.Count(run, []byte("-"))+bytes.Count(run, []byte("_")) < 4 &&
		!bytes.Equal(run, bytes.ToLower(run)) && entropy(run) >= nearEntropy && !hasStart("id-start", string(run))
}

// entropy is Shannon's, in bits a byte.
func entropy(run []byte) float64 {
	var n [256]int
	for _, c := range run {
		n[c]++
	}
	bits := 0.0
	for _, k := range n {
		if k > 0 {
			p := float64(k) / float64(len(run))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
