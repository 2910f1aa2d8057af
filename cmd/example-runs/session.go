package main

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const framework = "clawatlas-runner"

// Interop strings of the public harness: a reader of records looks for these
// very words, literal backslashes included.
const (
	updateNote      = `The workspace and messages in other channels are updated.\n`
	boxInstruction  = `\nSelect all correct statements, and answer with \bbox{X,Y,...} format directly.`
	feedbackMark    = "[Previous Feedback] "
	keepInMind      = "Keep this in mind as you continue with the next task."
	formatReminder  = `Your last answer had no \bbox{...} in it, so no letter could be taken from it. ` + keepInMind
	statusTimeout   = "timeout"
	statusSuccess   = "success"
	timeoutLogError = "request timed out"
)

// session is one agent's way through one scenario.
type session struct {
	bench    *benchmark
	scenario scenario
	agent    agent
	mind     *mind
	ws       workspace
	out      string // run directory
	id       string // pinned, so that two runs differ in times only
	messages int    // of the whole session
	feedback string // for the next round
}

// verdict is how a round ended.
type verdict struct {
	score   scoring
	inline  any
	passed  bool
	pref    *bool
	missing bool // no answer could be extracted
}

// playRound asks one round, lets the agent work, judges and records it.
func (s *session) playRound(ctx context.Context, r round) (roundReport, error) {
	for _, id := range r.UpdateIDs {
		if err := s.bench.apply(s.scenario.ID, id, s.ws.root); err != nil {
			return roundReport{}, err
		}
	}
	question := s.ask(r)
	start := time.Now()
	limited, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	t := newTurn(limited, s, r, question)
	text := s.agent.play(s.mind, t)
	late := limited.Err() != nil
	if err := ctx.Err(); err != nil {
		return roundReport{}, fmt.Errorf("play %s/%s: %w", s.scenario.ID, r.ID, err)
	}
	ans := answer{Status: statusSuccess, Text: text}
	if late {
		reason := fmt.Sprintf("Timeout after %.1fs", roundLimit.Seconds())
		ans = answer{Status: statusTimeout, Error: &reason}
	} else {
		t.finish(text)
	}
	end := time.Now()
	v, err := s.judge(ctx, r, ans.Text)
	if err != nil {
		return roundReport{}, err
	}
	s.feedback = feedbackFor(r, v)
	if err := s.record(r, question, ans, t, v, start, end); err != nil {
		return roundReport{}, err
	}
	return roundReport{RoundID: r.ID, Type: r.Type, Score: v.score.Score, DurationMS: end.Sub(start).Milliseconds()}, nil
}

// ask puts a round's question together: feedback on the round before, the note
// on an update, which only a multi-choice round carries, question and options.
func (s *session) ask(r round) string {
	var b strings.Builder
	if s.feedback != "" {
		b.WriteString(feedbackMark + s.feedback + "\n\n")
	}
	if r.multiChoice() && len(r.UpdateIDs) > 0 {
		b.WriteString(updateNote + "\n")
	}
	b.WriteString(r.Question)
	if r.multiChoice() {
		for _, l := range r.letters() {
			b.WriteString("\n" + l + ". " + r.Eval.Options[l])
		}
		b.WriteString("\n\n" + boxInstruction)
	}
	return b.String()
}

// letters returns the option letters in order.
func (r round) letters() []string {
	var out []string
	for l := range r.Eval.Options {
		out = append(out, l)
	}
	slices.Sort(out)
	return out
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

// judge scores an answer as the benchmark says: letters against letters, or
// the exit code of the check's command. A preference is looked at beside it
// and never counts.
func (s *session) judge(ctx context.Context, r round, text string) (verdict, error) {
	v := verdict{score: scoring{Meta: s.meta(r)}}
	if r.multiChoice() {
		v.score.CorrectAnswer = r.Eval.Answer
		v.score.ExtractedAnswer = extract(text)
		v.missing = v.score.ExtractedAnswer == nil
		v.score.Metrics = struct{}{}
		if !v.missing {
			m := compareChoice(v.score.ExtractedAnswer, r.Eval.Answer)
			v.score.Metrics, v.passed = m, m.ExactMatch == 1
		}
		selected := append([]string{}, v.score.ExtractedAnswer...)
		v.inline = choiceScore{Passed: v.passed, Type: r.Type, FormatValid: !v.missing, Selected: selected}
	} else {
		res, err := s.check(ctx, r, r.Eval.Command)
		if err != nil {
			return v, err
		}
		v.passed = res.exitCode == r.Eval.ExpectExit
		if r.Pref != nil {
			pref, err := s.check(ctx, r, r.Pref.Command)
			if err != nil {
				return v, err
			}
			ok := pref.exitCode == 0
			v.pref = &ok
		}
		v.score.Metrics = checkMetrics{Passed: v.passed}
		v.inline = checkScore{Passed: v.passed, ExitCode: res.exitCode, Stdout: res.stdout, Stderr: res.stderr, PrefPassed: v.pref}
	}
	if v.passed {
		v.score.Score = 1
	}
	return v, nil
}

func (s *session) check(ctx context.Context, r round, command string) (checkResult, error) {
	limit := time.Duration(r.Eval.Timeout) * time.Second
	return runCheck(ctx, s.bench.expand(command, s.scenario.ID, s.ws.root), s.ws.root, s.ws.name, limit)
}

func (s *session) meta(r round) roundMeta {
	return roundMeta{Framework: framework, TestID: s.scenario.ID, RoundID: r.ID, QuestionType: r.Type}
}

// record writes the two files of a round.
func (s *session) record(r round, question string, ans answer, t *turn, v verdict, start, end time.Time) error {
	var rec inferResult
	rec.Meta.roundMeta = s.meta(r)
	rec.Meta.AgentID, rec.Meta.SessionID = s.scenario.ID, s.id
	rec.Meta.EvalQuestionPath = path.Join(benchDir, "eval", s.scenario.ID, "questions.json")
	rec.Question, rec.Answer, rec.InlineScore = question, ans, v.inline
	took := end.Sub(start).Milliseconds()
	rec.Timing = timing{StartedAt: epochSeconds(start), FinishedAt: epochSeconds(end), DurationMS: took}
	s.messages += len(t.messages)
	rec.LLMLog = llmLog{
		Stage: "agent_end", Timestamp: end.UTC().Format("2006-01-02T15:04:05.000Z"),
		AgentID: s.scenario.ID, SessionID: s.id, SessionKey: "agent:" + s.scenario.ID + ":" + s.id,
		WorkspaceDir: s.ws.name, Success: ans.Status == statusSuccess,
		DurationMS: took, MessageCount: s.messages, Messages: t.messages,
	}
	if !rec.LLMLog.Success {
		reason := timeoutLogError
		rec.LLMLog.Error = &reason
	}
	where := filepath.Join(s.scenario.ID, r.ID)
	if err := writeJSON(filepath.Join(s.out, "infer", where, "infer_result.json"), rec); err != nil {
		return err
	}
	return writeJSON(filepath.Join(s.out, "scoring", where, "scoring.json"), v.score)
}
