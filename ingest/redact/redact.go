// Package redact removes secrets and home directories from records before anything else reads them,
// and counts the redactions by rule.
//
// Traces are full of strings that only look like secrets. These strings are evidence and must be
// kept. Each rule therefore requires a prefix, a structure or a name such as "password", and
// strings in doubt are kept. Valid JSON stays valid, and a second pass changes nothing. README.md
// lists the kinds of secrets and explains how to add one.
package redact

import (
	"maps"
	"sync"
	"unsafe"
)

// Redactor replaces secrets and counts the replacements. It is safe for concurrent use.
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

// Fresh returns a Redactor with separate counts and the same public values.
func (r *Redactor) Fresh() *Redactor {
	return &Redactor{scanner: r.scanner, counts: map[string]int{}}
}

// publicMost is the maximum length of a public password. A longer one may be a real key.
const publicMost = 24

// Public registers the passwords in a dataset's text as public, so that they are not redacted. It
// recognises them by their names. It does not register values that have the form of a key or look
// random.
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

// whole returns the scanner for all rules. All Redactors share it.
var whole = sync.OnceValue(func() *scanner { return newScanner(rows().rules) }) //nolint:gochecknoglobals // built once

// Rules returns the names of all rules in a fixed order.
func Rules() []string {
	var names []string
	for _, r := range rows().rules {
		names = append(names, r.name)
	}
	return append(names, ruleEnv, ruleConfig)
}

// Bytes returns b with all secrets replaced. If there are none, it returns b itself. b may be raw
// JSON or plain text.
func (r *Redactor) Bytes(b []byte) []byte {
	out, hits := r.scanner.replace(b)
	if len(hits) == 0 {
		return b
	}
	r.add(hits)
	return out
}

// String is Bytes for a string.
func (r *Redactor) String(s string) string {
	// the scanner does not modify its input; a copy would cost more than the scan
	out, hits := r.scanner.replace(unsafe.Slice(unsafe.StringData(s), len(s)))
	if len(hits) == 0 {
		return s
	}
	r.add(hits)
	return string(out)
}

// Counts returns the number of redactions by rule since New. The caller may modify the map.
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
