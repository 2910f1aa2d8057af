package flips

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/why"
)

type touch = files.Touch

// asked follows what the check of the side that did not pass asks for.
func (x *pair) asked() *Reason {
	if x.f.why == nil {
		return nil
	}
	for i := range x.f.why.Complaints {
		c := &x.f.why.Complaints[i]
		if r := x.missing(c); r != nil {
			return r
		}
		if c.Expected == "" || !tells(c.Expected) {
			continue
		}
		if r := x.expected(c); r != nil {
			return r
		}
	}
	return nil
}

// tells reports whether a value is more than a word that chance repeats.
func tells(v string) bool {
	return len([]rune(v)) > 2 && len(why.Values(v, true)) > 0
}

// missing is a file that the check asks for, which one side wrote and the other did not.
func (x *pair) missing(c *results.Complaint) *Reason {
	if !c.Unwritten || c.File == "" {
		return nil
	}
	a, t := x.p.wrote(c.File)
	if a == nil {
		return nil
	}
	if _, f := x.f.wrote(c.File); f != nil {
		return nil
	}
	return &Reason{Rule: NeverWrote, Object: t.Path, A: &a.Place, B: lastPlace(&x.f),
		Text: fmt.Sprintf("%s %s %s (%s); %s never wrote it.", x.p.letter, verb(t.Op), t.Path, x.p.where(&a.Place), x.f.letter)}
}

func verb(op files.Op) string {
	switch op {
	case files.Remove:
		return "removed"
	case files.Edit, files.Append:
		return "changed"
	}
	return "wrote"
}

// expected follows a value that the check asks for.
func (x *pair) expected(c *results.Complaint) *Reason {
	has := func(text string) bool { return why.Has(text, c.Expected) }
	at := 0
	var w *Place
	if c.Wrote != nil {
		w = &Place{Task: c.Wrote.Task, Step: c.Wrote.Step, Call: c.Wrote.Call}
		at = c.Wrote.Step
	}
	p, f := x.p.sees(has, x.p.lastWrite()), x.f.sees(has, at)
	instead := x.instead(c, w)
	value := "“" + short(c.Expected, 60) + "”"
	switch {
	case p != nil && f == nil:
		r := &Reason{Rule: NeverOpened, Object: c.Expected, A: &p.Place, B: w}
		never := x.neverSaw(p, &Reason{})
		r.Text = fmt.Sprintf("%s saw %s%s at %s; %s%s.", x.p.letter, value, in(p), x.p.where(&p.Place), never, instead)
		return r
	case p != nil && f != nil:
		r := &Reason{Rule: OtherValue, Object: c.Expected, A: &p.Place, B: w}
		r.Text = fmt.Sprintf("Both saw %s (%s: %s, %s: %s)", value, x.p.letter, x.p.where(&p.Place), x.f.letter, x.f.where(&f.Place))
		if c.Read != nil && c.Got != "" {
			read := &Place{Task: c.Read.Task, Step: c.Read.Step}
			if old := x.older(read, &f.Place); old {
				r.Rule = OlderValue
				r.Text += fmt.Sprintf("; %s wrote the older “%s”, which it had read%s at %s.", x.f.letter, short(c.Got, 60), inFile(c.Read.File),
					x.f.where(read))
				return r
			}
		}
		if instead == "" {
			instead = " and " + x.f.letter + " did not write it"
		}
		r.Text += strings.Replace(instead, " and ", "; ", 1) + "."
		return r
	}
	if a := x.states(&x.p, c.Expected); a != nil {
		r := &Reason{Rule: OtherValue, Object: c.Expected, A: &a.Place, B: w}
		if instead == "" {
			instead = " and " + x.f.letter + " did not"
		}
		r.Text = fmt.Sprintf("%s wrote %s (%s)%s.", x.p.letter, value, x.p.where(&a.Place), instead)
		return r
	}
	return nil
}

func inFile(file string) string {
	if file == "" {
		return ""
	}
	return " in " + file
}

// older reports whether the one place lies in an earlier trial than the other.
func (x *pair) older(a, b *Place) bool {
	order := func(p *Place) int {
		return slices.Index(x.f.tasks, p.Task)
	}
	return order(a) < order(b)
}

// instead is what was written in the place of what the check asks for.
func (x *pair) instead(c *results.Complaint, at *Place) string {
	if c.Got == "" || at == nil {
		return ""
	}
	return fmt.Sprintf(" and %s wrote “%s” (%s)", x.f.letter, short(c.Got, 60), x.f.where(at))
}

// states finds the last call of the trial that writes a value.
func (x *pair) states(s *Side, value string) *act {
	own := s.own()
	for i := len(own) - 1; i >= 0; i-- {
		a := &own[i]
		if !a.failed && (changes(a) || a.command != "") && (why.Has(a.arguments, value) ||
			slices.ContainsFunc(a.touches, func(t touch) bool { return t.Op.Changes() && why.Has(t.Text, value) })) {
			return a
		}
	}
	return nil
}

// fields sets beside each other what both files have where the check names a field.
func (x *pair) fields() *Reason {
	if x.f.why == nil {
		return nil
	}
	for i := range x.f.why.Complaints {
		c := &x.f.why.Complaints[i]
		if c.Field == "" || c.Option != "" {
			continue
		}
		for _, file := range x.p.left() {
			pa, pt := x.p.wrote(file)
			fa, ft := x.f.wrote(file)
			if ft == nil || !pt.Known || !ft.Known || c.File != "" && !sameFile(ft.Path, strings.TrimPrefix(c.File, "./")) {
				continue
			}
			mine, other := linesWith(pt.Text, c.Field), linesWith(ft.Text, c.Field)
			if mine == "" || mine == other {
				continue
			}
			r := &Reason{Rule: OtherValue, Object: ft.Path, A: &pa.Place, B: &fa.Place}
			if other == "" {
				r.Rule = Lacks
				r.Text = fmt.Sprintf("Both wrote %s; %s's has %s (%s), %s's lacks the field “%s” (%s).", ft.Path, x.p.letter, quoted(mine),
					x.p.where(&pa.Place), x.f.letter, short(c.Field, 40), x.f.where(&fa.Place))
				return r
			}
			r.Text = fmt.Sprintf("Both wrote %s: %s has %s (%s), %s has %s (%s).", ft.Path, x.p.letter, quoted(mine), x.p.where(&pa.Place),
				x.f.letter, quoted(other), x.f.where(&fa.Place))
			return r
		}
	}
	return nil
}

// linesWith are the lines of a text that have a word, in one.
func linesWith(text, word string) string {
	var list []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.Contains(line, word) && len(list) < 3 {
			list = append(list, strings.TrimSpace(line))
		}
	}
	return strings.Join(list, " / ")
}

// lacking finds a file that both left and in which one side lacks a part.
func (x *pair) lacking() *Reason {
	about := ""
	if x.f.why != nil {
		for _, c := range x.f.why.Complaints {
			about += c.Text + " " + c.Field + "\n"
		}
	}
	var guess *Reason
	for _, file := range x.p.left() {
		pa, pt := x.p.wrote(file)
		fa, ft := x.f.wrote(file)
		if ft == nil || !pt.Known || !ft.Known {
			continue
		}
		have := partsOf(ft.Path, ft.Text)
		var lacks []string
		for _, s := range partsOf(pt.Path, pt.Text) {
			if !slices.ContainsFunc(have, func(h string) bool { return strings.EqualFold(h, s) }) && !strings.Contains(ft.Text, s) {
				lacks = append(lacks, s)
			}
		}
		named := slices.DeleteFunc(slices.Clone(lacks), func(s string) bool { return !names(about, s) })
		if len(named) > 0 {
			lacks = named
		}
		if len(lacks) == 0 {
			continue
		}
		r := &Reason{Rule: Lacks, Object: ft.Path, Likely: len(named) == 0, A: &pa.Place, B: &fa.Place}
		r.Text = fmt.Sprintf("Both wrote %s (%s: %s, %s: %s); %s's lacks %s.", ft.Path, x.p.letter, x.p.where(&pa.Place), x.f.letter,
			x.f.where(&fa.Place), x.f.letter, listed(lacks))
		if !r.Likely {
			return r
		}
		if guess == nil && partsMany(pt.Path) {
			guess = r
		}
	}
	return guess
}

// partsMany reports whether the parts of such a file are names that others use too, so
// that a part that lacks may be the difference.
func partsMany(file string) bool { return why.IsData(file) }

// names reports whether a check's words name a part.
func names(about, part string) bool {
	return len(part) > 2 && strings.Contains(strings.ToLower(about), strings.ToLower(part))
}

func listed(list []string) string {
	n := len(list)
	for i, s := range list {
		list[i] = "“" + short(s, 40) + "”"
	}
	if n > 3 {
		return strings.Join(list[:3], ", ") + fmt.Sprintf(" and %d more", n-3)
	}
	return strings.Join(list, ", ")
}

var (
	heading  = regexp.MustCompile(`(?m)^#{1,6}[ \t]+(\S.*?)[ \t#]*$`)
	declared = regexp.MustCompile(`(?m)^\s*(?:async\s+)?(?:def|class|function|func)\s+(\w+)`)
	fieldKey = regexp.MustCompile(`(?m)^[ \t-]*([\w.-]+)[ \t]*[:=](?:\s|$)`)
)

// partsOf lists the named parts of a file: headings, columns, keys, functions.
func partsOf(file, text string) []string {
	switch strings.ToLower(path.Ext(file)) {
	case ".md", ".markdown":
		return firsts(heading, text)
	case ".csv", ".tsv":
		line, _, _ := strings.Cut(text, "\n")
		return strings.FieldsFunc(strings.TrimSpace(line), func(r rune) bool { return r == ',' || r == '\t' || r == '"' })
	case ".json":
		keys := why.Keys(text)
		keys = keys[:min(len(keys), keysMost)]
		slices.Sort(keys)
		return keys
	case ".yaml", ".yml", ".txt", ".toml", ".ini", ".env":
		return firsts(fieldKey, text)
	case ".py", ".js", ".ts", ".go", ".sh":
		return firsts(declared, text)
	}
	return nil
}

func firsts(re *regexp.Regexp, text string) []string {
	var list []string
	for _, m := range re.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(list, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

// keysMost bounds the keys of a file that are compared.
const keysMost = 2000

// unwritten finds a file that the side that passed left and the other did not write.
func (x *pair) unwritten() *Reason {
	mine, other := x.p.left(), x.f.left()
	for _, file := range mine {
		if slices.ContainsFunc(other, func(o string) bool { return sameFile(o, file) }) || rank(x.p.named(), file) == 2 {
			continue
		}
		a, t := x.p.wrote(file)
		if _, f := x.f.wrote(file); f != nil {
			continue
		}
		r := &Reason{Rule: NeverWrote, Object: file, Likely: true, A: &a.Place}
		i := slices.IndexFunc(other, func(o string) bool {
			return path.Ext(o) == path.Ext(file) && !slices.ContainsFunc(mine, func(m string) bool { return sameFile(m, o) })
		})
		if i >= 0 {
			f, _ := x.f.wrote(other[i])
			r.B = &f.Place
			r.Text = fmt.Sprintf("%s %s %s (%s); %s wrote %s instead (%s).", x.p.letter, verb(t.Op), file, x.p.where(&a.Place), x.f.letter,
				other[i], x.f.where(&f.Place))
			return r
		}
		r.B = lastPlace(&x.f)
		r.Text = fmt.Sprintf("%s %s %s (%s); %s never wrote it.", x.p.letter, verb(t.Op), file, x.p.where(&a.Place), x.f.letter)
		return r
	}
	return nil
}
