// Package redact removes secrets and home directories from records before anything else reads them, and counts hits by rule.
//
// Traces are full of strings that only look like secrets, and they are the evidence that readers come for. So each rule has
// a prefix, a structure or a telling name, and a impossible string stays. Valid JSON stays valid, and a second pass changes
// nothing. README.md lists the kinds and says how to add one.
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

// Fresh is a Redactor with counts of its own that knows the same public values.
func (r *Redactor) Fresh() *Redactor {
	return &Redactor{scanner: r.scanner, counts: map[string]int{}}
}

// publicMost is the longest password of a task; a longer one is a key.
const publicMost = 24

// Public notes what a dataset's task says under a telling name: such a password is part of the task and stays. Keys with a
// form of their own, and random texts, are redacted all the same.
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

// whole is the scanner of all rules, which all Redactors share.
var whole = sync.OnceValue(func() *scanner { return newScanner(rows().rules) }) //nolint:gochecknoglobals // built once

// Rules returns the names of all rules in a fixed order.
func Rules() []string {
	var names []string
	for _, r := range rows().rules {
		names = append(names, r.name)
	}
	return append(names, ruleEnv, ruleConfig)
}

// Bytes returns b with every hit replaced, or b itself without one. It takes raw JSON and plain text.
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
	// The string's memory is lent: the scanner only reads, and a copy would cost more than the scan.
	out, hits := r.scanner.replace(unsafe.Slice(unsafe.StringData(s), len(s)))
	if len(hits) == 0 {
		return s
	}
	r.add(hits)
	return string(out)
}

// Counts returns how often each rule has hit since New. The caller may change the map.
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
