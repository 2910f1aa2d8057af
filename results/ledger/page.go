package ledger

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/pack"
	"github.com/clawatlas/clawatlas/results/search"
)

// PageSteps is how many steps are packed together at most: a page is read as a
// whole, and has its own lists of names.
const PageSteps = 4096

// Sheet is a page as it is kept: the names of files, which are most of it, apart from
// the rest, because few searches read them.
type Sheet struct {
	Steps int
	Data  []byte
	Paths []byte // where each name of a file ends, and the names
}

// The bits of a step, above the two of its role. Above them is the number of its calls;
// manyCalls says that it stands elsewhere.
const (
	bitFailed = 1 << (iota + 2)
	bitFirst
	bitCopied
	bitDay

	callsAt   = 6
	manyCalls = 3
)

// The bits of a kind of call, above the three of its end.
const (
	bitExit = 1 << (iota + 3)
	bitCause
	bitError
)

func roles() []string {
	return []string{results.SourceUser, results.SourceAgent, results.SourceSystem}
}

func ends() []string {
	return []string{"", search.IsOK, search.IsFailed, search.IsRefused, search.IsEmpty}
}

// kind is what calls of a page have in common. Names are places in the lists of the
// page; -1 is none.
type kind struct {
	tool, cause, error int
	end                int
	hasExit            bool
	exit               int
	files              int // how many it names
}

// dictionary numbers values in the order in which they come.
type dictionary[T comparable] struct {
	at   map[T]int
	list []T
}

func (d *dictionary[T]) place(v T) int {
	i, known := d.at[v]
	if !known {
		if d.at == nil {
			d.at = map[T]int{}
		}
		i = len(d.list)
		d.at[v] = i
		d.list = append(d.list, v)
	}
	return i
}

// Builder packs the steps of a page, property by property: most searches ask for few,
// and go over them without reading the others.
type Builder struct {
	lead  int                // steps of the first one's trial before it
	words dictionary[string] // tools, days, causes and errors
	paths dictionary[string]
	kinds dictionary[kind]
	steps []byte // bits of each
	days  []int  // of steps that state one
	many  []int  // numbers of calls
	calls []int  // kind of each
	files []int  // of calls, one after the other
	later []byte // of each failed call, whether it went well later in the trial
}

// Steps is the number of steps so far.
func (b *Builder) Steps() int { return len(b.steps) }

// Add packs the next step.
func (b *Builder) Add(s *Step) {
	bits := max(slices.Index(roles(), s.Role), 0) | min(len(s.Calls), manyCalls)<<callsAt
	for _, x := range []struct {
		set bool
		bit int
	}{{s.Failed, bitFailed}, {s.First, bitFirst}, {s.Copied, bitCopied}, {s.Day != "", bitDay}} {
		if x.set {
			bits |= x.bit
		}
	}
	b.steps = append(b.steps, byte(bits))
	if s.Day != "" {
		b.days = append(b.days, b.words.place(s.Day))
	}
	if len(s.Calls) >= manyCalls {
		b.many = append(b.many, len(s.Calls))
	}
	for i := range s.Calls {
		b.call(&s.Calls[i])
	}
}

func (b *Builder) call(c *Call) {
	k := kind{tool: b.words.place(c.Tool), cause: -1, error: -1, end: slices.Index(ends(), c.End), files: len(c.Paths)}
	if c.Exit != nil {
		k.hasExit, k.exit = true, *c.Exit
	}
	if c.Cause != "" {
		k.cause = b.words.place(c.Cause)
	}
	if c.Error != "" {
		k.error = b.words.place(c.Error)
	}
	b.calls = append(b.calls, b.kinds.place(k))
	for _, p := range c.Paths {
		b.files = append(b.files, b.paths.place(p))
	}
	if isFailure(c.End) {
		b.later = append(b.later, 0)
		if c.Later == search.LaterOK {
			b.later[len(b.later)-1] = 1
		}
	}
}

func isFailure(end string) bool { return end == search.IsFailed || end == search.IsRefused }

// sheet is the page but for its last part, which is later.
func (b *Builder) sheet() (s Sheet, later []byte) {
	d := pack.AppendNumber(nil, b.lead)
	d = pack.AppendNumber(d, len(b.words.list))
	for _, s := range b.words.list {
		d = pack.AppendText(d, s)
	}
	d = pack.AppendNumber(d, len(b.kinds.list))
	for i := range b.kinds.list {
		d = b.kinds.list[i].append(d)
	}
	d = pack.AppendNumber(d, len(b.paths.list))
	d = pack.AppendText(d, b.steps)
	for _, column := range []struct {
		list []int
		most int
	}{{b.days, len(b.words.list)}, {b.many, slices.Max(append(b.many, 0)) + 1}, {b.calls, len(b.kinds.list)}, {b.files, len(b.paths.list)}} {
		d = appendColumn(d, column.list, column.most)
	}
	names := strings.Join(b.paths.list, "\n") + "\n"
	ends, end := make([]int, 0, len(b.paths.list)), 0
	for _, p := range b.paths.list {
		ends = append(ends, end+len(p))
		end += len(p) + 1
	}
	return Sheet{Steps: len(b.steps), Data: d, Paths: append(appendColumn(nil, ends, len(names)), names...)}, b.later
}

func (k *kind) append(d []byte) []byte {
	bits := k.end
	for _, x := range []struct {
		set bool
		bit int
	}{{k.hasExit, bitExit}, {k.cause >= 0, bitCause}, {k.error >= 0, bitError}} {
		if x.set {
			bits |= x.bit
		}
	}
	d = append(pack.AppendNumber(pack.AppendNumber(d, k.tool), k.files), byte(bits))
	if k.hasExit {
		d = pack.AppendSigned(d, int64(k.exit))
	}
	if k.cause >= 0 {
		d = pack.AppendNumber(d, k.cause)
	}
	if k.error >= 0 {
		d = pack.AppendNumber(d, k.error)
	}
	return d
}

// appendColumn appends numbers below most, each with as many bytes as those need.
func appendColumn(d []byte, list []int, most int) []byte {
	width := 1
	for width < 4 && most > 1<<(8*width) {
		width++
	}
	d = pack.AppendNumber(pack.AppendNumber(d, width), len(list)*width)
	for _, v := range list {
		for i := range width {
			d = append(d, byte(v>>(8*i)))
		}
	}
	return d
}

// Sheet is the page; the builder is empty afterwards.
func (b *Builder) Sheet() Sheet {
	s, later := b.sheet()
	s.Data = pack.AppendText(s.Data, later)
	*b = Builder{}
	return s
}

// Book packs the steps of a run, page by page.
type Book struct {
	page   Builder
	sheets []Sheet
	later  [][]byte            // by sheet
	failed map[callKey][]noted // in the trial so far, and not gone well since
	steps  int                 // of the trial so far
}

// callKey is the same for calls that try the same: those of a tool with the same files,
// or with the same arguments where they name none.
type callKey struct {
	tool string
	of   uint64
}

// noted is where it stands how a failed call went on.
type noted struct{ sheet, at int }

// Add notes the next step of the run. names are those of its trial's workspace.
func (b *Book) Add(s *results.Step, first bool, names files.Names) {
	note := Of(s, names)
	if note.First = first; first {
		b.failed, b.steps = map[callKey][]noted{}, 0
	}
	if b.page.Steps() == 0 {
		b.page.lead = b.steps
	}
	failures := len(b.page.later)
	b.page.Add(&note)
	b.steps++
	for i := range note.Calls {
		c := &note.Calls[i]
		key := keyOf(c, s.ToolCalls[i].Arguments)
		switch {
		case isFailure(c.End):
			b.failed[key] = append(b.failed[key], noted{len(b.sheets), failures})
			failures++
		case c.End == search.IsOK:
			for _, f := range b.failed[key] {
				b.laterOf(f.sheet)[f.at] = 1
			}
			delete(b.failed, key)
		}
	}
	if b.page.Steps() == PageSteps {
		b.turn()
	}
}

func keyOf(c *Call, arguments []byte) callKey {
	h := fnv.New64a()
	for _, p := range c.Paths {
		h.Write([]byte(p + "\n"))
	}
	if len(c.Paths) == 0 {
		h.Write(arguments)
	}
	return callKey{c.Tool, h.Sum64()}
}

func (b *Book) laterOf(sheet int) []byte {
	if sheet == len(b.sheets) {
		return b.page.later
	}
	return b.later[sheet]
}

func (b *Book) turn() {
	sheet, later := b.page.sheet()
	b.sheets, b.later = append(b.sheets, sheet), append(b.later, later)
	b.page = Builder{}
}

// Sheets are the pages of all steps, after which nothing is added.
func (b *Book) Sheets() []Sheet {
	if b.page.Steps() > 0 {
		b.turn()
	}
	for i := range b.sheets {
		b.sheets[i].Data = pack.AppendText(b.sheets[i].Data, b.later[i])
	}
	return b.sheets
}
