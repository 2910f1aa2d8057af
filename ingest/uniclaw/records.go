package uniclaw

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// rowsFile is results.json.
type rowsFile struct {
	Schema string           `json:"schema"`
	Kind   string           `json:"kind"`
	Rows   []jsontext.Value `json:"rows"`
	Tasks  ingest.Scalar    `json:"task_count"`
}

// packedFile is runs.json.
type packedFile struct {
	Schema string           `json:"schema"`
	Kind   string           `json:"kind"`
	Fields []string         `json:"fields"`
	Runs   []jsontext.Value `json:"runs"`
}

// row is a trial in results.json.
type row struct {
	Backend  ingest.Scalar `json:"backend"`
	Model    ingest.Scalar `json:"model_slug"`
	Category ingest.Scalar `json:"category"`
	Task     ingest.Scalar `json:"task_id"`
	Score    ingest.Scalar `json:"score"`
	Passed   ingest.Scalar `json:"passed"`
	Input    ingest.Scalar `json:"prompt_tokens"`
	Output   ingest.Scalar `json:"completion_tokens"`
	Runtime  ingest.Scalar `json:"runtime_ms"`

	raw jsontext.Value
}

func (x *row) key() key { return key{x.Backend.Text(), x.Model.Text(), x.Task.Text()} }

// packed is a trial in runs.json, by the names of its columns.
type packed map[string]ingest.Scalar

func (p packed) key() key {
	return key{p["backend"].Text(), p["modelSlug"].Text(), p["taskId"].Text()}
}

// key names a trial in both files.
type key struct{ backend, model, task string }

// system is what a key says of who ran.
func (k key) system() key { return key{backend: k.backend, model: k.model} }

// entry is a trial as both files have it.
type entry struct {
	row
	more   packed         // nil if runs.json lacks it
	packed jsontext.Value // its row there
}

// load reads both files: the trials of each system, in the order of results.json.
func (r *reader) load() error {
	rec, err := r.in.Record(r.in.Path(resultsFile))
	if err != nil {
		return err
	}
	if err := rec.Decode(&r.head); err != nil {
		return err
	}
	at := map[key]*entry{}
	for i, v := range r.head.Rows {
		e := &entry{}
		k := key{}
		if err := decode(v, '{', &e.row); err == nil {
			k = e.key()
		}
		switch {
		case k.backend == "" || k.model == "" || k.task == "":
			r.warn(rec.Name, "row %d names no backend, model_slug and task_id and is left out", i+1)
			continue
		case at[k] != nil:
			r.warn(rec.Name, "%s in %s has the task %s twice: the first counts", k.model, k.backend, k.task)
			continue
		}
		e.raw, at[k] = v, e
		if r.trials[k.system()] == nil {
			r.systems = append(r.systems, k.system())
		}
		r.trials[k.system()] = append(r.trials[k.system()], e)
	}
	if len(at) == 0 {
		return errors.New("no row names a backend, a model_slug and a task_id")
	}
	return r.join(at)
}

// join adds to each trial its row of runs.json, if that is there.
func (r *reader) join(at map[key]*entry) error {
	rec, err := r.in.Record(r.in.Path(runsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = rec.Decode(&r.packed)
	}
	if err == nil && (r.packed.Schema != schema || !slices.Contains(r.packed.Fields, "taskId")) {
		err = errors.New("its schema is another one, or its fields name no taskId")
	}
	if err != nil {
		if r.ctx.Err() != nil {
			return err
		}
		r.warnings = append(r.warnings, ingest.WarnOf(r.in.Path(runsFile), "not read, so that nothing is added to the trials: ", err))
		r.packed = packedFile{}
		return nil
	}
	alone := 0
	for i, v := range r.packed.Runs {
		var cells []ingest.Scalar
		if err := decode(v, '[', &cells); err != nil || len(cells) != len(r.packed.Fields) {
			r.warn(rec.Name, "row %d does not have the %d columns of fields and is left out", i+1, len(r.packed.Fields))
			continue
		}
		p := packed{}
		for c, name := range r.packed.Fields {
			p[name] = cells[c]
		}
		switch e := at[p.key()]; {
		case e == nil:
			alone++
		case e.more != nil:
			r.warn(rec.Name, "row %d is of a trial that has one: the first counts", i+1)
		default:
			e.more, e.packed = p, v
		}
	}
	if alone > 0 {
		r.warn(rec.Name, "%d rows are of trials that results.json lacks: they are left out", alone)
	}
	return nil
}

func decode(v jsontext.Value, kind jsontext.Kind, into any) error {
	if v.Kind() != kind {
		return fmt.Errorf("it is no %s", kind)
	}
	return json.Unmarshal(v, into, jsontext.AllowInvalidUTF8(true))
}

// records are the system's parts of both files, in the files' own form.
func (r *reader) records(trials []*entry) ([]*ingest.Record, error) {
	rows := rowsFile{r.head.Schema, r.head.Kind, nil, r.head.Tasks}
	runs := packedFile{r.packed.Schema, r.packed.Kind, r.packed.Fields, nil}
	for _, e := range trials {
		rows.Rows = append(rows.Rows, e.raw)
		if e.more != nil {
			runs.Runs = append(runs.Runs, e.packed)
		}
	}
	var list []*ingest.Record
	add := func(name string, v any) error {
		data, err := json.Marshal(v, jsontext.Multiline(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return fmt.Errorf("write the part of %s: %w", name, err)
		}
		list = append(list, &ingest.Record{Name: r.in.Path(name), Media: "application/json", Data: data, Size: int64(len(data)),
			Sum: sha256.Sum256(data)})
		return nil
	}
	if err := add(resultsFile, struct {
		Schema string           `json:"schema"`
		Kind   string           `json:"kind"`
		Rows   []jsontext.Value `json:"rows"`
		Tasks  *int             `json:"task_count"`
	}{rows.Schema, rows.Kind, rows.Rows, rows.Tasks.Whole(1e6)}); err != nil {
		return nil, err
	}
	if runs.Runs == nil {
		return list, nil
	}
	return list, add(runsFile, runs)
}
