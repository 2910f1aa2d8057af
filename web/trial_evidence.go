package web

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	evidenceMost  = 12
	evidenceSteps = 8 // steps that are opened for one file
)

// trialEvidence finds the steps in which a verdict can be seen: the answer's
// box, the writes to the files that the checker names, the calls of the day of
// a red-line. All but the box are rules of thumb, and say so.
func (s *Server) trialEvidence(ctx context.Context, l *loadedTrial) ([]views.TrialEvidence, error) {
	var list []views.TrialEvidence
	add := func(some []views.TrialEvidence, err error) error {
		list = append(list, some...)
		return err
	}
	var err error
	if l.trial.Kind == results.KindMultiChoice {
		err = add(s.boxEvidence(ctx, l))
	} else {
		err = add(s.fileEvidence(ctx, l))
	}
	if err == nil {
		err = add(s.redLineEvidence(ctx, l))
	}
	return list[:min(len(list), evidenceMost)], err
}

// boxEvidence finds the last message of the agent with an answer's box.
func (s *Server) boxEvidence(ctx context.Context, l *loadedTrial) ([]views.TrialEvidence, error) {
	for _, word := range []string{"bbox", "boxed"} {
		hits, err := s.store.FindInTrace(ctx, &l.trial, word, 1)
		if err != nil {
			return nil, err
		}
		if len(hits) > 0 {
			return []views.TrialEvidence{{Text: "The answer’s box is in step " + strconv.Itoa(hits[0].StepID), Href: l.window(hits[0].StepID)}}, nil
		}
	}
	return nil, nil
}

// fileName matches names of files in what a checker says: with an extension
// that begins with a letter, of any script before it.
var fileName = regexp.MustCompile(`[\pL\pN_][\pL\pN_./-]*\.[A-Za-z][A-Za-z0-9]{0,7}\b`)

// namedFiles lists the files that texts name, in order, each once.
func namedFiles(texts ...string) []string {
	var list []string
	for _, t := range texts {
		for _, name := range fileName.FindAllString(t[:min(len(t), 64<<10)], -1) {
			if !slices.Contains(list, name) && len(name) < 200 {
				list = append(list, name)
			}
		}
	}
	return list
}

// fileEvidence finds the last writes to the files that the checker names, or
// else those that the prompt names.
func (s *Server) fileEvidence(ctx context.Context, l *loadedTrial) ([]views.TrialEvidence, error) {
	d := l.trial.Details
	var said []string
	for _, c := range l.trial.Checks {
		said = append(said, c.Detail)
	}
	if d.Verdict != nil {
		said = append(said, d.Verdict.Stdout, d.Verdict.Stderr)
	}
	files, by := namedFiles(said...), "the checker names"
	if len(files) == 0 {
		files, by = namedFiles(d.Prompt), "the prompt names"
	}
	var list []views.TrialEvidence
	seen := map[fileWrite]bool{}
	for _, f := range files[:min(len(files), 6)] {
		found, err := s.writesTo(ctx, l, f)
		if err != nil {
			return nil, err
		}
		for _, w := range found {
			if seen[w] {
				continue // a checker may name one file by several paths
			}
			seen[w] = true
			list = append(list, views.TrialEvidence{
				Text: "Step " + strconv.Itoa(w.step) + " " + w.verb + " " + ui.Plain(path.Base(f)) + ", which " + by, Likely: true,
				Href: l.at("from", windowOf(w.step)) + "#" + views.CallAnchor(w.step, w.call),
			})
		}
	}
	return list, nil
}

// fileWrite is a call that wrote a file.
type fileWrite struct {
	step, call int
	verb       string
}

// writesTo gives the last two calls that wrote a file.
func (s *Server) writesTo(ctx context.Context, l *loadedTrial, file string) ([]fileWrite, error) {
	hits, err := s.store.FindInTrace(ctx, &l.trial, file, evidenceSteps)
	if err != nil {
		return nil, err
	}
	var list []fileWrite
	for _, h := range hits {
		rows, err := s.store.StepRows(ctx, &l.trial, h.StepID, 1)
		if err != nil {
			return nil, err
		}
		if len(rows) == 0 || rows[0].Bytes > bodiesMost {
			continue
		}
		steps, err := s.store.Steps(ctx, &l.trial, rows)
		if err != nil {
			return nil, err
		}
		for i := range steps[0].ToolCalls {
			if verb := writeVerb(views.ReadCall(&steps[0].ToolCalls[i]), file); verb != "" {
				list = append(list, fileWrite{h.StepID, i + 1, verb})
			}
		}
		if len(list) >= 2 {
			break
		}
	}
	return list, nil
}

// writeVerb says what a call did to a file; empty if it did not write it.
func writeVerb(c views.CallArgs, file string) string {
	switch c.Kind {
	case views.CallWrite:
		if strings.HasSuffix(c.Path, file) {
			return "writes"
		}
	case views.CallEdit:
		if strings.HasSuffix(c.Path, file) {
			return "edits"
		}
	case views.CallShell:
		if writesInShell(c.Command, file) {
			return "runs a command that writes"
		}
	}
	return ""
}

// writesInShell reports whether a command looks as if it wrote the file: by a
// redirection to it, by a tool that writes, or by opening it for writing.
func writesInShell(command, file string) bool {
	for _, line := range strings.Split(command, "\n") {
		at := strings.Index(line, file)
		if at < 0 {
			continue
		}
		target := strings.TrimLeft(line[strings.LastIndex(line[:at], ">")+1:at], " \t\"'")
		redirected := strings.Contains(line[:at], ">") && !strings.ContainsAny(target, " \t|;&<(")
		if redirected || writingTool.MatchString(line) {
			return true
		}
	}
	return false
}

// writingTool matches what writes files in shells and scripts.
var writingTool = regexp.MustCompile(`\b(?:tee|touch|cp|mv|sed -i\S*)\s|open\([^)]*["'][wax]b?\+?["']|\.write_text\(|\.to_(?:csv|json|excel)\(`)

// redLineEvidence leads from a failed red-line to the calls of its day.
func (s *Server) redLineEvidence(ctx context.Context, l *loadedTrial) ([]views.TrialEvidence, error) {
	var broken []results.Check
	for _, c := range l.trial.Checks {
		if c.RedLine && c.Passed != nil && !*c.Passed && c.Day != "" {
			broken = append(broken, c)
		}
	}
	if len(broken) == 0 {
		return nil, nil
	}
	days, err := s.store.TraceGroups(ctx, &l.trial, results.UnitDay, 0, results.DaysMost, 1)
	if err != nil {
		return nil, err
	}
	var list []views.TrialEvidence
	for _, c := range broken {
		for _, d := range days {
			if d.Day == c.Day {
				text := "Red-line " + ui.Plain(c.ID) + ": the calls of " + ui.Plain(d.Day) + ", from step " + strconv.Itoa(d.First)
				list = append(list, views.TrialEvidence{Text: text, Href: l.window(d.First), Likely: true})
			}
		}
	}
	return list, nil
}
