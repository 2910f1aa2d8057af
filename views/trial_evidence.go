package views

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// evidenceMost is how many steps the page names in which a verdict can be seen.
const evidenceMost = 12

// evidence are the steps in which the verdict can be seen: the answer's box, the
// writes to the files that the checker names, the calls of the day of a
// red-line. All but the box are rules of thumb, and say so.
func (t trialView) evidence() []TrialEvidence {
	var list []TrialEvidence
	if t.AnswerBox > 0 {
		list = append(list, TrialEvidence{Text: "The answer’s box is in step " + strconv.Itoa(t.AnswerBox), Href: t.Query.Window(t.AnswerBox)})
	}
	for _, w := range t.Writes {
		by := "the checker names"
		if w.ByPrompt {
			by = "the prompt names"
		}
		list = append(list, TrialEvidence{
			Text: "Step " + strconv.Itoa(w.Step) + " " + w.Verb + " " + ui.Plain(path.Base(w.File)) + ", which " + by, Likely: true,
			Href: t.Query.At("from", report.WindowOf(w.Step)) + "#" + link.CallAnchor(w.Step, w.Call),
		})
	}
	for _, d := range t.RedLines {
		text := "Red-line " + ui.Plain(d.Check.ID) + ": the calls of " + ui.Plain(d.Check.Day) + ", from step " + strconv.Itoa(d.First)
		list = append(list, TrialEvidence{Text: text, Href: t.Query.Window(d.First), Likely: true})
	}
	return list[:min(len(list), evidenceMost)]
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

// FilesToSeek lists the files in which the verdict on a trial may be seen: those
// that the checker names, or else those that the prompt names.
func FilesToSeek(t *results.StoredTrial) (files []string, byPrompt bool) {
	var said []string
	for _, c := range t.Checks {
		said = append(said, c.Detail)
	}
	if v := t.Details.Verdict; v != nil {
		said = append(said, v.Stdout, v.Stderr)
	}
	if files = namedFiles(said...); len(files) > 0 {
		return files, false
	}
	return namedFiles(t.Details.Prompt), true
}

// WritesIn lists the calls of a step that wrote a file.
func WritesIn(s *results.Step, file string) []report.FileWrite {
	var list []report.FileWrite
	for i := range s.ToolCalls {
		if verb := writeVerb(ReadCall(&s.ToolCalls[i]), file); verb != "" {
			list = append(list, report.FileWrite{Step: s.StepID, Call: i + 1, Verb: verb, File: file})
		}
	}
	return list
}

// writeVerb says what a call did to a file; empty if it did not write it.
func writeVerb(c CallArgs, file string) string {
	switch c.Kind {
	case CallWrite:
		if strings.HasSuffix(c.Path, file) {
			return "writes"
		}
	case CallEdit:
		if strings.HasSuffix(c.Path, file) {
			return "edits"
		}
	case CallShell:
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
