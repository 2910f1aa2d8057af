package inspect

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
)

// header is what a log says of itself: header.json, the top of a document, or, while a
// pass goes on, the start of the journal.
type header struct {
	Version ingest.Scalar `json:"version"`
	Status  ingest.Scalar `json:"status"`
	Eval    spec          `json:"eval"`
	Plan    plan          `json:"plan"`
	Results *outcome      `json:"results"`
	Stats   stats         `json:"stats"`
	Error   *failure      `json:"error"`

	Invalidated ingest.Scalar  `json:"invalidated"`
	Reductions  jsontext.Value `json:"reductions"` // of a document
	running     bool           // there is no header yet
}

// spec is what was to be run.
type spec struct {
	EvalID, RunID, EvalSet, TaskID text
	Created                        ingest.Scalar
	Task, TaskVersion, Registry    text
	TaskFile, Display              text
	TaskArgs, TaskArgsPassed       jsontext.Value
	Solver                         text
	SolverArgs                     jsontext.Value
	Model, BaseURL                 text
	Generate, ModelArgs, Roles     jsontext.Value
	Dataset                        dataset
	Sandbox                        jsontext.Value
	Config                         config
	Revision                       revision
	Packages                       map[string]text
	Scorers                        []declared
	Metadata, Tags                 jsontext.Value
}

// UnmarshalJSON reads the members that are known, whatever their types are.
func (s *spec) UnmarshalJSON(data []byte) error {
	for name, v := range members(data) {
		v = bytes.Clone(v)
		switch name {
		case "eval_id":
			s.EvalID = text(plain(v))
		case "run_id":
			s.RunID = text(plain(v))
		case "eval_set_id":
			s.EvalSet = text(plain(v))
		case "task_id":
			s.TaskID = text(plain(v))
		case "created":
			s.Created = ingest.Scalar{Raw: v}
		case "task":
			s.Task = text(plain(v))
		case "task_version":
			s.TaskVersion = text(plain(v))
		case "task_registry_name":
			s.Registry = text(plain(v))
		case "task_display_name":
			s.Display = text(plain(v))
		case "task_file":
			s.TaskFile = text(plain(v))
		case "task_args":
			s.TaskArgs = v
		case "task_args_passed":
			s.TaskArgsPassed = v
		case "solver":
			s.Solver = text(plain(v))
		case "solver_args":
			s.SolverArgs = v
		case "model":
			s.Model = text(plain(v))
		case "model_base_url":
			s.BaseURL = text(plain(v))
		case "model_generate_config":
			s.Generate = v
		case "model_args":
			s.ModelArgs = v
		case "model_roles":
			s.Roles = v
		case "dataset":
			s.Dataset.read(v)
		case "sandbox":
			s.Sandbox = v
		case "config":
			s.Config.read(v)
		case "revision":
			for name, v := range members(v) {
				switch name {
				case "commit":
					s.Revision.Commit = text(plain(v))
				case "origin":
					s.Revision.Origin = text(plain(v))
				}
			}
		case "packages":
			s.Packages = map[string]text{}
			for name, v := range members(v) {
				s.Packages[name] = text(plain(v))
			}
		case "scorers":
			s.scorers(v)
		case "metadata":
			s.Metadata = v
		case "tags":
			s.Tags = v
		}
	}
	return nil
}

type revision struct{ Commit, Origin text }

// declared is a scorer with the metrics that it is summed up by.
type declared struct {
	name    string
	metrics []string
}

func (s *spec) scorers(v jsontext.Value) {
	for one := range elements(v) {
		var d declared
		for name, v := range members(one) {
			switch name {
			case "name":
				d.name = path.Base(plain(v))
			case "metrics":
				d.metrics = metricNames(v)
			}
		}
		s.Scorers = append(s.Scorers, d)
	}
}

// metricNames finds the metrics in a list, or in an object of lists by part.
func metricNames(v jsontext.Value) []string {
	var list []string
	for one := range elements(v) {
		for name, v := range members(one) {
			if name == "name" {
				list = append(list, path.Base(plain(v)))
			} else if len(v) > 0 && v[0] == '[' {
				list = append(list, metricNames(v)...)
			}
		}
	}
	for _, v := range members(v) {
		list = append(list, metricNames(v)...)
	}
	return list
}

// text is a string of a record; another value is its JSON.
type text string

// dataset is what the samples were taken from. Samples is its size, not how many ran.
type dataset struct {
	Name, Location text
	Samples        *int
	IDs            []jsontext.Value
	Shuffled       bool
}

// size is how many samples the log says that there are, 0 if it does not say. A pass that
// was limited is over fewer, and its ids are of those.
func (d *dataset) size() int {
	n := len(d.IDs)
	if d.Samples != nil {
		n = max(n, *d.Samples)
	}
	return n
}

func (d *dataset) read(v jsontext.Value) {
	for name, v := range members(v) {
		switch name {
		case "name":
			d.Name = text(plain(v))
		case "location":
			d.Location = text(plain(v))
		case "samples":
			d.Samples = ingest.Scalar{Raw: bytes.Clone(v)}.Whole(1e9)
		case "sample_ids":
			for id := range elements(v) {
				d.IDs = append(d.IDs, bytes.Clone(id))
			}
		case "shuffled":
			d.Shuffled = string(v) == "true"
		}
	}
}

// config is how the samples were to be run.
type config struct {
	Epochs   int
	Reducers []string
	all      jsontext.Value
}

func (c *config) read(v jsontext.Value) {
	c.all = v
	for name, v := range members(v) {
		switch name {
		case "epochs":
			if n := (ingest.Scalar{Raw: bytes.Clone(v)}).Whole(1e5); n != nil && *n > 0 {
				c.Epochs = *n
			}
		case "epochs_reducer":
			if len(v) > 0 && v[0] == '"' {
				c.Reducers = []string{plain(v)}
			}
			for one := range elements(v) {
				c.Reducers = append(c.Reducers, plain(one))
			}
		}
	}
}

// plan is what solved the samples.
type plan struct {
	Steps []struct {
		Solver ingest.Scalar  `json:"solver"`
		Params jsontext.Value `json:"params"`
	} `json:"steps"`
}

// outcome is what the log says of its samples together.
type outcome struct {
	Total     ingest.Scalar `json:"total_samples"`
	Completed ingest.Scalar `json:"completed_samples"`
	Scores    []scored      `json:"scores"`
}

// scored is what it says of one scorer, or of one part of its values.
type scored struct {
	Name     ingest.Scalar  `json:"name"`
	Scorer   ingest.Scalar  `json:"scorer"`
	Reducer  ingest.Scalar  `json:"reducer"`
	Scored   ingest.Scalar  `json:"scored_samples"`
	Unscored ingest.Scalar  `json:"unscored_samples"`
	Metrics  jsontext.Value `json:"metrics"`
}

type stats struct {
	Started   ingest.Scalar  `json:"started_at"`
	Completed ingest.Scalar  `json:"completed_at"`
	Usage     jsontext.Value `json:"model_usage"`
	Roles     jsontext.Value `json:"role_usage"`
}

// failure is an error that the program has met.
type failure struct {
	Message   ingest.Scalar `json:"message"`
	Traceback ingest.Scalar `json:"traceback"`
}

// readHeader reads what the log says of itself and keeps it.
func (c *stored) readHeader(in *ingest.Input) (*header, error) {
	name := headerName
	if c.entries[name] == nil {
		name = startName
	}
	rec, err := c.record(in, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the archive has neither %s nor %s", headerName, startName)
	}
	if err != nil {
		return nil, err
	}
	c.kept = append(c.kept, rec)
	h := &header{running: name == startName}
	if err := strict(jsontext.Value(rec.Data), h); err != nil {
		if err := ingest.DecodeJSON(rec.Name, rec.Data, 1, &struct{}{}); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", rec.Name, err)
	}
	if h.Eval.Task == "" && h.Eval.Model == "" {
		return nil, fmt.Errorf("%s: it names neither a task nor a model", rec.Name)
	}
	return h, nil
}

// status is how the pass ended. success says that the program ended well, not that samples
// passed.
func (h *header) status() string {
	if s := h.Status.Text(); s != "" {
		return s
	}
	return "started"
}

// stopped says how the pass ended where that is not by itself; empty where it did.
func (h *header) stopped() string {
	switch {
	case h.running:
		return "the pass has begun, and not that it has ended: it goes on, or was killed"
	case h.status() == "started":
		return "the pass goes on, or was killed"
	case h.status() == "cancelled":
		return "the pass was cancelled"
	case h.status() == "error" && h.Error != nil && h.Error.Message.Text() != "":
		return "the pass ended with an error: " + strings.TrimRight(h.Error.Message.Text(), ". ")
	case h.status() == "error":
		return "the pass ended with an error"
	}
	if b := h.Invalidated.Bool(); b != nil && *b {
		return "samples of it were marked as invalid"
	}
	return ""
}

// preparing are the solvers of Inspect that set a conversation up or change it, and are no
// agent.
var preparing = []string{ //nolint:gochecknoglobals // constant
	"system_message", "user_message", "assistant_message", "prompt_template", "use_tools", "chain_of_thought", "chain", "fork", "plan",
}

// agent is what solved the samples, as the log names it; empty if it does not.
func (h *header) agent() string {
	if h.Eval.Solver != "" {
		return string(h.Eval.Solver)
	}
	last := ""
	for _, s := range h.Plan.Steps {
		name := s.Solver.Text()
		if name == "" || name == "..." || slices.Contains(preparing, path.Base(name)) {
			continue
		}
		if last == "" || path.Base(name) != "generate" {
			last = name
		}
	}
	return last
}

// provider and model are the parts of the model's name. Names of no model are told apart:
// "none/none" is a person at the keyboard, a mocked model answers from a script.
func (h *header) model() (provider, model string) {
	name := string(h.Eval.Model)
	provider, model, ok := strings.Cut(name, "/")
	if !ok {
		provider, model = "", name
	}
	if i := strings.LastIndex(model, "/"); i >= 0 { // a gateway keeps the vendor
		model = model[i+1:]
	}
	if !strings.ContainsFunc(model, func(r rune) bool { return r != '.' && r != '-' && r != '_' && r != ' ' }) {
		return "", ""
	}
	return provider, model
}

func (h *header) mocked() bool { return strings.HasPrefix(string(h.Eval.Model), "mockllm/") }

func (h *header) nobody() bool {
	return strings.HasPrefix(string(h.Eval.Model), "none/") || h.Eval.Model == "none"
}

// record reads an entry of the log that is not of a sample.
func (c *stored) record(in *ingest.Input, name string) (*ingest.Record, error) {
	limit := in.Limits.Record
	if limit == 0 {
		limit = ingest.DefaultLimits().Record
	}
	data, err := c.read(name, limit)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return recordOf(in, name, data), nil
}
