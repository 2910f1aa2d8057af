// Package casebook holds the hand-written case studies as Markdown files with front matter. A line
// that begins with :: inserts evidence from the database.
//
//	---
//	title: One claim of several parts
//	benchmark: clawarena
//	dimensions: [multi-source]
//	modes: [omission]
//	rounds: [hil_c7/q7, hil_c7/q25]
//	sources: ["ClawArena paper v2, Appendix G, case 1"]
//	findings:
//	  - {round: hil_c7/q25, option: H, text: "A sentence for the page of a trial that chose H wrongly."}
//	---
//
//	Text in Markdown.
//
//	::options hil_c7/q25
//	::checker hil_g4/q3
//	::steps hil_c7/q25 model=gemma-4-31b from=2 to=4
//	::metric crs scope=scenario:hil_s1
package casebook

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed cases/*.md
var files embed.FS

// Case is a hand-written case study.
type Case struct {
	Slug       string
	Title      string    `yaml:"title"`
	Benchmark  string    `yaml:"benchmark"`
	Dimensions []string  `yaml:"dimensions"`
	Modes      []string  `yaml:"modes"`
	Rounds     []string  `yaml:"rounds"` // tasks that the case is about, as scenario/task
	Sources    []string  `yaml:"sources"`
	Findings   []Finding `yaml:"findings"`
	Blocks     []Block
}

// Finding is a sentence for the pages of the trials that failed a task in one way. It must be true
// of the task, whatever the agent did.
type Finding struct {
	Round  string `yaml:"round"`  // task as scenario/task
	Option string `yaml:"option"` // option that the trial omitted or added; empty if Reason is set
	Reason string `yaml:"reason"` // kind of the trial's failure reason; empty if Option is set
	Text   string `yaml:"text"`
}

// Lead returns the first paragraph as plain text.
func (c *Case) Lead() string {
	if len(c.Blocks) == 0 {
		return ""
	}
	text, _, _ := strings.Cut(c.Blocks[0].Markdown, "\n\n")
	return strings.Join(strings.Fields(strings.NewReplacer("`", "", "**", "").Replace(text)), " ")
}

// Text returns the Markdown without the directives.
func (c *Case) Text() string {
	var parts []string
	for _, b := range c.Blocks {
		if b.Markdown != "" {
			parts = append(parts, b.Markdown)
		}
	}
	return strings.Join(parts, "\n\n")
}

// Block is a section of Markdown or a directive that embeds live evidence.
type Block struct {
	Markdown string
	Evidence *Evidence
}

// Kinds of evidence.
const (
	Options = "options" // options of a multiple-choice task with the selection of each system
	Checker = "checker" // checker output for each system
	Steps   = "steps"   // range of steps in a trace
	Metric  = "metric"  // one metric of each system
)

// Evidence is a directive that embeds live evidence.
type Evidence struct {
	Line     int
	Kind     string
	Scenario string
	Task     string
	Model    string // model whose trace is shown, for Steps; empty for the first model
	From, To int    // first and last step, for Steps
	Metric   string
	Scope    string
}

// Dimensions returns the values that are valid for a case's dimensions.
func Dimensions() []string {
	return []string{"multi-source", "dynamic-update", "personalisation", "multi-source+dynamic-update", "personalisation+dynamic-update", "compliance", "environment"}
}

var load = sync.OnceValues(func() ([]Case, error) { return Parse(files) })

// All returns all hand-written cases, sorted by benchmark and file name.
func All() ([]Case, error) { return load() }

// Of returns the hand-written cases of a benchmark.
func Of(benchmark string) ([]Case, error) {
	list, err := All()
	var of []Case
	for _, c := range list {
		if c.Benchmark == benchmark {
			of = append(of, c)
		}
	}
	return of, err
}

// Find returns the case with the given slug and whether it exists.
func Find(slug string) (Case, bool, error) {
	list, err := All()
	if err != nil {
		return Case{}, false, err
	}
	for _, c := range list {
		if c.Slug == slug {
			return c, true, nil
		}
	}
	return Case{}, false, nil
}

// Parse parses all case files in a file system.
func Parse(fsys fs.FS) ([]Case, error) {
	names, err := fs.Glob(fsys, "cases/*.md")
	if err != nil {
		return nil, fmt.Errorf("list cases: %w", err)
	}
	var list []Case
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, fmt.Errorf("read case: %w", err)
		}
		c, err := parse(name, data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b Case) int { return strings.Compare(a.Benchmark, b.Benchmark) })
	return list, nil
}

func parse(name string, data []byte) (Case, error) {
	head, body, ok := bytes.Cut(bytes.TrimPrefix(data, []byte("---\n")), []byte("\n---\n"))
	if !ok || !bytes.HasPrefix(data, []byte("---\n")) {
		return Case{}, errors.New("front matter between two lines of --- is missing")
	}
	var c Case
	if err := yaml.UnmarshalWithOptions(head, &c, yaml.Strict()); err != nil {
		return c, fmt.Errorf("front matter: %w", err)
	}
	c.Slug = strings.TrimSuffix(path.Base(name), ".md")
	if c.Title == "" || c.Benchmark == "" || len(c.Rounds) == 0 && len(c.Sources) == 0 {
		return c, errors.New("front matter needs title, benchmark and rounds or sources")
	}
	for _, d := range c.Dimensions {
		if !slices.Contains(Dimensions(), d) {
			return c, fmt.Errorf("unknown dimension %q", d)
		}
	}
	for _, f := range c.Findings {
		if !slices.Contains(c.Rounds, f.Round) || f.Text == "" || (f.Option == "") == (f.Reason == "") {
			return c, fmt.Errorf("finding %+v needs a round of the case, a text, and an option or a reason", f)
		}
	}
	first := bytes.Count(data[:len(data)-len(body)], []byte("\n")) + 1
	var err error
	c.Blocks, err = blocks(string(body), first)
	return c, err
}

// blocks splits the text of a case at its directives; line is the line number of the text in the
// file.
func blocks(body string, line int) ([]Block, error) {
	var list []Block
	var text strings.Builder
	flush := func() {
		if s := strings.TrimSpace(text.String()); s != "" {
			list = append(list, Block{Markdown: s})
		}
		text.Reset()
	}
	for _, l := range strings.Split(body, "\n") {
		if d, ok := strings.CutPrefix(l, "::"); ok {
			e, err := directive(d)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", line, err)
			}
			e.Line = line
			flush()
			list = append(list, Block{Evidence: &e})
		} else {
			text.WriteString(l + "\n")
		}
		line++
	}
	flush()
	return list, nil
}

func directive(s string) (Evidence, error) {
	words := strings.Fields(s)
	if len(words) < 2 {
		return Evidence{}, fmt.Errorf("directive %q needs a kind and a subject", s)
	}
	e := Evidence{Kind: words[0]}
	switch e.Kind {
	case Options, Checker, Steps:
		var ok bool
		if e.Scenario, e.Task, ok = strings.Cut(words[1], "/"); !ok {
			return e, fmt.Errorf("%q is not scenario/task", words[1])
		}
	case Metric:
		e.Metric = words[1]
	default:
		return e, fmt.Errorf("unknown directive %q", e.Kind)
	}
	for _, w := range words[2:] {
		if err := e.set(w); err != nil {
			return e, err
		}
	}
	if e.Kind == Steps && (e.From < 1 || e.To < e.From || e.To-e.From > 20) {
		return e, fmt.Errorf("steps need from and to, at most 20 apart")
	}
	return e, nil
}

func (e *Evidence) set(word string) error {
	k, v, ok := strings.Cut(word, "=")
	if !ok {
		return fmt.Errorf("%q is not name=value", word)
	}
	var err error
	switch {
	case k == "model" && e.Kind == Steps:
		e.Model = v
	case k == "from" && e.Kind == Steps:
		e.From, err = strconv.Atoi(v)
	case k == "to" && e.Kind == Steps:
		e.To, err = strconv.Atoi(v)
	case k == "scope" && e.Kind == Metric:
		e.Scope = v
	default:
		return fmt.Errorf("%s takes no %q", e.Kind, k)
	}
	return err
}
