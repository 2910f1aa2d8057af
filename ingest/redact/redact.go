// Package redact removes secrets and home directories from records before anything else reads them,
// and counts the hits of each rule.
//
// Traces are full of strings that only look like secrets, and these are evidence that must be kept.
// Each rule therefore requires a prefix, a structure or a telling name, and doubtful strings are
// kept. Valid JSON stays valid, and a second pass changes nothing. README.md lists the kinds of
// secrets and explains how to add one.
package redact

import (
	"maps"
	"sync"
	"unsafe"
)

// Redactor replaces secrets and counts them. It is safe for concurrent use.
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

// Fresh returns a Redactor with separate counts that shares the known public values.
func (r *Redactor) Fresh() *Redactor {
	return &Redactor{scanner: r.scanner, counts: map[string]int{}}
}

// publicMost is the maximum length of a password that is part of a task. A longer one is a key.
const publicMost = 24

// Public registers values with a telling name in a dataset's task. Such a password is part of the
// task and is kept. Keys with a recognisable form and random texts are redacted anyway.
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

// whole is the scanner of all rules, shared by all Redactors.
var whole = sync.OnceValue(func() *scanner { return newScanner(rows().rules) }) //nolint:gochecknoglobals // built once

// Rules returns the names of all rules in a fixed order.
func Rules() []string {
	var names []string
	for _, r := range rows().rules {
		names = append(names, r.name)
	}
	return append(names, ruleEnv, ruleConfig)
}

// Bytes returns b with every hit replaced, or b itself if there are none. It accepts raw JSON and
// plain text.
func (r *Redactor) Bytes(b []byte) []byte {
	out, hits := r.scanner.replace(b)
	if len(hits) == 0 {
		return b
	}
	r.add(hits)
	return out
}

// String is like Bytes for a string.
func (r *Redactor) String(s string) string {
	// The scanner only reads the string's memory. A copy would cost more than the scan.
	out, hits := r.scanner.replace(unsafe.Slice(unsafe.StringData(s), len(s)))
	if len(hits) == 0 {
		return s
	}
	r.add(hits)
	return string(out)
}

// Counts returns the number of hits of each rule since New. The caller may modify the map.
func (r *Redactor) Counts() map[string]int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.counts)
}

func (r *Redactor) add(hits map[string]int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for name, n := range hits {
		r.counts[name] += n
	}
}
