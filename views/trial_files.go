package views

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/richtext"
	"github.com/clawatlas/clawatlas/views/ui"
)

// What of a trial's files its page lists; the rest is on the page of the files.
const (
	filesBeside    = 20
	versionsBeside = 12
	readBeside     = 12
)

// trialFilesView draws the files of a trial.
type trialFilesView struct{ *report.TrialFiles }

// any reports whether there is something to say of files.
func (v trialFilesView) any() bool {
	return v.TrialFiles != nil && (v.Long || len(v.Files)+len(v.Read) > 0)
}

// title says how many files there are.
func (v trialFilesView) title() string {
	var list []string
	if n := len(v.Files); n > 0 {
		list = append(list, words.Count(n)+" changed")
	}
	if n := len(v.Read); n > 0 {
		list = append(list, words.Count(n)+" only read")
	}
	if v.Long {
		return "Files"
	}
	return "Files: " + strings.Join(list, ", ")
}

// readWords names the files that were only read.
func (v trialFilesView) readWords(most int) string {
	names := make([]string, 0, most)
	for _, p := range v.Read[:min(len(v.Read), most)] {
		names = append(names, ui.Plain(p))
	}
	text := strings.Join(names, ", ")
	if n := len(v.Read) - len(names); n > 0 {
		text += " and " + words.Plural(n, "more file", "more files")
	}
	return text + "."
}

// place is the address of a file on the page of all files.
func (v trialFilesView) place(file int) string { return v.URL + "#" + fileAnchor(file) }

func fileAnchor(file int) string { return "file-" + strconv.Itoa(file) }

// opWord says what a call did with a file.
func opWord(v *report.FileVersion) string {
	word := map[files.Op]string{files.Write: "written", files.Append: "appended to", files.Edit: "edited", files.Remove: "removed"}[v.Op]
	if v.By != "" {
		word += " by " + ui.Plain(v.By)
	}
	if v.Likely {
		word = "likely " + word
	}
	return word
}

// leftText says what is known of a version.
func leftText(v *report.FileVersion) string {
	switch {
	case v == nil:
		return "each change failed"
	case v.Op == files.Remove:
		return "removed"
	case v.Text == nil:
		return "not known: the trace does not show all of it"
	}
	return words.Plural(*v.Lines, "line", "lines") + ", " + words.Bytes(*v.Bytes)
}

// fileSum says in a sentence how often a file was touched.
func fileSum(f *report.TrialFile) string {
	text := words.Plural(len(f.Versions), "version", "versions")
	if f.Failed > 0 {
		text += ", " + words.Plural(f.Failed, "change", "changes") + " failed"
	}
	if f.Reads > 0 {
		text += ", " + words.Plural(f.Reads, "read", "reads")
	}
	return text + "."
}

// askedText is what the checker says of a file.
func askedText(a report.FileAsked) string {
	field := ""
	if a.Field != "" {
		field = " for " + ui.Plain(a.Field)
	}
	switch {
	case a.Expected == "":
		return "the checker does not accept " + ui.Plain(a.Got) + field
	case a.Got == "":
		return "the checker asks for " + ui.Plain(a.Expected) + field
	}
	return "the checker asks for " + ui.Plain(a.Expected) + field + ", and found " + ui.Plain(a.Got)
}

// callFile is a version of a file in the head of the call that made it.
type callFile struct{ Text, Href, Title string }

// fileMark is a version and where it stands.
type fileMark struct {
	file int // from 1
	of   *report.TrialFile
	v    *report.FileVersion
	href string
}

// fileMarks are the versions of files by the step and the call that made them.
type fileMarks map[[2]int][]fileMark

// callFilesMost is how many files the head of a call names.
const callFilesMost = 4

func marksOf(f *report.TrialFiles) fileMarks {
	if f == nil {
		return nil
	}
	m := fileMarks{}
	for i := range f.Files {
		file := &f.Files[i]
		for k := range file.Versions {
			v := &file.Versions[k]
			at := [2]int{v.Step, v.Call}
			m[at] = append(m[at], fileMark{i + 1, file, v, trialFilesView{f}.place(i + 1)})
		}
	}
	return m
}

// of says in a call which versions it makes of files. A whole file that is written
// again is shown as what it changes.
func (m fileMarks) of(b *stepBuilder, c *Call, step int, whole string) {
	list := m[[2]int{step, c.Number}]
	for _, x := range list[:min(len(list), callFilesMost)] {
		name := ""
		if len(list) > 1 || c.Args.Kind == calls.Shell {
			name = ui.Plain(x.of.Path) + " "
		}
		text := fmt.Sprintf("%sversion %d of %d", name, x.v.Version, len(x.of.Versions))
		if x.v.Likely {
			text += ", likely"
		}
		if x.v.Kept && x.v.KnownBefore && x.v.Before == x.v.Body {
			text += ", the same text as before"
		}
		c.Files = append(c.Files, callFile{Text: text, Href: x.href, Title: ui.Plain(x.of.Path)})
	}
	if c.Args.Kind != calls.Write || len(list) != 1 || list[0].v.Op != files.Write {
		return
	}
	if v := list[0].v; v.Kept && v.KnownBefore && c.Body != nil {
		c.Again = true
		if v.Before != v.Body {
			c.Change = b.change(richtext.Compare(v.Before, v.Body), whole)
		}
	}
}

// TrialFilesPage shows the files of a trial with all their versions.
func TrialFilesPage(f Frame, x *report.TrialFiles) templ.Component {
	t := trialView{x.Of, f}
	title := t.name() + ": files"
	lead := "What the agent did with files, replayed from the calls of its trace."
	p := trialFilesParts{trialFilesView: trialFilesView{x}, Title: title, Lead: lead, left: textsMost, versions: versionsMost,
		Meta: f.Meta(t.pageTitle("Files of ", ""), lead, x.URL, x.Of.Query.FilesTwin(), t.crumbs(ui.Crumb{Label: "files"})...)}
	p.Meta.Scripted, p.Meta.Noindex = x.Of.Stored.Run.Scripted, true
	p.Meta.CSVPath = x.Of.Query.Table("files")
	return trialFilesPage(&p)
}

// What the page of the files shows in all; the rest is in its JSON and the texts.
const (
	filesMost    = 100
	versionsMost = 300
	textsMost    = 160 << 10 // bytes of HTML of their texts
	leftLines    = 80        // of one text
	lineMost     = 600       // bytes of one line
	lineFrame    = 80        // bytes of HTML around a line
)

// trialFilesParts is what the page of the files shows.
type trialFilesParts struct {
	trialFilesView
	Meta        ui.Meta
	Title, Lead string
	left        int // bytes of texts that the page has room for
	versions    int // versions that it has room for
}

// more reports whether there is room for one more version, and takes it.
func (p *trialFilesParts) more() bool {
	p.versions--
	return p.versions >= 0
}

// leftLine is a line of a file as the trial left it; a gap stands for lines that are
// left out.
type leftLine struct {
	Number int
	Text   string
	Asked  string // what the checker says of it
	Gap    int
}

// lines are those of a text that the page shows: the first, and those of which the
// checker says something.
func (p *trialFilesParts) lines(file *report.TrialFile, v *report.FileVersion) []leftLine {
	var list []leftLine
	for i, text := range strings.Split(strings.TrimSuffix(v.Body, "\n"), "\n") {
		asked := p.askedIn(file, text)
		switch n := len(list); {
		case (i < leftLines || asked != "") && p.take(text):
			list = append(list, leftLine{Number: i + 1, Text: cutLine(text), Asked: asked})
		case n > 0 && list[n-1].Gap > 0:
			list[n-1].Gap++
		default:
			list = append(list, leftLine{Gap: 1})
		}
	}
	return list
}

// askedIn is what the checker says of a line of a file.
func (p *trialFilesParts) askedIn(file *report.TrialFile, line string) string {
	if p.Of.Why == nil || len(file.Asked) == 0 {
		return ""
	}
	word, _ := askedWord(p.Of.Why, file.Path, line, true)
	return word
}

// versionParts is what the page shows of a version.
type versionParts struct {
	Words string
	Lines []richtext.DiffLine // what it changes of the version before it
	Left  int                 // of these, left out
}

// version lays a version out, as far as the page has room.
func (p *trialFilesParts) version(f *report.TrialFile, v *report.FileVersion) versionParts {
	x := versionParts{Words: fmt.Sprintf("Version %d of %d, %s", v.Version, len(f.Versions), opWord(v))}
	if !v.Kept || !v.KnownBefore {
		return x
	}
	if v.Before == v.Body {
		x.Words += ": the same text as before"
		return x
	}
	all := richtext.Compare(v.Before, v.Body)
	c := Change{}
	c.Added, c.Removed = richtext.Changed(all)
	x.Words += ": " + changeText(&c)
	var list []richtext.DiffLine
	for _, s := range richtext.Stretches(all) {
		if s.Folded {
			list = append(list, richtext.DiffLine{Op: richtext.Note, Text: words.Plural(len(s.Lines), "unchanged line", "unchanged lines")})
			continue
		}
		list = append(list, s.Lines...)
	}
	n := 0
	for n < min(len(list), leftLines) && p.take(list[n].Text) {
		list[n].Text = cutLine(list[n].Text)
		n++
	}
	x.Lines, x.Left = list[:n], len(list)-n
	return x
}

// take reports whether there is room for one more line, and takes it.
func (p *trialFilesParts) take(line string) bool {
	weight := richtext.Weigh(cutLine(line), 8*lineMost) + lineFrame
	if weight > p.left {
		p.left = 0 // or a short line would stand behind a gap
		return false
	}
	p.left -= weight
	return true
}

func cutLine(text string) string {
	if len(text) > lineMost {
		return strings.ToValidUTF8(text[:lineMost], "") + "…"
	}
	return text
}

// askedWord is what a checker says of a line of a file: the value that it asked for,
// or the one that it did not accept. here says that the trial which was checked left
// the line; else another one did.
func askedWord(why *results.Why, path, line string, here bool) (word string, status results.Status) {
	for i := range why.Complaints {
		c := &why.Complaints[i]
		if c.Wrote == nil || c.Wrote.File != path || c.Field != "" && !strings.Contains(line, lastPart(c.Field)) {
			continue
		}
		switch {
		case here && c.Got != "" && strings.Contains(line, c.Got) && c.Expected != "":
			return "the checker asks for " + ui.Plain(c.Expected), results.Failed
		case !here && c.Expected != "" && strings.Contains(line, c.Expected):
			return "as the checker asks", results.Passed
		}
	}
	return "", ""
}
