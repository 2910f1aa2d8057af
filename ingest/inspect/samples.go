package inspect

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// attempt is a sample in one epoch: one that the log holds, or one that it should.
type attempt struct {
	id      jsontext.Value // as the log writes it: 1 and "1" are two
	epoch   int
	place   *place // nil if the log has no entry of it
	summary jsontext.Value
	prompt  string
	choices []string
	target  string
	broken  error // why its entry cannot be read

	task     results.TaskName
	kind     string
	unlisted bool // the benchmark has no such task
}

// name is the id as people read it.
func (a *attempt) name() string { return plain(a.id) }

// attempts lists what the log holds and what it should, by sample in the order of the
// data set, then by epoch.
func (l *reader) attempts() []*attempt {
	summaries := l.summaries()
	used := map[string]bool{}
	var list []*attempt
	order := map[string]int{}
	rank := func(id jsontext.Value) {
		if _, known := order[string(id)]; !known {
			order[string(id)] = len(order)
		}
	}
	for _, id := range l.h.Eval.Dataset.IDs {
		rank(id)
	}
	for _, p := range l.c.places() {
		a := l.peek(p)
		if a == nil {
			continue
		}
		key := a.key()
		if used[key] {
			l.warn(p.name, "sample %s, epoch %d is there twice: this entry is left out", a.name(), a.epoch)
			continue
		}
		used[key] = true
		if s := summaries[key]; s != nil {
			a.summary = s.summary
		}
		list = append(list, a)
		rank(a.id)
	}
	present := len(list)
	for _, key := range l.listed {
		if !used[key] {
			used[key] = true
			list = append(list, summaries[key])
			rank(summaries[key].id)
		}
	}
	list = append(list, l.unrun(used, order)...)
	l.compareCounts(present, len(list))
	slices.SortStableFunc(list, func(a, b *attempt) int {
		return cmp.Or(order[string(a.id)]-order[string(b.id)], a.epoch-b.epoch)
	})
	return list
}

func (a *attempt) key() string { return fmt.Sprintf("%s\x00%d", a.id, a.epoch) }

// maxUnrun bounds how many attempts that nobody recorded are written out, so that an
// absurd plan does not fill the database.
const maxUnrun = 10_000

// unrun lists the attempts that the log names and holds nothing of.
func (l *reader) unrun(used map[string]bool, order map[string]int) []*attempt {
	epochs := l.h.config.epochs()
	ids := l.h.Eval.Dataset.IDs
	if l.h.Results != nil && len(ids) > 0 {
		if n := l.h.Results.Total.Whole(1e9); n != nil && *n%len(ids) == 0 {
			epochs = max(epochs, *n/len(ids))
		}
	}
	var list []*attempt
	for _, id := range ids {
		for e := 1; e <= epochs; e++ {
			a := &attempt{id: id, epoch: e}
			if used[a.key()] {
				continue
			}
			if len(list) == maxUnrun {
				l.warn("", "more than %d samples have no record: only these are listed", maxUnrun)
				return list
			}
			list = append(list, a)
		}
	}
	return list
}

// compareCounts says where the header counts other samples than the log holds.
func (l *reader) compareCounts(present, listed int) {
	if l.h.Results == nil {
		return
	}
	total, done := l.h.Results.Total.Whole(1e9), l.h.Results.Completed.Whole(1e9)
	if total == nil || *total == present {
		return
	}
	text := fmt.Sprintf("the header counts %d samples", *total)
	if done != nil && *done != *total {
		text += fmt.Sprintf(", %d of them completed", *done)
	}
	text += fmt.Sprintf("; the log holds %d", present)
	if listed < *total {
		text += fmt.Sprintf(" and names %d: what the others gave is not known", listed)
	}
	l.warn("", "%s", text)
}

// summaries reads the short forms of samples that the log holds beside them.
func (l *reader) summaries() map[string]*attempt {
	names := []string{summariesName}
	if l.c.entries[summariesName] == nil {
		names = l.c.journal()
	}
	list := map[string]*attempt{}
	for _, name := range names {
		if l.c.entries[name] == nil {
			continue
		}
		rec, err := l.c.record(l.in, name)
		if err != nil {
			l.warn(name, "%v", err)
			continue
		}
		l.c.kept = append(l.c.kept, rec)
		for one := range elements(rec.Data) {
			x := read[struct {
				ID     jsontext.Value `json:"id"`
				Epoch  ingest.Scalar  `json:"epoch"`
				Input  jsontext.Value `json:"input"`
				Target jsontext.Value `json:"target"`
				Scores jsontext.Value `json:"scores"`
			}](one)
			a := &attempt{summary: one, id: x.ID, epoch: epochOf(x.Epoch), prompt: promptOf(x.Input), target: targetOf(x.Target)}
			if list, err := verdicts(x.Scores, ""); err == nil {
				l.rules.look(list)
			}
			if a.id == nil {
				continue
			}
			if list[a.key()] == nil {
				l.listed = append(l.listed, a.key())
			}
			list[a.key()] = a
		}
	}
	return list
}

// epochOf is the number of an epoch, 1 where none is stated.
func epochOf(v ingest.Scalar) int {
	if n := v.Whole(1e6); n != nil {
		return max(*n, 1)
	}
	return 1
}

// errSeen ends the look into a sample.
var errSeen = errors.New("seen")

// peek looks into a sample for what it is of. An entry that cannot be read goes by its
// name.
func (l *reader) peek(p *place) *attempt {
	a := &attempt{place: p, epoch: 1}
	f, err := p.main.open()
	if err == nil {
		defer f.Close()
		s := newScanner(f, maxPiece)
		have := map[string]bool{}
		err = s.object(func(name string) error {
			if have["id"] && have["epoch"] && (name == "messages" || name == "events" || have["input"] && have["target"] && name != "choices") {
				return errSeen
			}
			s.cut()
			if err := s.skip(); err != nil {
				return err
			}
			piece, _ := s.cut()
			from, to := valueIn(piece, alone)
			v := jsontext.Value(piece[from:to])
			have[name] = true
			switch name {
			case "id":
				a.id = bytes.Clone(v)
			case "epoch":
				a.epoch = epochOf(ingest.Scalar{Raw: v})
			case "input":
				a.prompt = l.in.Clean(promptOf(v))
			case "target":
				a.target = l.in.Clean(targetOf(v))
			case "choices":
				for c := range elements(v) {
					a.choices = append(a.choices, l.in.Clean(plain(c)))
				}
			}
			return nil
		})
		if errors.Is(err, errSeen) {
			err = nil
		}
	}
	if a.id != nil && (a.id[0] == '"' || a.id.Kind() == '0') {
		a.id = jsontext.Value(l.in.Clean(string(a.id)))
		return a
	}
	if err == nil {
		err = errors.New("it states no id")
	}
	name := strings.TrimSuffix(p.name, ".json")
	m := wholeSample.FindStringSubmatch(name + ".json")
	if m == nil {
		l.warn(p.name, "left out: %v", err)
		return nil
	}
	a.broken = err
	id, _ := jsontext.AppendQuote(nil, l.in.Clean(m[1]))
	a.id = id
	if (jsontext.Value(m[1])).Kind() == '0' && jsontext.Value(m[1]).IsValid() {
		a.id = jsontext.Value(m[1])
	}
	a.epoch = epochOf(ingest.Scalar{Raw: jsontext.Value(name[strings.LastIndexByte(name, '_')+1:])})
	return a
}

// promptOf is what a sample asks: a text, or the last message of the user.
func promptOf(v jsontext.Value) string {
	if len(v) == 0 || v[0] != '[' {
		return plain(v)
	}
	prompt := ""
	for one := range elements(v) {
		m := read[message](one)
		if m.Role != "user" {
			continue
		}
		prompt = ""
		if len(m.Content) > 0 && m.Content[0] == '"' {
			prompt = plain(m.Content)
		}
		for b := range elements(m.Content) {
			prompt = strings.TrimSpace(prompt + "\n" + plain(memberOf(b, "text")))
		}
	}
	return prompt
}

// targetOf is what counts as right, as the sample states it.
func targetOf(v jsontext.Value) string {
	if len(v) == 0 || v[0] != '[' {
		return plain(v)
	}
	var list []string
	for one := range elements(v) {
		list = append(list, plain(one))
	}
	return strings.Join(list, "\n")
}

// title is what the sample is called: its id, in quotes where it is a text that would
// else be another one's number.
func (a *attempt) title() string {
	name := a.name()
	if v := jsontext.Value(name); a.id.Kind() == '"' && v.IsValid() && v.Kind() == '0' {
		return string(a.id)
	}
	return name
}
