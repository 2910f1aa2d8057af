// Package redact takes secrets and home directories out of run records before
// anything else sees them, and counts what it took out by rule.
//
// Traces are full of strings that only look like secrets (hashes, ids, task
// names, encrypted reasoning), and the trace is the evidence that a reader
// comes for. So each rule has a prefix, a structure or a telling name, and a
// doubtful string stays. A replacement never covers a quote or half an escape
// sequence: JSON that was valid stays valid, and a second pass changes nothing.
//
// A text is looked at as it is written, then without its escapes, then where it
// holds base64 of text. The kinds and the way to add one are in README.md.
package redact

import (
	"maps"
	"sync"
	"unsafe"
)

// Redactor replaces secrets and counts them. It is safe for concurrent use,
// so one Redactor can serve all files of an ingest.
type Redactor struct {
	scanner *scanner
	mu      sync.Mutex
	counts  map[string]int
}

// New returns a Redactor with all rules.
func New() *Redactor {
	own := *whole()
	own.public = &sync.Map{}
	return &Redactor{scanner: &own, counts: map[string]int{}}
}

// Fresh is a Redactor with counts of its own that knows the same public values.
func (r *Redactor) Fresh() *Redactor {
	return &Redactor{scanner: r.scanner, counts: map[string]int{}}
}

// publicMost is the longest password of a task; a longer one is a key.
const publicMost = 24

// Public notes what the text of a dataset's task says under a telling name: such a
// password is part of the task and not redacted from then on. Keys with a form of their
// own, and random texts, stay secret.
func (r *Redactor) Public(b []byte) {
	for range maxRounds {
		known := 0
		for _, h := range r.scanner.hits(b, nesting) {
			if value := b[h.start:h.end]; r.scanner.named(h.rule) && len(value) <= publicMost && !looksRandom(value, randomMin) {
				r.scanner.public.Store(string(value), true)
				known++
			}
		}
		if known == 0 {
			return
		}
	}
}

// whole is the scanner of all rules. It is only read, and one serves all: each
// source and each run has a Redactor of its own, because of its counts.
var whole = sync.OnceValue(func() *scanner { return newScanner(rows().rules) }) //nolint:gochecknoglobals // built once

// Rules returns the names of all rules, those of Bytes first and then those of
// EnvMap, in a fixed order for reports.
func Rules() []string {
	var names []string
	for _, r := range rows().rules {
		names = append(names, r.name)
	}
	return append(names, ruleEnv, ruleConfig)
}

// Bytes returns b with every hit replaced. Without a hit it returns b itself,
// uncopied; b is never written to. It takes raw JSON and plain text alike.
func (r *Redactor) Bytes(b []byte) []byte {
	out, hits := r.scanner.replace(b)
	if len(hits) == 0 {
		return b
	}
	r.add(hits)
	return out
}

// String is Bytes for text that is a string already.
func (r *Redactor) String(s string) string {
	// The scanner only reads, so the string's memory can be lent to it; a copy
	// of every message would cost more than the scan.
	out, hits := r.scanner.replace(unsafe.Slice(unsafe.StringData(s), len(s)))
	if len(hits) == 0 {
		return s
	}
	r.add(hits)
	return string(out)
}

// Counts returns how often each rule has hit since New. A rule without a hit
// is absent. The map is the caller's own.
func (r *Redactor) Counts() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}

// Total is the sum of Counts.
func (r *Redactor) Total() int {
	total := 0
	for _, n := range r.Counts() {
		total += n
	}
	return total
}

func (r *Redactor) add(hits map[string]int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, n := range hits {
		r.counts[name] += n
	}
}
