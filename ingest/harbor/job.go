package harbor

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

type job struct {
	in       *ingest.Input
	dir      string
	label    string
	cfg      jobConfig
	lock     lockFile
	locked   []lockName // entries of lock.json sorted by task; set on first use
	res      *jobResult
	trials   []*trial
	planned  []*trial
	files    []string
	secrets  secrets                              // values of environment variables to redact
	memory   map[string]map[string]*ingest.Record // cached records by trial directory and record name
	held     int64
	scrubbed int // number of secret values redacted outside maps of environment variables
	warnings []results.Warning
}

func (j *job) warn(w results.Warning) { j.warnings = append(j.warnings, w) }

var jobFiles = [...]string{"config.json", "lock.json", "result.json", "job.log", "analysis.json", "analysis.md"}

func openJob(in *ingest.Input) (*job, error) {
	j := &job{in: in, dir: in.Item.Dir, label: in.Item.Label, memory: map[string]map[string]*ingest.Record{}}
	entries, err := fs.ReadDir(in.FS, j.dir)
	if err != nil {
		return nil, fmt.Errorf("read job %s: %w", j.dir, err)
	}
	if sniffDir(in.FS, j.dir, entries) == aTrial {
		j.trials = []*trial{{dir: j.dir, name: path.Base(j.dir)}}
	} else {
		j.readOwn(entries)
		j.findTrials(entries)
	}
	j.label = cmp.Or(j.label, j.cfg.JobName)
	j.readTrials()
	j.planned = j.plannedTasks()
	return j, nil
}

func (j *job) readOwn(entries []fs.DirEntry) {
	have := map[string]bool{}
	for _, e := range entries {
		have[e.Name()] = e.Type().IsRegular()
	}
	for _, name := range jobFiles {
		if have[name] {
			j.files = append(j.files, path.Join(j.dir, name))
		}
	}
	if have["config.json"] {
		j.decode("config.json", &j.cfg)
	} else {
		j.warn(ingest.Warn(path.Join(j.dir, "config.json"), 0, "the job has no config.json"))
	}
	if have["lock.json"] {
		j.decode("lock.json", &j.lock)
	}
	if !have["result.json"] {
		j.warn(ingest.Warn(path.Join(j.dir, "result.json"), 0,
			"the job has no result.json: the harness did not finish, or the file was not published"))
		return
	}
	var res jobResult
	if j.decode("result.json", &res) {
		j.res = &res
	}
}

func (j *job) decode(name string, v any) bool {
	name = path.Join(j.dir, name)
	rec, err := j.record(name)
	if err == nil {
		err = rec.Decode(v)
	}
	if err != nil {
		j.warn(ingest.WarnOf(name, "", err))
		return false
	}
	return true
}

// findTrials lists the trials that have a directory, then the trials that occur only in the job's
// result.
func (j *job) findTrials(entries []fs.DirEntry) {
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		dir := path.Join(j.dir, e.Name())
		inner, err := fs.ReadDir(j.in.FS, dir)
		if err != nil {
			j.warn(ingest.Warn(dir, 0, "%v", err))
			continue
		}
		if sniffDir(j.in.FS, dir, inner) == aTrial || trialDir.MatchString(e.Name()) {
			j.trials = append(j.trials, &trial{dir: dir, name: e.Name()})
			continue
		}
		j.warn(ingest.Warn(dir, 0, "not a trial directory: skipped"))
	}
	if j.res == nil {
		return
	}
	byName := map[string]*trial{}
	for _, t := range j.trials {
		byName[t.name] = t
	}
	for i, v := range j.res.TrialResults {
		var res trialResult
		name := path.Join(j.dir, "result.json")
		if err := ingest.DecodeJSON(name, v, 1, &res); err != nil {
			j.warn(ingest.Warn(name, 0, "trial_results[%d]: %v", i, errors.Unwrap(err)))
			continue
		}
		t := byName[res.TrialName]
		if t == nil {
			t = &trial{dir: path.Join(j.dir, path.Base("/"+res.TrialName)), name: res.TrialName, bare: true}
			j.trials, byName[t.name] = append(j.trials, t), t
			j.warn(ingest.Warn(name, 0, "trial %s has no directory, only an entry in the job's result", res.TrialName))
		}
		t.copyOf = &res
	}
}

// errNotJSON means that a record cannot be searched for environment variables. Such a record is
// neither read nor stored.
var errNotJSON = errors.New("not valid JSON")

// structured reports whether the record with this name may contain environment variables written by
// Harbor.
func structured(name string) bool {
	return slices.Contains([]string{"config.json", "lock.json", "result.json"}, path.Base(name))
}

// record reads a record and redacts recognised secrets, the values in maps of environment
// variables, and all other occurrences of these values. It caches records, because reading a record
// twice would count its redactions twice.
func (j *job) record(name string) (*ingest.Record, error) {
	home := j.home(name)
	rec, known := j.memory[home][name]
	if !known {
		var err error
		if rec, err = j.in.Record(name); err != nil {
			return nil, err
		}
		if err := j.blankEnv(rec); err != nil {
			return nil, err
		}
		if j.held+rec.Size <= memoryLimit {
			if j.memory[home] == nil {
				j.memory[home] = map[string]*ingest.Record{}
			}
			j.memory[home][name] = rec
			j.held += rec.Size
		}
	}
	j.scrub(rec)
	return rec, nil
}

// memoryLimit is the maximum total size of cached records in bytes. Records that do not fit are
// read again, and their redactions are then counted more than once.
const memoryLimit = 64 << 20

// home returns the directory of the trial that a record belongs to, or the job's directory.
func (j *job) home(name string) string {
	trial, _, below := strings.Cut(j.stored(name), "/")
	if !below || len(j.trials) == 1 && j.trials[0].dir == j.dir {
		return j.dir
	}
	return path.Join(j.dir, trial)
}

func (j *job) forget(dir string) {
	for _, rec := range j.memory[dir] {
		j.held -= rec.Size
	}
	delete(j.memory, dir)
}

func (j *job) blankEnv(rec *ingest.Record) error {
	if !structured(rec.Name) {
		return nil
	}
	if original, err := fs.ReadFile(j.in.FS, rec.Name); err == nil {
		// rec is already redacted by variable name, but an agent may have printed the values
		// elsewhere
		j.learn(jsontext.Value(head.WithoutMark(original)), 0)
	}
	r, ok := j.in.Redact.(interface{ EnvMap([]byte) ([]byte, error) })
	if !ok {
		return nil
	}
	data, err := r.EnvMap(rec.Data)
	if err != nil {
		return fmt.Errorf("%w: %w", errNotJSON, err)
	}
	rec.Data = data
	return nil
}

// scrub redacts the values that learn has collected, also in records that were read earlier.
func (j *job) scrub(rec *ingest.Record) {
	data, n := j.secrets.blank(rec.Data)
	rec.Data = data
	j.scrubbed += n
}

// stored returns the name under which a record is stored: its path relative to the item.
func (j *job) stored(name string) string {
	if j.dir == "." {
		return name
	}
	return strings.TrimPrefix(name, j.dir+"/")
}

// jsonOnly decodes data. It ignores repeated keys and invalid UTF-8, which are reported elsewhere.
func jsonOnly(data []byte, v any) bool {
	return json.Unmarshal(data, v, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) == nil
}
