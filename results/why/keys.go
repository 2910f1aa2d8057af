package why

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// askedKeys lists the keys that the failed checks report as missing.
func askedKeys(w *results.Explanation) []string {
	var keys []string
	for i := range w.Failed {
		c := &w.Failed[i]
		k := LastPart(c.Field)
		if lacksKey.MatchString(c.Text) && k != "" && !hasExtension(k) && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// wantedValue returns the expected value of a key if the dataset's feedback states it in the form
// key==value; otherwise "".
func wantedValue(t *Turn, key string) string {
	m := regexp.MustCompile(`\b` + regexp.QuoteMeta(key) + ` ?={1,2} ?('[^']*'|"[^"]*"|[^\s;,()]+)`).FindStringSubmatch(t.Task.Facts.FeedbackIncorrect)
	if m == nil {
		return ""
	}
	return strings.TrimRight(strings.Trim(m[1], `'"`), ".")
}

// noKey explains that expected keys are missing from the file.
func (s *session) noKey(t *Turn, w *results.Explanation, c *results.FailedCheck) *sentence {
	keys := askedKeys(w)
	if c.Wrote == nil {
		return say(results.ReasonKey, "The check misses %s %s", plural(len(keys), "the key", "the keys"), list(keys, 3, "`")).also(s.wroteNothing(t))
	}
	text, known, _ := s.left(c.Wrote)
	at := c.Wrote
	if ext := path.Ext(c.Wrote.File); ext == ".py" || ext == ".js" || !known {
		if out, place := s.printed(t, c.Wrote.File); place != nil {
			text, known, at = out, true, place
		}
	}
	have := keysOf(text)
	is := func(k string) bool { return slices.ContainsFunc(have, func(h written) bool { return h.key == k }) }
	if lacking := slices.DeleteFunc(slices.Clone(keys), is); len(lacking) > 0 {
		keys = lacking
	}
	pairs, same := s.pair(t, w, keys, have, at)
	file := path.Base(c.Wrote.File)
	head := plural(len(keys), "A key has another name", "Keys have other names")
	switch {
	case !known:
		return say(results.ReasonKey, "The check misses %s %s in %s (", plural(len(keys), "the key", "the keys"), list(keys, 3, "`"), file).
			step(t, c.Wrote).and(")").guess(c)
	case !slices.ContainsFunc(keys, func(k string) bool { return !is(k) }):
		return say(results.ReasonKey, "%s (", file).step(t, at).and(") has %s only in another place", list(keys, 3, "`")).guess(c)
	case len(pairs) > 0 && same:
		head = "Right values under other key names"
	case len(pairs) == 0:
		head = plural(len(keys), "A key is missing", "Keys are missing")
	}
	x := say(results.ReasonKey, "%s", head).guess(c)
	x.then("The check asks for %s; %s (", list(keys, 3, "`"), file).step(t, at).and(") has ")
	if len(pairs) == 0 && root(text) == '[' {
		x.and("a list of objects with ")
	}
	var names []string
	for _, h := range alike(have, keys, pairs) {
		names = append(names, h.key)
	}
	switch {
	case len(names) == 0:
		x.and("no keys")
	case len(pairs) > 0:
		x.and("%s", list(names[:min(len(names), max(len(pairs), min(len(keys), 3)))], 3, "`"))
	default:
		x.and("%s", list(names, 3, "`"))
	}
	if asked := t.prompt(); asked != "" && !slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(asked, k) }) {
		x.also(say("", "the prompt names %s", plural(len(keys), "no such key", "none of them")))
	}
	return x
}

// pair matches each missing key to the most similar written key, preferring one with the expected
// value, and records the match in the failed check. same reports whether any values could be
// compared and all of them were equal.
func (s *session) pair(t *Turn, w *results.Explanation, keys []string, have []written, at *results.StepRef) (pairs map[string]bool, same bool) {
	pairs, same = map[string]bool{}, true
	values := 0
	for i := range w.Failed {
		c := &w.Failed[i]
		key := LastPart(c.Field)
		if !slices.Contains(keys, key) {
			continue
		}
		if c.Expected == "" {
			c.Expected = wantedValue(t, key)
		}
		best, most := -1, 0.0
		for k := range have {
			n := keyLikeness(key, have[k].key)
			if equal := c.Expected != "" && strings.EqualFold(have[k].value, c.Expected); equal {
				n += 0.5
			}
			if n > most && !pairs[have[k].key] && !slices.Contains(keys, have[k].key) {
				best, most = k, n
			}
		}
		if best < 0 || most < 0.3 {
			continue
		}
		h := have[best]
		pairs[h.key] = true
		if c.Expected != "" && h.value != "" {
			values++
			same = same && strings.EqualFold(h.value, c.Expected)
		}
		cause := *c.Wrote
		if at.Step != c.Wrote.Step || at.Task != c.Wrote.Task {
			cause = *at
			cause.File = c.Wrote.File
		}
		cause.Quote, cause.Lacks = h.line, false
		c.Wrote, c.Under = &cause, h.key
	}
	return pairs, same && values > 0
}

var keyPart = regexp.MustCompile(`[a-z]{2,}|\d+`)

// keyLikeness returns the number of words that two keys have in common, divided by the number of
// words in the longer key. Words are compared by the first four letters of their stems.
func keyLikeness(a, b string) float64 {
	x, y := keyPart.FindAllString(strings.ToLower(a), -1), keyPart.FindAllString(strings.ToLower(b), -1)
	n := 0
	for _, p := range x {
		if slices.ContainsFunc(y, func(q string) bool { return stem(p)[:min(4, len(stem(p)))] == stem(q)[:min(4, len(stem(q)))] }) {
			n++
		}
	}
	return float64(n) / float64(max(len(x), len(y), 1))
}

// alike sorts keys by likeness: keys matched to an expected one first, then keys that share words
// with one.
func alike(have []written, asked []string, pairs map[string]bool) []written {
	score := func(h written) (n float64) {
		if pairs[h.key] {
			return -2
		}
		for _, k := range asked {
			n = min(n, -keyLikeness(h.key, k))
		}
		return n
	}
	out := slices.Clone(have)
	slices.SortStableFunc(out, func(a, b written) int { return int(100 * (score(a) - score(b))) })
	return out
}
