package ledger

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/pack"
	"github.com/clawatlas/clawatlas/results/search"
)

// PageSteps is how many steps are packed together at most: a page is read as a
// whole, and has its own lists of names.
const PageSteps = 4096

// The bits of a step, above the two of its role, and of a call, above the three of
// its end and below the three of its number of paths.
const (
	bitFailed = 1 << (iota + 2)
	bitFirst
	bitCopied
	bitDay
	bitCall
	bitCalls

	bitExit  = 1 << 3
	bitCause = 1 << 4
	pathsAt  = 5
	manyPath = 7
)

func roles() []string {
	return []string{results.SourceUser, results.SourceAgent, results.SourceSystem}
}

func ends() []string {
	return []string{"", search.IsOK, search.IsFailed, search.IsRefused, search.IsEmpty}
}

// Builder packs the steps of a page.
type Builder struct {
	steps int
	names [3]dictionary // tools, paths, and days with causes
	body  []byte
}

type dictionary struct {
	at   map[string]int
	list []string
}

func (d *dictionary) place(s string) int {
	i, known := d.at[s]
	if !known {
		if d.at == nil {
			d.at = map[string]int{}
		}
		i = len(d.list)
		d.at[s] = i
		d.list = append(d.list, s)
	}
	return i
}

// Steps is the number of steps so far.
func (b *Builder) Steps() int { return b.steps }

// Add packs the next step.
func (b *Builder) Add(s *Step) {
	b.steps++
	bits := max(slices.Index(roles(), s.Role), 0)
	for _, x := range []struct {
		set bool
		bit int
	}{{s.Failed, bitFailed}, {s.First, bitFirst}, {s.Copied, bitCopied}, {s.Day != "", bitDay}, {len(s.Calls) == 1, bitCall}, {len(s.Calls) > 1, bitCalls}} {
		if x.set {
			bits |= x.bit
		}
	}
	b.body = append(b.body, byte(bits))
	if s.Day != "" {
		b.body = pack.AppendNumber(b.body, b.names[2].place(s.Day))
	}
	if len(s.Calls) > 1 {
		b.body = pack.AppendNumber(b.body, len(s.Calls))
	}
	for i := range s.Calls {
		b.call(&s.Calls[i])
	}
}

func (b *Builder) call(c *Call) {
	bits := slices.Index(ends(), c.End) | min(len(c.Paths), manyPath)<<pathsAt
	if c.Exit != nil {
		bits |= bitExit
	}
	if c.Cause != "" {
		bits |= bitCause
	}
	b.body = append(pack.AppendNumber(b.body, b.names[0].place(c.Tool)), byte(bits))
	if c.Exit != nil {
		b.body = pack.AppendSigned(b.body, int64(*c.Exit))
	}
	if c.Cause != "" {
		b.body = pack.AppendNumber(b.body, b.names[2].place(c.Cause))
	}
	if len(c.Paths) >= manyPath {
		b.body = pack.AppendNumber(b.body, len(c.Paths))
	}
	for _, p := range c.Paths {
		b.body = pack.AppendNumber(b.body, b.names[1].place(p))
	}
}

// Bytes is the page; the builder is empty afterwards.
func (b *Builder) Bytes() []byte {
	page := pack.AppendNumber(nil, b.steps)
	for _, d := range b.names {
		page = pack.AppendNumber(page, len(d.list))
		for _, s := range d.list {
			page = pack.AppendText(page, s)
		}
	}
	page = append(page, b.body...)
	*b = Builder{}
	return page
}

// Book packs the steps of a run, page by page.
type Book struct {
	page  Builder
	pages [][]byte
}

// Add notes the next step of the run. names are those of its trial's workspace.
func (b *Book) Add(s *results.Step, first bool, names files.Names) {
	note := Of(s, names)
	note.First = first
	b.page.Add(&note)
	if b.page.Steps() == PageSteps {
		b.pages = append(b.pages, b.page.Bytes())
	}
}

// Pages are the pages of all steps so far.
func (b *Book) Pages() [][]byte {
	if b.page.Steps() > 0 {
		b.pages = append(b.pages, b.page.Bytes())
	}
	return b.pages
}
