package inspect

import (
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
	Status  ingest.Scalar `json:"status"`
	Eval    spec          `json:"eval"`
	Plan    plan          `json:"plan"`
	Results *outcome      `json:"results"`
	Stats   stats         `json:"stats"`
	Error   *failure      `json:"error"`

	Invalidated ingest.Scalar `json:"invalidated"`
	config      config
	running     bool // there is no header yet
}

type spec struct {
	EvalID      string            `json:"eval_id"`
	RunID       string            `json:"run_id"`
	EvalSet     string            `json:"eval_set_id"`
	TaskID      string            `json:"task_id"`
	Created     jsontext.Value    `json:"created"`
	Task        string            `json:"task"`
	TaskVersion string            `json:"task_version"`
	TaskFile    string            `json:"task_file"`
	TaskArgs    jsontext.Value    `json:"task_args"`
	Solver      string            `json:"solver"`
	SolverArgs  jsontext.Value    `json:"solver_args"`
	Model       string            `json:"model"`
	Generate    jsontext.Value    `json:"model_generate_config"`
	Roles       jsontext.Value    `json:"model_roles"`
	Dataset     dataset           `json:"dataset"`
	Config      jsontext.Value    `json:"config"` // see config
	Revision    revision          `json:"revision"`
	Packages    map[string]string `json:"packages"`
	Scorers     []declared        `json:"scorers"`
	Metadata    jsontext.Value    `json:"metadata"`
	Tags        jsontext.Value    `json:"tags"`
}

type revision struct {
	Commit string `json:"commit"`
}

// declared is a scorer with the metrics that it is summed up by.
type declared struct {
	Name    string         `json:"name"`
	Metrics jsontext.Value `json:"metrics"`
}

// id is the scorer's name without that of its package.
func (d *declared) id() string {
	if d.Name == "" {
		return ""
	}
	return path.Base(d.Name)
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

// dataset is what the samples were taken from. Samples is its size, not how many ran.
type dataset struct {
	Name    string        `json:"name"`
	Samples ingest.Scalar `json:"samples"`
	IDs     values        `json:"sample_ids"`
}

// size is how many samples the log says that there are, 0 if it does not say. A pass that
// was limited is over fewer, and its ids are of those.
func (d *dataset) size() int {
	n := len(d.IDs)
	if stated := d.Samples.Whole(1e9); stated != nil {
		n = max(n, *stated)
	}
	return n
}

// config is how the samples were to be run.
type config struct {
	Epochs  ingest.Scalar  `json:"epochs"`
	Reducer jsontext.Value `json:"epochs_reducer"` // one, or a list
}

func (c *config) epochs() int {
	if n := c.Epochs.Whole(1e5); n != nil {
		return max(*n, 1)
	}
	return 1
}

// reducer is how epochs become one value, empty if that is not said or of several kinds.
func (c *config) reducer() string {
	list := slices.Collect(elements(c.Reducer))
	switch {
	case len(list) == 1:
		return plain(list[0])
	case len(c.Reducer) > 0 && c.Reducer[0] == '"':
		return plain(c.Reducer)
	}
	return ""
}

// plan is what solved the samples.
type plan struct {
	Steps []struct {
		Solver ingest.Scalar `json:"solver"`
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
	Name    ingest.Scalar  `json:"name"`
	Scorer  ingest.Scalar  `json:"scorer"`
	Reducer ingest.Scalar  `json:"reducer"`
	Scored  ingest.Scalar  `json:"scored_samples"`
	Metrics jsontext.Value `json:"metrics"`
}

type stats struct {
	Started   ingest.Scalar  `json:"started_at"`
	Completed ingest.Scalar  `json:"completed_at"`
	Usage     jsontext.Value `json:"model_usage"`
}

// failure is an error that the program has met.
type failure struct {
	Message ingest.Scalar `json:"message"`
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
	if err := decode(rec.Data, h, strict); err != nil {
		if err := ingest.DecodeJSON(rec.Name, rec.Data, 1, &struct{}{}); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", rec.Name, err)
	}
	h.config = read[config](h.Eval.Config)
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
		return h.Eval.Solver
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
	provider, model, ok := strings.Cut(h.Eval.Model, "/")
	if !ok {
		provider, model = "", h.Eval.Model
	}
	if i := strings.LastIndex(model, "/"); i >= 0 { // a gateway keeps the vendor
		model = model[i+1:]
	}
	if !strings.ContainsFunc(model, func(r rune) bool { return r != '.' && r != '-' && r != '_' && r != ' ' }) {
		return "", ""
	}
	return provider, model
}

func (h *header) mocked() bool { return strings.HasPrefix(h.Eval.Model, "mockllm/") }

func (h *header) nobody() bool {
	return strings.HasPrefix(h.Eval.Model, "none/") || h.Eval.Model == "none"
}

// record reads an entry of the log that is not of a sample.
func (c *stored) record(in *ingest.Input, name string) (*ingest.Record, error) {
	limit := in.Limits.RecordLimit()
	data, err := c.read(name, limit)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return recordOf(in, name, data), nil
}
