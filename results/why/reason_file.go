package why

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
)

var (
	failMark  = regexp.MustCompile(`^(?:\S+: )?(?:HARD FAIL|FAILED|FAIL|FAILURE)[:!]\s+|^E\s+|^[-*✗✘❌✖]\s*|^Assertion(?:Error)?: `)
	lacksKey  = regexp.MustCompile(`(?i)\bmissing\b[^.]*\b(?:fields?|keys?)\b|\b(?:fields?|keys?)\b[^.]*\bmissing\b|\bKeyError\b|\bassert ['"]\w+['"] in\b|\bgot:? (?:None|null|undefined)\b|\bis missing or empty\b`)
	keyNames  = regexp.MustCompile(`['"` + "`" + `]([A-Za-z_][\w.-]*)['"` + "`" + `]`)
	aForm     = regexp.MustCompile(`(?i)\b(?:must be an?|at (?:least|most) \d|need >=|only \d+|\d+ words|>= ?\d|<= ?\d|≤|≥|required sections?|headings?)\b`)
	noJSON    = regexp.MustCompile(`JSONDecodeError|Unexpected (?:token|end of JSON)|invalid JSON`)
	wrongType = regexp.MustCompile(`'(list|dict|str|int|float|NoneType|bool)' object (?:has no attribute|is not)|indices must be integers`)
	notThere  = regexp.MustCompile(`(?i)(?:not found|does not exist|no such file|missing)`)
	missing   = regexp.MustCompile(`(?i)module(?:notfound)?|no module named`)
)

func bareText(s string) string { return failMark.ReplaceAllString(s, "") }

// complained: what the checker printed, and what stands in the file instead.
func (s *session) complained(t *Turn, w *results.Why) *saying {
	if t.Trial.Kind == results.KindMultiChoice || len(w.Complaints) == 0 ||
		t.Trial.Details.Verdict == nil && !speaks(w) {
		return nil
	}
	if x := s.noProgram(t, w); x != nil {
		return x
	}
	c := s.leading(w)
	text := bareText(c.Text)
	switch {
	case c.File != "" && c.Unwritten && notThere.MatchString(text) && !strings.Contains(text, "ERROR"):
		return s.noFile(t, c)
	case wrongType.MatchString(text) && c.Wrote != nil:
		return s.otherType(t, c, text)
	case lacksKey.MatchString(text) && len(askedKeys(w)) > 0:
		return s.noKey(t, w, c)
	case c.Expected != "" && c.Got != "":
		return s.otherValue(t, c)
	}
	kind := results.ReasonText
	switch {
	case raised.MatchString(text) || missing.MatchString(text) || strings.Contains(text, "ERROR"):
		kind = results.ReasonProgram
	case aForm.MatchString(text):
		kind = results.ReasonForm
	}
	x := say(kind, "The checker ")
	if c.Wrote == nil {
		return x.and("says “%s”", brief(text))
	}
	if kind == results.ReasonProgram {
		x.and("ran %s (", c.Wrote.File).step(t, c.Wrote).and(") and got “%s”", brief(text))
		return x.guess(c)
	}
	x.and("says of %s (", c.Wrote.File).step(t, c.Wrote).and("): “%s”", brief(text))
	s.instead(x, t, c)
	return x.guess(c)
}

// guess marks a sentence as likely where the file that it speaks of is inferred.
func (x *saying) guess(c *results.Complaint) *saying {
	x.likely = x.likely || c.Wrote != nil && c.Wrote.Likely
	return x
}

// speaks reports whether a complaint of a check is in words.
func speaks(w *results.Why) bool {
	return slices.ContainsFunc(w.Complaints, func(c results.Complaint) bool {
		return c.Wrote != nil && (c.Expected != "" || c.Field != "" || c.File != "")
	})
}

// leading is the complaint that the sentence speaks of: the first about a file of this
// trial, else the first that has one, else the last, as a program's last error is.
func (s *session) leading(w *results.Why) *results.Complaint {
	for i := range w.Complaints {
		if c := &w.Complaints[i]; c.Wrote != nil && c.Wrote.Rule == results.RuleNamed && c.Wrote.Task == s.trials[len(s.trials)-1].Task {
			return c
		}
	}
	if strings.Contains(w.Complaints[0].Text, "ERROR") {
		return &w.Complaints[len(w.Complaints)-1]
	}
	return &w.Complaints[0]
}

// instead goes on with what the file has where a value is missing.
func (s *session) instead(x *saying, t *Turn, c *results.Complaint) {
	text, known := s.leftIn(c.Wrote)
	if !known {
		return
	}
	if line, n := nearest(text, c); line != "" {
		x.and("; its line %d is “%s”", n, cutAt(line, 120)).probably()
	}
	if c.Seen != nil && c.Expected != "" {
		x.and("; “%s” was shown at ", short(c.Expected)).step(t, c.Seen)
		s.forgot(x, t, c.Seen, c.Wrote, c.Expected)
	} else if c.Unread && !s.Partial && c.Expected != "" {
		x.and("; nothing that it was shown has “%s”", short(c.Expected))
	}
}

// nearestShare is how much of a complaint's words a line must have that is quoted in
// the place of what is missing.
const nearestShare = 0.6

// nearest is the line of a file that has most of a complaint's own words.
func nearest(text string, c *results.Complaint) (string, int) {
	words := slices.DeleteFunc(termsOf(bareText(c.Text)), func(w term) bool {
		return strings.Contains(strings.ToLower(path.Base(c.Wrote.File)), w.forms[0]) ||
			slices.Contains([]string{"found", "standalone", "number", "expected"}, w.forms[0])
	})
	best, most, at := "", 0, 0
	for i, line := range strings.Split(text[:min(len(text), textMost)], "\n") {
		low, n := strings.ToLower(line), 0
		for _, w := range words {
			if slices.ContainsFunc(w.forms, func(f string) bool { return strings.Contains(low, f) }) {
				n++
			}
		}
		if n > most {
			best, most, at = words1(line), n, i+1
		}
	}
	if most < 2 || float64(most) < nearestShare*float64(len(words)) {
		return "", 0
	}
	return best, at
}

// noFile: no call wrote the file that is asked for.
func (s *session) noFile(t *Turn, c *results.Complaint) *saying {
	x := say(results.ReasonFile, "The checker asks for %s, which was never written", strings.TrimPrefix(c.File, "./"))
	switch wrote := s.wroteHere(); {
	case len(wrote) > 0:
		x.and("; the agent wrote %s (", wrote[0].Path).step(t, s.causeOf(wrote[0])).and(") instead")
	case t.Trial.ToolCalls == 0 && len(t.Steps) > 0:
		x.and("; the agent called no tool at all")
	default:
		x.and("; the agent wrote no file in this trial")
	}
	return x
}

// noProgram: the program that the checker's command runs was never written, or what it
// printed cannot be read.
func (s *session) noProgram(t *Turn, w *results.Why) *saying {
	var program string
	for _, name := range namedFiles(t.Task.Facts.Command) {
		ext := path.Ext(name)
		if (ext == ".py" || ext == ".sh" || ext == ".js") && strings.Contains(t.prompt(), path.Base(name)) &&
			!strings.Contains(t.Task.Facts.Command, "}/scripts/"+path.Base(name)) { // which is the checker's own
			program = name
			break
		}
	}
	if program == "" {
		return nil
	}
	var last *files.Touch
	for i := len(s.touches) - 1; i >= 0 && last == nil; i-- {
		if x := &s.touches[i]; files.Match(x.Path, program) && x.Op != files.Remove {
			last = x
		}
	}
	if last == nil {
		if s.showedName(program) {
			return nil
		}
		x := say(results.ReasonFile, "The checker runs %s, which was never written", program)
		if t.Trial.ToolCalls == 0 {
			x.and(": the agent called no tool at all")
		}
		return x
	}
	if !noJSON.MatchString(w.Complaints[0].Text) {
		return nil
	}
	x := say(results.ReasonProgram, "The checker runs %s (written at ", program).step(t, s.causeOf(last)).and(") and gets no JSON from it")
	if !s.ran(t, program) {
		x.and("; the agent never ran it")
	}
	return x
}

// ran reports whether a command of this trial names a program.
func (s *session) ran(t *Turn, program string) bool {
	for _, step := range t.Steps {
		for i := range step.ToolCalls {
			if strings.Contains(command(&step.ToolCalls[i]), path.Base(program)) {
				return true
			}
		}
	}
	return false
}

// otherType: the checker's own code expects another kind of JSON value.
func (s *session) otherType(t *Turn, c *results.Complaint, text string) *saying {
	x := say(results.ReasonForm, "The checker breaks off on %s (", c.Wrote.File).step(t, c.Wrote).and("): “%s”", brief(text))
	if left, known := s.leftIn(c.Wrote); known {
		switch root(left) {
		case '[':
			x.and("; the file holds a list, where it reads an object")
		case '{':
			x.and("; the file holds an object")
		}
	}
	return x.guess(c)
}

func root(text string) byte {
	if text = strings.TrimSpace(text); text == "" {
		return 0
	}
	return text[0]
}

// askedKeys lists the keys that complaints miss.
func askedKeys(w *results.Why) []string {
	var keys []string
	add := func(k string) {
		if k = strings.Trim(k, "."); k != "" && !hasExtension(k) && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	for i := range w.Complaints {
		c := &w.Complaints[i]
		if !lacksKey.MatchString(c.Text) {
			continue
		}
		if _, list, ok := strings.Cut(c.Text, ": ["); ok {
			for _, m := range keyNames.FindAllStringSubmatch(list, -1) {
				add(m[1])
			}
			continue
		}
		add(c.Field)
	}
	return keys
}

// noKey: a key that is asked for is not in the file.
func (s *session) noKey(t *Turn, w *results.Why, c *results.Complaint) *saying {
	keys := askedKeys(w)
	text, known := "", false
	if c.Wrote != nil {
		text, known = s.leftIn(c.Wrote)
	}
	have := keysOf(text)
	if lacking := slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return slices.Contains(have, k) }); len(lacking) > 0 {
		keys = lacking
	}
	x := say(results.ReasonKey, "The checker asks for the key %s", list(keys, 2, true))
	if len(keys) > 1 {
		x = say(results.ReasonKey, "The checker asks for the keys %s", list(keys, 2, true))
	}
	if c.Wrote == nil {
		return x.and(", which it does not find")
	}
	x.and("; %s (", c.Wrote.File).step(t, c.Wrote).and(") ")
	switch {
	case !known:
		x.and("is what was written last")
	case !slices.ContainsFunc(keys, func(k string) bool { return !slices.Contains(have, k) }):
		x.and("has %s only in another place", map[bool]string{true: "them", false: "it"}[len(keys) > 1])
	case root(text) == '[' && len(have) > 0:
		x.and("is a list, of objects with the keys %s", list(alike(have, keys), 6, true))
	case len(have) > 0:
		x.and("has %s instead", list(alike(have, keys), 6, true))
	default:
		x.and("does not have it")
	}
	if asked := t.prompt(); asked != "" && known {
		if !slices.ContainsFunc(keys, func(k string) bool { return strings.Contains(asked, k) }) {
			x.and("; the prompt does not name %s", map[bool]string{true: "them", false: "it"}[len(keys) > 1])
		}
	}
	return x.guess(c)
}

var (
	inCode = regexp.MustCompile(`['"]([A-Za-z_]\w{1,60})['"]\s*(?::|\]\s*=)`)
	parts1 = regexp.MustCompile(`[A-Za-z]+`)
)

// keysOf lists the keys of a JSON file in their order, or those that code writes.
func keysOf(text string) []string {
	if json.Valid([]byte(text)) {
		return Keys(text)
	}
	var keys []string
	for _, m := range inCode.FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(m[1], "__") && !slices.Contains(keys, m[1]) {
			keys = append(keys, m[1])
		}
	}
	return keys
}

// Keys lists the keys of all objects of a JSON text in their order, each once; nil where
// it is no JSON.
func Keys(text string) []string {
	if !json.Valid([]byte(text)) {
		return nil
	}
	var keys []string
	seen := map[string]bool{}
	d := json.NewDecoder(strings.NewReader(text))
	type level struct{ object, value bool }
	var stack []level
	for {
		token, err := d.Token()
		if err != nil {
			return keys
		}
		top := len(stack) - 1
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			stack = stack[:top]
			continue
		}
		if top >= 0 && stack[top].object {
			if !stack[top].value {
				if k := token.(string); !seen[k] {
					seen[k] = true
					keys = append(keys, k)
				}
				stack[top].value = true
				continue
			}
			stack[top].value = false
		}
		if delim, ok := token.(json.Delim); ok {
			stack = append(stack, level{object: delim == '{'})
		}
	}
}

// alike puts the keys first that share words with those that are asked for.
func alike(have, asked []string) []string {
	wanted := map[string]bool{}
	for _, k := range asked {
		for _, p := range parts1.FindAllString(strings.ToLower(k), -1) {
			wanted[p] = true
		}
	}
	score := func(k string) int {
		n := 0
		for _, p := range parts1.FindAllString(strings.ToLower(k), -1) {
			if wanted[p] {
				n--
			}
		}
		return n
	}
	out := slices.Clone(have)
	slices.SortStableFunc(out, func(a, b string) int { return score(a) - score(b) })
	return out
}

// otherValue: a field has another value than is asked for.
func (s *session) otherValue(t *Turn, c *results.Complaint) *saying {
	x := say(results.ReasonValue, "The checker asks for ")
	if c.Field != "" {
		x.and("%s to be “%s”", c.Field, short(c.Expected))
	} else {
		x.and("“%s”", short(c.Expected))
	}
	got := c.Got
	if c.Wrote == nil {
		return x.and("; it found “%s”", brief(got))
	}
	x.and("; %s (", c.Wrote.File).step(t, c.Wrote).and(") has “%s”", brief(got))
	if c.Read != nil && c.Read.Rule == results.RuleValue {
		x.and(", which was shown at ").step(t, c.Read).probably()
	}
	switch {
	case c.Seen != nil:
		x.and("; “%s” was shown at ", short(c.Expected)).step(t, c.Seen).probably()
		s.forgot(x, t, c.Seen, c.Wrote, c.Expected)
	case c.Unread && !s.Partial:
		x.and("; nothing that it was shown has “%s”", short(c.Expected))
	}
	return x.guess(c)
}

func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
