package boards

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawatlas/clawatlas/results"
)

const (
	mostLevels = 4 // maximum depth of nested lists
	mostJoins  = 4
	mostFiles  = 100_000
	mostRows   = 1_000_000
)

// Mapping describes where the records of a benchmark contain which values.
type Mapping struct {
	Board   board
	Detect  detect
	Source  source
	Join    []join
	Let     []let  // named expressions, evaluated in order
	Skip    []rule // rows that are not trials
	Run     runFields
	System  system
	Trial   trialFields
	Label   []status // thresholds for the difficulty labels of a task, by its mean score over all systems
	Agree   []rule   // checks that compare stated with computed values or find unusual trials
	Tasks   *tasks
	Figures *figures
	Sample  string     // folder of sample records next to the mapping
	Golden  []struct { // expected totals of the sample by system
		System                                             string
		Trials, Passed, Nulls, Mean, Seconds, Tokens, Cost *float64
	}

	file string
	text []byte
	name string
}

type board struct {
	Format   string // format id; empty: file name of the mapping
	ID       string
	Name     string
	Rule     string // sentence that states when a task counts as passed
	Summary  string
	Headline string // ranking metric; empty: avg
	Words    struct{ Scenario, Task string }
}

// detect lists the conditions for using the mapping on a file; all of them must hold.
type detect struct {
	Has    []string          // required keys of the first object
	Is     map[string]string // required values of keys, by key
	Text   string            // text near the beginning
	Beside []string          // required files in the same folder
}

// source describes a kind of file and its rows.
type source struct {
	Files  []string // patterns such as "{run}/data.json"; the first with a match is used
	Decode string   // file format (json, jsonl, csv, js or text); empty: by file name extension
	Anchor string   // text that precedes the JavaScript literal; used only if Decode is js
	Rows   []each   // nested lists that contain the rows; empty: the document is the only row
	Packed *expr    // list of column names, for rows that are lists
}

type each struct {
	Each *expr
	As   string
}

type join struct {
	source
	On    []*expr // key of the row
	There []*expr // key of the joined row
}

type let struct {
	As string
	Is *expr
}

// rule adds a warning or a contradiction to a trial or system if When is true, or if the Stated and
// Computed values differ.
type rule struct {
	When             *expr
	Stated, Computed *expr
	Within           *float64
	Say              *text
	Then             string // "contradiction" (removes the verdict) or "note" (only warns); default: note
	Per              string // "trial" or "system"; default: trial. A rule with "system" can use the system's mean score.
	File             string // file named in the warning; empty: file that contains the row
}

type runFields struct {
	Label                                 *text
	Tasks, Finished, Snapshot, Superseded *expr
}

type system struct{ Model, Harness, Variant, Provider *expr }

type trialFields struct {
	Group, Task, Title           *expr
	Attempt                      *expr // attempt number; empty: numbered by start time
	MeanOf                       *expr `toml:"mean_of"` // number of attempts averaged in the row; empty: the row is one trial
	Started                      *expr // start in Unix milliseconds
	Seconds                      *expr
	Score, Points                *expr
	Status                       []status
	Ended, Source, Prompt, Trace *expr
	Note                         *text // text to display above the trace
	Usage                        struct {
		Input, Output, Total, Cost *expr
		CacheRead                  *expr `toml:"cache_read"`
		CacheWrite                 *expr `toml:"cache_write"`
	}
	Metrics map[string]*expr
	Checks  *checks
}

// status assigns a status or a label under a condition. The first entry whose condition holds is
// used.
type status struct {
	Is   string
	When *expr // condition; empty: always
	Say  *text
}

type checks struct {
	Each, Weight, Score, Passed, Unjudged *expr
	As                                    string
	ID, Detail                            *text
}

//go:embed maps/*.toml
var shipped embed.FS

// All returns the formats of the built-in mappings.
var All = sync.OnceValue(func() []Format {
	var list []Format
	for _, e := range must(fs.ReadDir(shipped, "maps")) {
		name := path.Join("maps", e.Name())
		list = append(list, Format{must(Parse(name, must(fs.ReadFile(shipped, name))))})
	}
	return list
})

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Parse parses a mapping. Its errors contain the file and the line.
func Parse(file string, data []byte) (*Mapping, error) {
	m := &Mapping{file: file, text: data}
	dec := toml.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil {
		var unknown *toml.StrictMissingError
		var wrong *toml.DecodeError
		line := 0
		switch {
		case errors.As(err, &unknown):
			line, _ = unknown.Errors[0].Position()
			err = fmt.Errorf("unknown key %s", strings.Join(unknown.Errors[0].Key(), "."))
		case errors.As(err, &wrong):
			line, _ = wrong.Position()
		}
		return nil, fmt.Errorf("%s:%d: %w", file, line, err)
	}
	m.name = cmp.Or(m.Board.Format, strings.TrimSuffix(path.Base(file), ".toml"))
	if err := m.check(); err != nil {
		return nil, err
	}
	return m, nil
}

// fault returns an error with the line number of the first occurrence of a text in the mapping.
func (m *Mapping) fault(of, format string, args ...any) error {
	line := 1
	if i := bytes.Index(m.text, []byte(of)); i >= 0 {
		line += bytes.Count(m.text[:i], []byte{'\n'})
	}
	return fmt.Errorf("%s:%d: %s", m.file, line, fmt.Sprintf(format, args...))
}

// check returns an error for the first missing, unknown or invalid setting of a mapping.
func (m *Mapping) check() error {
	known := map[string]bool{"doc": true, "path": true, "file": true, "score": true, "unjudged": true, "weighted_mean": true,
		"mean": true, "checked": true, "stated": true, "computed": true, "column": true}
	for _, s := range m.sources() {
		for _, r := range s.Rows {
			known[r.As] = true
		}
		if len(s.Files) == 0 || len(s.Rows) > mostLevels {
			return m.fault("files", "a source needs files, and has at most %d levels of rows", mostLevels)
		}
		if !slices.Contains([]string{"", "json", "jsonl", "csv", "js", "text"}, s.Decode) {
			return m.fault(s.Decode, "unknown way to decode %q", s.Decode)
		}
	}
	for _, s := range m.Trial.Status {
		if st := results.Status(s.Is); !st.Valid() {
			return m.fault(s.Is, "unknown status %q", s.Is)
		}
	}
	for _, r := range m.Agree {
		if !slices.Contains([]string{"", "note", "contradiction"}, r.Then) || !slices.Contains([]string{"", "trial", "system"}, r.Per) {
			return m.fault(cmp.Or(r.Per, r.Then), "unknown word %q or %q", r.Then, r.Per)
		}
		if r.Say == nil || r.When == nil && r.Stated == nil || (r.Stated == nil) != (r.Computed == nil) || (r.Stated == nil) != (r.Within == nil) {
			return m.fault("[[agree]]", "a rule needs say, and either stated, computed and within or when")
		}
	}
	d := &m.Detect
	switch {
	case !results.ValidSlug(m.Board.ID) || m.Board.Name == "" || m.Board.Rule == "":
		return m.fault("[board]", "a board needs an id, a name and a rule")
	case len(d.Has) == 0 && len(d.Is) == 0 && d.Text == "" && len(d.Beside) == 0:
		return m.fault("[detect]", "at least one of has, is, text and beside is required")
	case m.Figures == nil && (m.Trial.Task == nil || len(m.Trial.Status) == 0):
		return m.fault("[trial]", "a trial needs task and status")
	case !slices.ContainsFunc(m.Agree, func(r rule) bool { return r.Stated != nil }):
		return m.fault("[[agree]]", "a mapping needs an [[agree]] with stated, computed and within")
	case len(m.Golden) == 0 || m.Sample == "":
		return m.fault("[[golden]]", "a mapping needs a sample and its [[golden]] values")
	case len(m.Join) > mostJoins || slices.ContainsFunc(m.Join, func(j join) bool { return len(j.Rows) != 1 }):
		return m.fault("[[join]]", "at most %d joins, with one level of rows each", mostJoins)
	}
	for _, l := range m.Let {
		known[l.As] = true
	}
	if c := m.Trial.Checks; c != nil {
		known[c.As] = true
	}
	for _, x := range expressions(reflect.ValueOf(m), nil) {
		for _, name := range x.names {
			if !known[name] {
				return m.fault(x.text, "%q: unknown name %s", x.text, name)
			}
		}
	}
	return nil
}

// sources returns the sources of trials, joins, tasks and reported results.
func (m *Mapping) sources() []*source {
	list := []*source{&m.Source}
	for i := range m.Join {
		list = append(list, &m.Join[i].source)
	}
	if m.Tasks != nil {
		list = append(list, &m.Tasks.source)
	}
	if m.Figures != nil {
		list = append(list, &m.Figures.source)
	}
	return list
}

// expressions appends all expressions in v, including nested ones, to list.
func expressions(v reflect.Value, list []*expr) []*expr {
	switch v.Kind() {
	case reflect.Pointer:
		if x, ok := v.Interface().(*expr); ok && x != nil {
			return append(list, x)
		} else if !v.IsNil() {
			return expressions(v.Elem(), list)
		}
	case reflect.Struct:
		for _, f := range v.Fields() {
			list = expressions(f, list)
		}
	case reflect.Slice:
		for i := range v.Len() {
			list = expressions(v.Index(i), list)
		}
	case reflect.Map:
		for i := v.MapRange(); i.Next(); {
			list = expressions(i.Value(), list)
		}
	}
	return list
}
