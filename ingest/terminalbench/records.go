package terminalbench

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type runFile struct {
	Results  []jsontext.Value         `json:"results"`
	PassAt   map[string]ingest.Scalar `json:"pass_at_k"`
	Accuracy ingest.Scalar            `json:"accuracy"`
	Resolved ingest.Scalar            `json:"n_resolved"`
}

type row struct {
	Name        ingest.Scalar  `json:"trial_name"`
	Task        ingest.Scalar  `json:"task_id"`
	Instruction ingest.Scalar  `json:"instruction"`
	Resolved    ingest.Scalar  `json:"is_resolved"`
	Mode        ingest.Scalar  `json:"failure_mode"`
	Tests       jsontext.Value `json:"parser_results"`
	Input       ingest.Scalar  `json:"total_input_tokens"`
	Output      ingest.Scalar  `json:"total_output_tokens"`

	TrialStart ingest.Scalar `json:"trial_started_at"`
	TrialEnd   ingest.Scalar `json:"trial_ended_at"`
	AgentStart ingest.Scalar `json:"agent_started_at"`
	AgentEnd   ingest.Scalar `json:"agent_ended_at"`
	TestStart  ingest.Scalar `json:"test_started_at"`
	TestEnd    ingest.Scalar `json:"test_ended_at"`

	dir string // directory of the trial's files; empty if there is none
}

type metaFile struct {
	RunID   ingest.Scalar   `json:"run_id"`
	Dataset ingest.Scalar   `json:"dataset_name"`
	Version ingest.Scalar   `json:"dataset_version"`
	Agent   ingest.Scalar   `json:"agent_name"`
	Model   ingest.Scalar   `json:"model_name"`
	Size    ingest.Scalar   `json:"dataset_size"`
	TaskIDs []ingest.Scalar `json:"task_ids"`
	Start   ingest.Scalar   `json:"start_time"`
	End     ingest.Scalar   `json:"end_time"`
}

type lockFile struct {
	Invocation struct {
		Args []ingest.Scalar `json:"args"`
	} `json:"invocation"`
	Harness struct {
		Version ingest.Scalar `json:"version"`
	} `json:"harness"`
	Agent struct {
		Name   ingest.Scalar            `json:"name"`
		Model  ingest.Scalar            `json:"model_name"`
		Kwargs map[string]ingest.Scalar `json:"extra_kwargs"`
	} `json:"agent"`
	Dataset struct {
		Name    ingest.Scalar `json:"name"`
		Version ingest.Scalar `json:"version"`
	} `json:"dataset"`
}

func (l *lockFile) model() string {
	if m := cmp.Or(l.Agent.Model.Text(), l.Agent.Kwargs["model_name"].Text(), l.Agent.Kwargs["model"].Text()); m != "" {
		return m
	}
	args := l.Invocation.Args
	for i := range args {
		a := args[i].Text()
		if (a == "--model" || a == "-m") && i+1 < len(args) {
			return args[i+1].Text()
		}
		if m, ok := strings.CutPrefix(a, "--model="); ok {
			return m
		}
	}
	return ""
}

func (r *reader) rows(rec *ingest.Record, list []jsontext.Value) []*row {
	var out []*row
	at := map[string]string{}
	for i, v := range list {
		var x row
		if err := decode(v, &x); err != nil {
			r.warn(rec.Name, "row %d cannot be read: skipped: %v", i+1, err)
			continue
		}
		if x.task() == "" {
			r.warn(rec.Name, "row %d names no task: skipped", i+1)
			continue
		}
		name := cmp.Or(x.Name.Text(), fmt.Sprint("row ", i))
		if was, again := at[name]; again {
			if was != string(v) {
				r.warn(rec.Name, "trial %s is listed twice with different values: using the first", name)
			} else {
				r.warn(rec.Name, "trial %s is listed twice: counted once", name)
			}
			continue
		}
		at[name] = string(v)
		out = append(out, &x)
	}
	return out
}

func decode(v jsontext.Value, x *row) error {
	if v.Kind() != '{' {
		return errors.New("not a JSON object")
	}
	return json.Unmarshal(v, x, jsontext.AllowInvalidUTF8(true))
}

// trialName matches the name of a trial: the task, the attempt number, the number of attempts, and
// in older versions the run.
var trialName = regexp.MustCompile(`^(.+?)\.(\d{1,6})-of-(\d{1,6})(?:\.|$)`)

func (x *row) task() string {
	if t := x.Task.Text(); t != "" {
		return t
	}
	if m := trialName.FindStringSubmatch(x.Name.Text()); m != nil {
		return m[1]
	}
	return ""
}

func (x *row) attempt() int {
	m := trialName.FindStringSubmatch(x.Name.Text())
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[2])
	return n
}

// tests returns the test results by name and the number of failed tests. ok is false if there are
// no test results.
func (x *row) tests() (list []results.Check, failed int, ok bool) {
	var all map[string]ingest.Scalar
	if x.Tests.Kind() != '{' || json.Unmarshal(x.Tests, &all, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) != nil {
		return nil, 0, false
	}
	for name, v := range all {
		c := results.Check{ID: name, Weight: 1, Detail: v.Text()}
		switch v.Text() {
		case "passed", "failed":
			passed := v.Text() == "passed"
			c.Passed, c.Detail = &passed, ""
			if !passed {
				failed++
			}
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b results.Check) int { return strings.Compare(a.ID, b.ID) })
	return list, failed, true
}

func when(s ingest.Scalar) *int64 {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999-07:00"} {
		if t, err := time.Parse(layout, s.Text()); err == nil {
			return new(t.UnixMilli())
		}
	}
	return nil
}

// tokens parses a token count. It returns nil for 0, which agents installed in the container report
// because their tokens are not counted.
func tokens(s ingest.Scalar) *int64 {
	n := s.Whole(1e12)
	if n == nil || *n <= 0 {
		return nil
	}
	return new(int64(*n))
}

// entryName matches the folder name of a submission to the leaderboard: date, agent and model.
var entryName = regexp.MustCompile(`^\d{8}_([^_]+)_([^_]+)$`)

// setName matches the folder name of a dataset on the leaderboard: name and version.
var setName = regexp.MustCompile(`^([a-z0-9][a-z0-9-]*)[@:](\d[0-9.]*)$`)

// above returns the submatches of a pattern in the nearest parent folder's name that matches it.
func (r *reader) above(pattern *regexp.Regexp) (a, b string) {
	for dir := r.in.Item.Dir; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if m := pattern.FindStringSubmatch(path.Base(dir)); m != nil {
			return m[1], m[2]
		}
	}
	for _, name := range []string{r.in.Item.Label, r.in.Item.Source} {
		if m := pattern.FindStringSubmatch(path.Base(name)); m != nil {
			return m[1], m[2]
		}
	}
	return "", ""
}

func (r *reader) trialDirs() map[string]string {
	out := map[string]string{}
	tasks, err := fs.ReadDir(r.in.FS, r.in.Item.Dir)
	if err != nil {
		return out // separate file of rows
	}
	for _, e := range tasks {
		if !e.IsDir() {
			continue
		}
		trials, err := fs.ReadDir(r.in.FS, r.in.Path(e.Name()))
		if err != nil {
			continue
		}
		for _, t := range trials {
			if t.IsDir() && trialName.MatchString(t.Name()) {
				out[t.Name()] = r.in.Path(e.Name(), t.Name())
			}
		}
	}
	return out
}
