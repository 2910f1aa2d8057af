package main

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
)

// scoring is scoring.json. Metrics is choiceMetrics, checkMetrics or, where no
// answer could be extracted, an empty object.
type scoring struct {
	Meta            roundMeta `json:"meta"`
	ExtractedAnswer []string  `json:"extracted_answer"`
	CorrectAnswer   []string  `json:"correct_answer"`
	Score           number    `json:"score"`
	Metrics         any       `json:"metrics"`
}

type choiceMetrics struct {
	IoU        number `json:"iou"`
	Precision  number `json:"precision"`
	Recall     number `json:"recall"`
	F1         number `json:"f1"`
	ExactMatch number `json:"exact_match"`
}

type checkMetrics struct {
	Passed bool `json:"passed"`
}

// choiceScore and checkScore are inline_score.
type choiceScore struct {
	Passed      bool     `json:"passed"`
	Type        string   `json:"type"`
	FormatValid bool     `json:"format_valid"`
	Selected    []string `json:"selected"`
}

type checkScore struct {
	Passed     bool   `json:"passed"`
	ExitCode   int    `json:"exit_code"`
	Stdout     string `json:"stdout"`
	Stderr     string `json:"stderr"`
	PrefPassed *bool  `json:"pref_passed,omitempty"`
}

// verdict is how a round ended.
type verdict struct {
	score   scoring
	inline  any
	passed  bool
	pref    *bool
	missing bool // no answer could be extracted
}

// judge scores an answer as the benchmark says: letters against letters, or
// the exit code of the check's command. A preference is looked at beside it
// and never counts.
func (s *session) judge(ctx context.Context, r round, text string) (verdict, error) {
	if r.multiChoice() {
		return judgeChoice(r, text), nil
	}
	res, err := s.check(ctx, r, r.Eval.Command)
	if err != nil {
		return verdict{}, err
	}
	v := verdict{passed: res.exitCode == r.Eval.ExpectExit}
	if r.Pref != nil {
		pref, err := s.check(ctx, r, r.Pref.Command)
		if err != nil {
			return verdict{}, err
		}
		ok := pref.exitCode == 0
		v.pref = &ok
	}
	v.score = scoring{Score: points(v.passed), Metrics: checkMetrics{Passed: v.passed}}
	v.inline = checkScore{Passed: v.passed, ExitCode: res.exitCode, Stdout: res.stdout, Stderr: res.stderr, PrefPassed: v.pref}
	return v, nil
}

func judgeChoice(r round, text string) verdict {
	selected := extract(text)
	v := verdict{missing: selected == nil, score: scoring{ExtractedAnswer: selected, CorrectAnswer: r.Eval.Answer, Metrics: struct{}{}}}
	if !v.missing {
		m := compareChoice(selected, r.Eval.Answer)
		v.score.Metrics, v.passed = m, m.ExactMatch == 1
	}
	v.score.Score = points(v.passed)
	v.inline = choiceScore{Passed: v.passed, Type: r.Type, FormatValid: !v.missing, Selected: append([]string{}, selected...)}
	return v
}

func points(passed bool) number {
	if passed {
		return 1
	}
	return 0
}

// check runs a check's command. The workspace's real place is replaced in its
// output by name, so that records are the same on every machine.
func (s *session) check(ctx context.Context, r round, command string) (checkResult, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(r.Eval.Timeout)*time.Second)
	defer cancel()
	var stdout, stderr bytes.Buffer
	code, err := s.ws.shell(ctx, s.bench.expand(command, s.scenario.ID, s.ws.root), &stdout, &stderr)
	hide := strings.NewReplacer(s.ws.root, s.ws.name)
	return checkResult{code, hide.Replace(stdout.String()), hide.Replace(stderr.String())}, err
}

// feedbackFor says what the agent is told at the next round. It follows the
// verdict of the round that was played; the public harness sometimes reports
// an exec check that failed as passed, which is not repeated here.
func feedbackFor(r round, v verdict) string {
	var lines []string
	choice, isChoice := v.inline.(choiceScore)
	switch {
	case v.passed:
		lines = append(lines, r.Feedback.Correct)
	case isChoice && v.missing:
		lines = append(lines, formatReminder)
	case isChoice:
		for _, l := range r.letters() {
			picked, right := slices.Contains(choice.Selected, l), slices.Contains(r.Eval.Answer, l)
			if right && !picked {
				lines = append(lines, "You missed option "+l+": "+r.Feedback.Options[l])
			}
			if picked && !right {
				lines = append(lines, "You incorrectly selected option "+l+": "+r.Feedback.Options[l])
			}
		}
		lines = append(lines, keepInMind)
	default:
		lines = append(lines, r.Feedback.Incorrect, keepInMind)
	}
	if r.Pref != nil && v.pref != nil {
		more := r.Pref.Feedback.Incorrect
		if *v.pref {
			more = r.Pref.Feedback.Correct
		}
		if more != "" {
			lines = append(lines, more)
		}
	}
	return strings.Join(lines, "\n")
}

var (
	boxEscapes = strings.NewReplacer(`\[`, "", `\]`, "", `\(`, "", `\)`, "")
	boxPattern = regexp.MustCompile(`\\(?:bbox|boxed)\{([^}]*)\}`)
)

// extract returns the letters of the first box in text, upper case and sorted,
// or nil if there is no box.
func extract(text string) []string {
	m := boxPattern.FindStringSubmatch(boxEscapes.Replace(text))
	if m == nil {
		return nil
	}
	letters := []string{}
	for _, r := range strings.ToUpper(m[1]) {
		if r >= 'A' && r <= 'Z' && !slices.Contains(letters, string(r)) {
			letters = append(letters, string(r))
		}
	}
	slices.Sort(letters)
	return letters
}

// compareChoice gives the metrics of a selection against the answer.
func compareChoice(selected, gold []string) choiceMetrics {
	common := 0
	for _, l := range selected {
		if slices.Contains(gold, l) {
			common++
		}
	}
	union := len(selected) + len(gold) - common
	m := choiceMetrics{IoU: ratio(common, union), Precision: ratio(common, len(selected)), Recall: ratio(common, len(gold))}
	if m.Precision+m.Recall > 0 {
		m.F1 = 2 * m.Precision * m.Recall / (m.Precision + m.Recall)
	}
	if common == union {
		m.ExactMatch = 1
	}
	return m
}

func ratio(a, b int) number {
	if b == 0 {
		return 0
	}
	return number(float64(a) / float64(b))
}

// checkResult is what a check's command left behind.
type checkResult struct {
	exitCode       int
	stdout, stderr string
}
