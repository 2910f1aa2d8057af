package sweagent

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v4"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// maxFiles bounds how many files of a folder are looked at.
const maxFiles = 200_000

// folder is what the files of one run say, by instance.
type folder struct {
	in        *ingest.Input
	warnings  []results.Warning
	unread    error // the first file that could not be read
	instances map[string]*instance
	listed    map[string]bool // instances of the benchmark that reports name, also without a trial
	own       []string        // files of the run, not of an instance
	reports   []*runReport
	exits     []exits
	config    config
	dataset   string // as a file of the run names it
}

// instance is what the files say of one task.
type instance struct {
	id        string
	attempts  []*trajectory
	patch     *string // of the predictions; nil if they do not have the instance
	model     string  // of the predictions
	predicted string  // file of the predictions
	files     []string
	report    *instanceReport
	ended     string // of the exit statuses
}

func (f *folder) warn(name string, format string, args ...any) {
	f.warnings = append(f.warnings, ingest.Warn(name, 0, format, args...))
}

// fault warns about a file that cannot be read.
func (f *folder) fault(name string, err error) {
	x := ingest.WarnOf(name, "not read: ", err)
	f.warnings = append(f.warnings, x)
	if f.unread == nil {
		f.unread = fmt.Errorf("%s: %s", x.File, x.Message)
	}
}

// of returns the instance of an id; nil where there is no id.
func (f *folder) of(id string) *instance {
	if id == "" {
		return nil
	}
	i := f.instances[id]
	if i == nil {
		i = &instance{id: id}
		f.instances[id] = i
	}
	return i
}

// openFolder looks through the files of an item. They are read without redaction:
// what is kept of them goes through in.Clean, or is read again.
func openFolder(in *ingest.Input) (*folder, error) {
	f := &folder{in: in, instances: map[string]*instance{}, listed: map[string]bool{}}
	if in.Item.Shallow {
		for _, base := range in.Item.Files {
			f.file(in.Path(base))
		}
		return f, nil
	}
	n := 0
	err := fs.WalkDir(in.FS, in.Item.Dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			f.fault(name, err)
			return nil
		case path.Dir(name) == in.Item.Dir && name != in.Item.Dir && !(Format{}).Owns(in.FS, in.Item, d):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil // of others
		case d.IsDir():
			if name != in.Item.Dir && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		if n++; n > maxFiles {
			f.warn(in.Item.Dir, "only %d files are looked at", maxFiles)
			return fs.SkipAll
		}
		f.file(name)
		return nil
	})
	slices.Sort(f.own)
	slices.SortFunc(f.exits, func(a, b exits) int { return cmp.Or(cmp.Compare(a.at(), b.at()), strings.Compare(a.name, b.name)) })
	f.dataset = cmp.Or(f.dataset, f.config.dataset)
	return f, err
}

func (f *folder) file(name string) {
	what := sniffFile(f.in.FS, name)
	if what.trajectory() {
		f.trajectory(name)
		return
	}
	if what == isOther {
		return
	}
	rec, err := f.in.Ahead().Record(name)
	if err != nil {
		f.fault(name, err)
		return
	}
	switch what {
	case isPredictions:
		err = f.predictions(rec)
	case isReport:
		err = f.report(rec)
	case isRunReport:
		err = f.runReport(rec)
	case isExits:
		err = f.exitStatuses(rec)
	case isConfig:
		err = f.configuration(rec)
	}
	if err != nil {
		f.fault(name, err)
	}
	if what != isReport {
		f.own = append(f.own, name)
	}
}

// prediction is what an agent submits for an instance.
type prediction struct {
	Instance string  `json:"instance_id"`
	Model    string  `json:"model_name_or_path"`
	Patch    *string `json:"model_patch"`
}

// predictions are an object by instance, a list, or lines.
func (f *folder) predictions(rec *ingest.Record) error {
	add := func(id string, p *prediction) {
		i := f.of(f.in.Clean(cmp.Or(p.Instance, id)))
		if i == nil {
			f.warn(rec.Name, "a prediction names no instance, it was left out")
			return
		}
		patch := ""
		if p.Patch != nil {
			patch = *p.Patch
		}
		if i.patch != nil && *i.patch != patch {
			f.warn(rec.Name, "%s has another patch here than in the predictions before: the first counts", i.id)
			return
		}
		i.patch, i.model, i.predicted = &patch, f.in.Clean(p.Model), rec.Name
	}
	if path.Ext(rec.Name) == ".jsonl" {
		var one prediction // which an editor may have put on several lines
		if rec.Decode(&one) == nil {
			add("", &one)
			return nil
		}
		line := 0
		for text := range bytes.Lines(rec.Data) {
			line++
			if text = bytes.TrimSpace(text); len(text) == 0 {
				continue
			}
			var p prediction
			if err := ingest.DecodeJSON(rec.Name, text, line, &p); err != nil {
				f.fault(rec.Name, err)
				continue
			}
			add("", &p)
		}
		return nil
	}
	if data := bytes.TrimSpace(rec.Data); len(data) > 0 && data[0] == '[' {
		var list []prediction
		if err := rec.Decode(&list); err != nil {
			return err
		}
		for i := range list {
			add("", &list[i])
		}
		return nil
	}
	var by map[string]prediction
	if err := rec.Decode(&by); err != nil {
		return err
	}
	for id, p := range by {
		add(id, &p)
	}
	return nil
}

// exits is one exit_statuses file: each start of a run writes one, with the
// instances that it worked on.
type exits struct {
	name     string
	statuses map[string][]string // instances by status
}

// at is the time in the file's name, as it is written.
func (e *exits) at() string {
	return strings.TrimSuffix(strings.TrimPrefix(path.Base(e.name), "exit_statuses_"), ".yaml")
}

func (f *folder) exitStatuses(rec *ingest.Record) error {
	var doc struct {
		Statuses map[string][]string `yaml:"instances_by_exit_status"`
	}
	if err := yaml.Unmarshal(rec.Data, &doc); err != nil {
		return err
	}
	f.exits = append(f.exits, exits{rec.Name, doc.Statuses})
	return nil
}

// config is what the configuration of a run of SWE-agent states.
type config struct {
	model, dataset string
}

func (f *folder) configuration(rec *ingest.Record) error {
	var doc map[string]any
	if err := yaml.Unmarshal(rec.Data, &doc); err != nil {
		return err
	}
	c := &f.config
	c.model = f.in.Clean(cmp.Or(c.model, within(doc, "agent", "model", "name"), within(doc, "agent", "model", "model_name"),
		within(doc, "agent", "config", "model", "model_name")))
	if within(doc, "instances", "type") == "swe_bench" {
		c.dataset = f.in.Clean(cmp.Or(c.dataset, "swe-bench_"+within(doc, "instances", "subset")))
	}
	if data := path.Base("/" + within(doc, "environment", "data_path")); strings.HasPrefix(strings.ToLower(data), "swe-bench") {
		c.dataset = f.in.Clean(cmp.Or(c.dataset, data))
	}
	return nil
}

// within is a text inside of maps; empty if it is none.
func within(v any, names ...string) string {
	for _, name := range names {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	s, _ := v.(string)
	return s
}

// trajectory is a file of one, with what it says as a whole.
type trajectory struct {
	name string
	mini bool

	model   string // as recorded; empty if it is not
	version string // of the agent
	ended   string // exit status
	patch   *string
}

// trajectoryHead is what a trajectory states beside its steps.
type trajectoryHead struct {
	Instance ingest.Scalar `json:"instance_id"`
	Info     struct {
		Exit       ingest.Scalar `json:"exit_status"`
		Submission ingest.Scalar `json:"submission"`
		Mini       ingest.Scalar `json:"mini_version"`
		Version    ingest.Scalar `json:"swe_agent_version"`
		Config     struct {
			Model struct {
				Name ingest.Scalar `json:"model_name"`
			} `json:"model"`
		} `json:"config"`
	} `json:"info"`
	Replay jsontext.Value `json:"replay_config"`
}

// replay is the part of SWE-agent's configuration that says what was done.
type replay struct {
	Agent struct {
		Model struct {
			Name ingest.Scalar `json:"name"`
		} `json:"model"`
	} `json:"agent"`
	Problem struct {
		ID ingest.Scalar `json:"id"`
	} `json:"problem_statement"`
}

// trajectory takes the file of a trajectory. One that cannot be read is a trial of
// the instance that its name tells, so that it is not lost.
func (f *folder) trajectory(name string) {
	stem, _ := trajectoryStem(path.Base(name))
	t := &trajectory{name: name, mini: path.Ext(name) == ".json"}
	id := stem
	if rec, err := f.in.Ahead().Record(name); err == nil && bytes.HasPrefix(bytes.TrimSpace(rec.Data), []byte("{")) {
		var h trajectoryHead
		if err := rec.Decode(&h); err != nil {
			f.fault(name, err)
		} else {
			t.take(&h)
			id = cmp.Or(h.Instance.Text(), h.problem(), stem)
		}
	}
	t.model, t.version, t.ended = f.in.Clean(t.model), f.in.Clean(t.version), f.in.Clean(t.ended)
	if i := f.of(f.in.Clean(id)); i != nil {
		i.attempts = append(i.attempts, t)
	}
}

func (t *trajectory) take(h *trajectoryHead) {
	t.model = cmp.Or(h.Info.Config.Model.Name.Text(), h.replay().Agent.Model.Name.Text())
	t.version = cmp.Or(h.Info.Mini.Text(), h.Info.Version.Text())
	t.ended = h.Info.Exit.Text()
	if !h.Info.Submission.Absent() {
		t.patch = new(h.Info.Submission.Text())
	}
}

// replay reads the configuration, which is an object or the same as a text.
func (h *trajectoryHead) replay() (r replay) {
	v := h.Replay
	if v.Kind() == '"' {
		var text string
		if json.Unmarshal(v, &text, jsontext.AllowInvalidUTF8(true)) != nil {
			return r
		}
		v = jsontext.Value(text)
	}
	if v.Kind() == '{' && json.Unmarshal(v, &r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return replay{}
	}
	return r
}

// problem is the instance that the configuration names.
func (h *trajectoryHead) problem() string { return h.replay().Problem.ID.Text() }
