package clawmark

import (
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Sources of the model's name, as stored in Run.Facts.
const (
	fromFlag      = "flag"
	fromMessages  = "messages.jsonl"
	fromDirectory = "directory"
	fromNowhere   = "not recorded"
)

// plainName matches directory names that do not contain a model name.
var plainName = regexp.MustCompile(`(?i)^(clawmark[-_. ]?)?` +
	`(benchmark|bench|eval|evals|results?|runs?|out|outputs?|data|records?|traces?|tasks?|samples?|testdata|tmp|new|old|latest|[-_.T:0-9]*)` +
	`([-_. ]?[-_.T:0-9]+)?$`)

var archiveEnd = regexp.MustCompile(`(?i)\.(zip|tar|tgz|tar\.(gz|zst))$`)

// identify sets the run's model: the caller's, else the most frequent one in the sessions, else the
// one in the directory's name, where the harness replaces "/" with "_".
func (r *reader) identify() {
	name, source := r.in.Identity.Model, fromFlag
	recorded := r.recordedModel()
	if name == "" {
		name, source = recorded, fromMessages
	}
	if name == "" {
		name, source = r.slugOfModel(), fromDirectory
	}
	if name == "" {
		name, source = ingest.Unrecorded, fromNowhere
	}
	r.run.System.Model, r.run.ModelName = name, name
	r.run.Facts[results.FactModelFrom] = source
	if recorded != "" {
		r.run.Facts[results.FactRecordedModel] = recorded
	}
}

func (r *reader) recordedModel() string {
	best := ""
	for _, m := range r.firstModel {
		if best == "" || r.models[m] > r.models[best] {
			best = m
		}
	}
	return best
}

// slugOfModel returns the model name from the directory above the tasks if that directory is in a
// results directory or if its name contains an underscore or a digit.
func (r *reader) slugOfModel() string {
	dir, label := r.in.Item.Dir, archiveEnd.ReplaceAllString(r.in.Item.Label, "")
	if isFile(r.in.FS, path.Join(dir, resultFile)) { // single task; its parent directory is named after the model
		if dir = path.Dir(dir); dir == "." {
			return ""
		}
	}
	above := "unknown"
	if dir != "." {
		label = path.Base(dir)
		if above = path.Dir(dir); above == "." {
			above = "unknown"
		}
	}
	slug := results.Slug(label)
	if label == "" || plainName.MatchString(label) || r.known.scenarios[slug] || r.known.tasks[slug] != nil {
		return ""
	}
	if !plainName.MatchString(path.Base(above)) && !strings.ContainsAny(label, "_0123456789") {
		return "" // neither the location nor the name suggests a model
	}
	return label
}

// labelled returns the model name from the directory's name, or "" if the caller states a model.
func (r *reader) labelled() string {
	if r.in.Identity.Model != "" {
		return ""
	}
	return r.slugOfModel()
}

func (r *reader) warnIdentity() {
	dir := r.in.Item.Dir
	name, slug := r.run.System.Model, r.slugOfModel()
	switch r.run.Facts[results.FactModelFrom] {
	case fromNowhere:
		r.warn(dir, "the records do not name the model: using %q; pass --model", ingest.Unrecorded)
	case fromDirectory:
		r.warn(dir, "the model's name %q is the directory's; the harness writes it with \"_\" for \"/\"; pass --model if it is not exact",
			name)
	case fromMessages:
		if slug != "" && !sameModel(slug, name) {
			r.warn(dir, "the directory is named %q, but the sessions record the model %q: using the recorded model; pass --model to override", slug, name)
		}
	}
	if len(r.firstModel) > 1 {
		r.rw.Warn(ingest.Warn(dir, 0, "the sessions record several models: %s; using %q", list(r.firstModel), name))
	}
}

// sameModel reports whether slug is how the harness writes the model's name as a directory name,
// with or without provider.
func sameModel(slug, name string) bool {
	written := strings.ReplaceAll(name, "/", "_")
	return strings.EqualFold(slug, written) ||
		strings.HasSuffix(strings.ToLower(slug), "_"+strings.ToLower(written)) ||
		strings.HasSuffix(strings.ToLower(written), "_"+strings.ToLower(slug))
}

func (r *reader) sawModel(name string) {
	if name == "" {
		return
	}
	if r.models[name] == 0 {
		r.firstModel = append(r.firstModel, name)
	}
	r.models[name]++
}
