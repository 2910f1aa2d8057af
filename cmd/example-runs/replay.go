package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// roundLimit is how long an agent may work on one round. It is far above what
// any agent needs, except for the one that waits for a file that never comes.
const roundLimit = 3 * time.Second

// Interop strings of the public harness: a reader of records looks for these
// very words, literal backslashes included.
const (
	updateNote     = `The workspace and messages in other channels are updated.\n`
	boxInstruction = `\nSelect all correct statements, and answer with \bbox{X,Y,...} format directly.`
	feedbackMark   = "[Previous Feedback] "
	keepInMind     = "Keep this in mind as you continue with the next task."
	formatReminder = `Your last answer had no \bbox{...} in it, so no letter could be taken from it. ` + keepInMind
)

// replay replays a run and returns all its records by path below dir, the run's
// directory.
func (b *benchmark) replay(ctx context.Context, dir string) (map[string][]byte, error) {
	records := map[string][]byte{}
	var rounds [][]roundReport
	for _, sc := range b.scenarios {
		root, err := os.MkdirTemp("", "example-workspace-")
		if err != nil {
			return nil, fmt.Errorf("make workspace: %w", err)
		}
		s := &session{bench: b, scenario: sc, dir: dir, ws: workspace{root: root, name: "/workspace/" + sc.ID}, records: records}
		done, err := s.play(ctx)
		os.RemoveAll(root)
		if err != nil {
			return nil, fmt.Errorf("replay %s of %s: %w", sc.ID, filepath.Base(dir), err)
		}
		rounds = append(rounds, done)
	}
	var old report
	name := path.Join("report", "report.json")
	if err := readJSON(filepath.Join(dir, name), &old); err != nil {
		return nil, err
	}
	r := makeReport(b.scenarios, rounds)
	r.ExperimentID, r.Framework, r.GeneratedAt = filepath.Base(dir), old.Framework, old.GeneratedAt
	records[name] = encode(r)
	return records, nil
}

// session is one agent's way through one scenario.
type session struct {
	bench    *benchmark
	scenario scenario
	dir      string // run directory
	ws       workspace
	records  map[string][]byte
	messages int    // so far
	feedback string // for the next round
}

func (s *session) play(ctx context.Context) ([]roundReport, error) {
	if err := s.bench.layOut(s.scenario.ID, s.ws.root); err != nil {
		return nil, err
	}
	var rounds []roundReport
	for _, r := range s.scenario.Rounds {
		done, err := s.round(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.ID, err)
		}
		rounds = append(rounds, done)
	}
	return rounds, nil
}

// round brings a round's updates, asks, makes the agent's moves and judges.
func (s *session) round(ctx context.Context, r round) (roundReport, error) {
	where := path.Join("infer", s.scenario.ID, r.ID, "infer_result.json")
	var rec inferResult
	if err := readJSON(filepath.Join(s.dir, filepath.FromSlash(where)), &rec); err != nil {
		return roundReport{}, err
	}
	for _, id := range r.UpdateIDs {
		if err := s.bench.apply(s.scenario.ID, id, s.ws.root); err != nil {
			return roundReport{}, err
		}
	}
	rec.Question = s.ask(r)
	limited, cancel := context.WithTimeout(ctx, roundLimit)
	defer cancel()
	rec.Answer = answer{Status: "success"}
	rec.LLMLog.Messages, rec.Answer.Text = s.moves(limited, rec.Question, rec.LLMLog.Messages)
	rec.LLMLog.Success, rec.LLMLog.Error = true, nil
	if limited.Err() != nil {
		late, log := fmt.Sprintf("Timeout after %.1fs", roundLimit.Seconds()), "request timed out"
		rec.Answer = answer{Status: "timeout", Error: &late}
		rec.LLMLog.Success, rec.LLMLog.Error = false, &log
	}
	s.messages += len(rec.LLMLog.Messages)
	rec.LLMLog.MessageCount = s.messages
	v, err := s.judge(ctx, r, rec.Answer.Text)
	if err != nil {
		return roundReport{}, err
	}
	s.feedback = feedbackFor(r, v)
	rec.InlineScore, v.score.Meta = v.inline, rec.Meta.roundMeta
	s.records[where] = encode(rec)
	s.records[path.Join("scoring", s.scenario.ID, r.ID, "scoring.json")] = encode(v.score)
	return roundReport{RoundID: r.ID, Type: r.Type, Score: v.score.Score, DurationMS: rec.LLMLog.DurationMS}, nil
}

// moves goes through the messages of a record: the prompt is asked anew, each
// call of the agent is made again, and its result takes the place of the one
// that was recorded. The answer is the last thing that the agent says.
func (s *session) moves(ctx context.Context, question string, recorded []message) (list []message, answer string) {
	results := map[string]message{}
	for _, m := range recorded {
		results[m.ToolCallID] = m
	}
	for _, m := range recorded {
		switch m.Role {
		case "user":
			stamp := time.UnixMilli(m.Timestamp).UTC().Format("[Mon 2006-01-02 15:04 UTC] ")
			m.Content = text(stamp + question)
			list = append(list, m)
		case "assistant":
			list, answer = append(list, m), ""
			for _, p := range m.Content {
				if p.Type == "text" {
					answer = *p.Text
					continue
				}
				o := s.ws.call(ctx, p.Name, p.Arguments)
				old := results[p.ID]
				if d, ok := o.details.(execDetails); ok {
					d.DurationMS = old.took()
					o.details = d
				}
				list = append(list, message{Role: "toolResult", ToolCallID: p.ID, ToolName: p.Name, Content: text(o.text),
					Details: o.details, IsError: new(bool), Timestamp: max(old.Timestamp, m.Timestamp)})
			}
		}
	}
	return list, answer
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

func readJSON(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read record: %w", err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read %s: %w", path, err)
	}
	return nil
}
