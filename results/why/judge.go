package why

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
)

// judged explains a failure by the records of a judge or verifier.
func (s *session) judged(t *Turn, w *results.Explanation) *sentence {
	var best *opinion
	for i := range t.Said {
		if o := opinionOf(&t.Said[i]); o != nil && (best == nil || o.rank > best.rank) {
			best = o
		}
	}
	if best == nil {
		return nil
	}
	if best.text != "" && len(best.failed) > 0 && !negative.MatchString(best.text) {
		best.text = "" // text is praise, although checks failed
	}
	x := say(results.ReasonJudge, "")
	var names []string
	for _, name := range best.failed {
		names = append(names, inWords(name))
	}
	place := results.ReasonLink{Record: best.record, Line: best.line}
	switch {
	case best.text != "":
		x.and("The %s: “%s”", best.by, quote(best.text, 24)).link(best.by, place)
		if n := len(names); n > 0 {
			x.also(say("", "%d of %d checks failed: %s", n, best.of, list(names, 3, "")))
		}
	default:
		x.kind = results.ReasonCheck
		x.and("%d of %d checks failed: %s", len(names), best.of, list(names, 4, "")).link("checks", place)
	}
	if len(best.missing) > 0 {
		x.also(say("", "missing: %s", list(best.missing, 3, "")))
	}
	if quiet := s.silent(t, w); quiet != nil {
		return x.also(quiet)
	}
	if c := s.quotedBy(t, best.text); c != nil {
		x.also(say("", "what it quotes is in ").step(t, c))
	}
	return x
}

var verifierError = regexp.MustCompile(`(?i)error: (?:the following arguments are required|unrecognized arguments|too few arguments)|^usage: \S+\.py\b|\bfixture '\w+' not found|ERROR: (?:not found|file (?:or directory )?not found): \S*tests?\b|can't open file '\S*(?:test|verif|evaluat|grad)\S*'`)

// programFault matches errors that a program's own text causes.
var programFault = regexp.MustCompile(`^(?:SyntaxError|IndentationError|NameError|TypeError)\b`)

// verifierBroke explains a failure that was caused by an error in the verifier's own program.
func (s *session) verifierBroke(t *Turn, _ *results.Explanation) *sentence {
	for i := range t.Said {
		if line, n := verifierLine(t.Said[i].Text); line != "" {
			return say(results.ReasonVerdict, "The verifier’s own program failed").then("“%s”", quote(line, 20)).
				link("verifier", results.ReasonLink{Record: t.Said[i].Record, Line: n})
		}
	}
	for i := range t.Trial.Checks {
		if c := &t.Trial.Checks[i]; c.Passed != nil && !*c.Passed {
			if file, said, found := strings.Cut(c.ID, nameEnd); found && strings.HasSuffix(file, ".py") && programFault.MatchString(said) { // pytest could not load the file
				return say(results.ReasonVerdict, "The verifier’s test file %s does not load", path.Base(file)).then("“%s”", quote(said, 20))
			}
			if line, _ := verifierLine(c.Detail); line != "" {
				return say(results.ReasonVerdict, "The verifier’s own program failed").then("“%s”", quote(line, 20))
			}
		}
	}
	return nil
}

func verifierLine(text string) (string, int) {
	n, found, at := 0, "", 0
	for line := range strings.SplitSeq(text[:min(len(text), textMost)], "\n") {
		if n++; verifierError.MatchString(strings.TrimSpace(line)) {
			found, at = strings.TrimSpace(line), n
		}
	}
	return found, at
}

// opinion is the statement about a failure in one record of a judge.
type opinion struct {
	record  string
	by      string // "judge" or "verifier"
	text    string
	line    int
	failed  []string // names of failed checks
	of      int      // number of checks in the record
	missing []string
	rank    int // rank of the record's type
}

// opinionOf parses a judge's record, which may be prose, JSON, or the output of a program.
func opinionOf(r *Said) *opinion {
	o := &opinion{record: r.Record, by: "judge"}
	base := strings.ToLower(path.Base(r.Record))
	text := strings.TrimSpace(r.Text)
	switch {
	case text == "":
		return nil
	case text[0] == '{' || text[0] == '[':
		o.json(text)
		o.rank = 3
		if o.text == "" {
			o.rank = 1
		}
	case outputName.MatchString(base):
		o.by, o.rank = "verifier", 2
		o.text, o.line = failLine(r.Text)
	case proseName.MatchString(base):
		o.rank = 4
		o.text, o.line = telling(r.Text)
	}
	if o.text == "" && len(o.failed) == 0 {
		return nil
	}
	return o
}

var (
	outputName = regexp.MustCompile(`stdout|stderr|output|\.log$|pytest|test.*\.txt$`)
	proseName  = regexp.MustCompile(`reason|judge|rationale|feedback|explan|critique|verdict|grader|comment|analysis|assessment|evaluation`)
	meta       = regexp.MustCompile(`(?i)^(?:per the|to (?:evaluate|assess|determine|compare)|i will|let(?:'s| me| us)|based on this|format adherence|step \d|#+ )|\bGRADE: ?\S*$|\b(?:I conclude|grade is|following grade|scoring 0|final grade)\b`)
	negative   = regexp.MustCompile(`(?i)\b(?:not|never|no|nor|none|without|fail\w*|miss(?:es|ing)|lacks?|contradict\w*|incorrect\w*|wrong\w*|unfaithful\w*|omit\w*|absent|false(?:ly)?|however|instead|errors?|violat\w*|claims?|asserts?|ambigu\w*|incomplete|below|insufficient|partial|need|cannot|can't|didn't|doesn't|wasn't|unable|only|over-?\w+ing)\b|未|没有|不|缺|错误|失败`)
	hardFail   = regexp.MustCompile(`^\s*(?:HARD FAIL|FATAL|FAIL(?:URE|ED)?)\s*[:!]\s*(\S.*)$`)
	boxFail    = regexp.MustCompile(`^\s*(?:\[(?:FAIL(?:ED)?|✗|✘|❌|x|X|NO)\]|✗|✘|❌|✖|FAIL)\s+([^:\s].*)$`)
	tally      = regexp.MustCompile(`^\d+(?:/\d+)?$|^\d+ (?:tests?|cases?|passed)`)
)

// failLine returns the line of a verifier's output that reports a failure, and its number.
func failLine(text string) (string, int) {
	text = text[:min(len(text), textMost)]
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := hardFail.FindStringSubmatch(line); m != nil && !tally.MatchString(m[1]) {
			return m[1], i + 1
		}
	}
	for i, line := range lines {
		m := boxFail.FindStringSubmatch(line)
		if m == nil || tally.MatchString(m[1]) {
			continue
		}
		said := strings.TrimSpace(m[1])
		if i+1 < len(lines) && indent(lines[i+1]) > indent(line) && strings.ContainsFunc(lines[i+1], unicode.IsLetter) &&
			!boxFail.MatchString(lines[i+1]) {
			said += ": " + strings.TrimSpace(lines[i+1])
		}
		return said, i + 1
	}
	for i, line := range lines {
		if raised := strings.TrimSpace(strings.TrimPrefix(line, "E ")); strings.HasPrefix(line, "E   ") && len(raised) > 3 {
			return raised, i + 1
		}
	}
	return "", 0
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// aSentence matches a sentence. It ends at a punctuation mark before white space.
var aSentence = regexp.MustCompile(`(?s)[^.!?。！？\n]+(?:[.!?。！？]+(?:\S[^.!?。！？\n]*)?)*?(?:[.!?。！？]+["'”’)]*(?:\s|$)|\n|$)`)

// analysisMost is the maximum length in characters of a judgement that states its conclusion first.
// In a longer one the conclusion follows the reasoning.
const analysisMost = 1200

// praise matches words that express approval.
var praise = regexp.MustCompile(`(?i)\b(?:correct(?:ly)?|accurate(?:ly)?|successful(?:ly)?|good|well|properly|faithful(?:ly)?|eventually|clear(?:ly)?|honest(?:ly)?)\b`)

// turnsAt matches the words at which a sentence changes from praise to criticism.
var turnsAt = regexp.MustCompile(`(?i)(?:[;,] |\b)(?:however|but|although|yet|instead)\b[, ]*`)

// telling returns the sentence of a judgement that states the failure, and its line number. It
// prefers sentences without praise; among those it takes the first in a short text and the last in
// a long one. It removes praise at the beginning of the sentence.
func telling(text string) (string, int) {
	text = text[:min(len(text), textMost)]
	best, at, most := "", 0, 0
	long := utf8.RuneCountInString(text) > analysisMost
	for _, m := range aSentence.FindAllStringIndex(text, -1) {
		part := strings.Trim(text[m[0]:m[1]], " \t\n-*")
		if utf8.RuneCountInString(part) < 15 || meta.MatchString(part) || !negative.MatchString(part) {
			continue
		}
		if cut := turnsAt.FindStringIndex(part); cut != nil && praise.MatchString(part[:cut[0]]) && negative.MatchString(part[cut[1]:]) {
			part = part[cut[1]:]
		}
		n := 1
		if praise.MatchString(part) {
			n = 0
		}
		if best == "" || n > most || n == most && long {
			best, at, most = part, m[0], n
		}
	}
	if best == "" && !long {
		best = oneLine(text)
	}
	return strings.ReplaceAll(strings.TrimSpace(best), "**", ""), lineNumber(text, at)
}

// Field names in a judge's JSON, the most informative first.
var (
	reasonKeys = []string{"headline", "failure_reason", "reasoning", "reason", "explanation", "rationale", "justification", "feedback",
		"critique", "comment", "comments", "summary", "message", "detail", "details", "notes", "why", "error"}
	listKeys = []string{"checks", "criteria", "rubric", "results", "tests", "items", "breakdown", "scores", "details", "subscores",
		"evaluations"}
	nameKeys = []string{"name", "id", "criterion", "check", "rule", "title", "label", "test", "item", "key", "description"}
	passKeys = []string{"passed", "pass", "success", "ok", "met", "satisfied", "correct", "result", "status", "score"}
	fullKeys = []string{"max_score", "max", "weight", "points", "total", "max_points"}
	number1  = regexp.MustCompile(`^(?:reward|score|total|.*_(?:ratio|efficiency|rate|count|total|seconds|bytes|calls|mints?))$|ratio|efficiency`)
)

// json parses a judge's JSON, which may have any structure.
func (o *opinion) json(text string) {
	var v any
	if json.NewDecoder(strings.NewReader(text)).Decode(&v) != nil {
		return
	}
	m, ok := v.(map[string]any)
	if !ok {
		o.items("", v)
		return
	}
	for _, k := range reasonKeys {
		if s, ok := m[k].(string); ok && strings.ContainsFunc(s, unicode.IsLetter) && o.text == "" {
			if o.text = s; utf8.RuneCountInString(s) > 200 {
				o.text, _ = telling(s)
			}
			quoted, _ := json.Marshal(s)
			o.line = 1 + strings.Count(text[:max(0, strings.Index(text, string(quoted[1:min(len(quoted)-1, 12)])))], "\n")
		}
	}
	for _, k := range listKeys {
		if len(o.failed) == 0 {
			o.items("", m[k])
		}
	}
	listed := len(o.failed) > 0
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list, isList := m[k].([]any)
		if _, isMap := m[k].(map[string]any); !listed && !isList && !isMap {
			o.items(k, m[k])
		}
		for i := 0; strings.Contains(k, "missing") && i < len(list); i++ {
			o.missing = append(o.missing, short(fmt.Sprint(list[i])))
		}
	}
}

// items adds the checks of a value: booleans, zeros and ones under their names, and objects with a
// name, a verdict and optionally a reason.
func (o *opinion) items(name string, v any) {
	switch v := v.(type) {
	case bool:
		o.flag(name, v)
	case float64:
		if (v == 0 || v == 1) && !number1.MatchString(name) {
			o.flag(name, v == 1)
		}
	case []any:
		for _, x := range v {
			o.items("", x)
		}
	case map[string]any:
		for _, k := range nameKeys {
			s, _ := v[k].(string)
			name = cmp.Or(name, s)
		}
		verdict, known := passedOf(v)
		if name == "" || !known {
			for _, k := range slices.Sorted(maps.Keys(v)) {
				o.items(k, v[k])
			}
			return
		}
		o.flag(name, verdict)
		for _, k := range reasonKeys {
			if s, ok := v[k].(string); ok && s != "" && s != name && !verdict && o.text == "" {
				o.text = name + ": " + s
			}
		}
	}
}

func (o *opinion) flag(name string, passed bool) {
	if o.of++; !passed {
		o.failed = append(o.failed, short(name))
	}
}

func passedOf(part map[string]any) (passed, known bool) {
	for _, k := range passKeys {
		switch v := part[k].(type) {
		case bool:
			return v, true
		case string:
			switch strings.ToLower(v) {
			case "pass", "passed", "ok", "success", "yes":
				return true, true
			case "fail", "failed", "no", "error":
				return false, true
			}
		case float64:
			full := 1.0
			for _, f := range fullKeys {
				if n, ok := part[f].(float64); ok {
					full = n
					break
				}
			}
			return v >= full, true
		}
	}
	return false, false
}

// quotedLeast is the minimum length in characters of a judge's quotation that is searched for.
const quotedLeast = 12

var aQuote = regexp.MustCompile(`['‘“"]([^'‘“”"\n]{12,160})['’”"]`)

// quotedBy returns the first step with an agent message that the judge's text quotes.
func (s *session) quotedBy(t *Turn, text string) *results.StepRef {
	for _, m := range aQuote.FindAllStringSubmatch(text, -1) {
		want := strings.TrimRight(m[1], ".… ,")
		if utf8.RuneCountInString(want) < quotedLeast {
			continue
		}
		for _, x := range t.Steps {
			if strings.Contains(x.Message, want) {
				c := here(t, x.StepID)
				c.Quote, c.Likely = lineWith(x.Message, want), true
				return c
			}
		}
	}
	return nil
}

var (
	judgeRoom = regexp.MustCompile(`(?i)(?:^|/)(?:verifier|verification|grader|grading|judge|evaluation|scorer)/`)
	judgeFile = regexp.MustCompile(`(?i)(?:judge|grader|grading|reasoning|verdict|eval_result|evaluation_result|score_report|test[-_]?(?:stdout|output|results)|post[-_]test|pytest)[^/]*\.(?:txt|md|log|json)$`)
	notJudge  = regexp.MustCompile(`(?i)(?:transcript|trajectory|ctrf|config|messages|usage|meta)[^/]*$|(?:^|/)agent/`)
)

// OfJudge reports whether a raw record is the output of a judge or verifier, judging by its name.
func OfJudge(name string) bool {
	return !notJudge.MatchString(name) && (judgeRoom.MatchString(name) || judgeFile.MatchString(path.Base(name)))
}
