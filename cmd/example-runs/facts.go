package main

import (
	"regexp"
	"strings"
)

// fact is something that papers say and an agent can look for. Its sources are
// in order of weight, the one that overrules the others last. A fact with calc
// is worked out from others and has no sources.
type fact struct {
	name    string
	sources []source
	calc    func(look) (string, bool)
}

// source is one paper that may hold a fact and the way to find it there.
type source struct {
	path string
	find func(text string) (string, bool)
}

// look gives the value of a fact by name, and whether it is known.
type look func(name string) (string, bool)

// from finds a fact by a pattern; its first group is the value.
func from(path, pattern string) source {
	re := regexp.MustCompile(pattern)
	return source{path, func(text string) (string, bool) {
		m := re.FindStringSubmatch(text)
		if m == nil {
			return "", false
		}
		return strings.ReplaceAll(m[1], ",", ""), true
	}}
}

// says finds a fact that has the given value if the pattern occurs.
func says(path, pattern, value string) source {
	re := regexp.MustCompile(pattern)
	return source{path, func(text string) (string, bool) { return value, re.MatchString(text) }}
}

// rows finds a fact in the rows of a CSV file, the header left out. A file that
// was read in part gives what that part holds.
func rows(path string, f func(rows [][]string) (string, bool)) source {
	return source{path, func(text string) (string, bool) {
		text, _, _ = strings.Cut(text, "\n\n[")
		var table [][]string
		for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
			if i > 0 {
				table = append(table, strings.Split(line, ","))
			}
		}
		return f(table)
	}}
}

func given(name string, sources ...source) fact { return fact{name: name, sources: sources} }

func worked(name string, calc func(look) (string, bool)) fact { return fact{name: name, calc: calc} }

// truth is what an agent makes of a statement.
type truth int

const (
	unknown truth = iota
	no
	yes
)

// claim reads a statement with the facts at hand and says what it leans on.
type claim func(look) (truth, []string)

// is holds if the fact has the value.
func is(name, want string) claim {
	return func(l look) (truth, []string) {
		got, ok := l(name)
		if !ok {
			return unknown, []string{name + " not found"}
		}
		why := []string{name + " is " + got}
		if got == want {
			return yes, why
		}
		return no, why
	}
}

// isnt holds if the fact is known and has another value.
func isnt(name, other string) claim {
	return func(l look) (truth, []string) {
		t, why := is(name, other)(l)
		return [...]truth{unknown: unknown, no: yes, yes: no}[t], why
	}
}

// same holds if both facts are known and equal.
func same(a, b string) claim {
	return func(l look) (truth, []string) {
		want, ok := l(b)
		if !ok {
			return unknown, []string{b + " not found"}
		}
		t, why := is(a, want)(l)
		return t, append(why, b+" is "+want)
	}
}

// all holds if each part holds, and fails if one of them fails.
func all(parts ...claim) claim {
	return func(l look) (truth, []string) {
		result := yes
		var why []string
		for _, part := range parts {
			t, w := part(l)
			why = append(why, w...)
			if t == no {
				return no, w
			}
			if t == unknown {
				result = unknown
			}
		}
		return result, why
	}
}
