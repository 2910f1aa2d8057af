package ingest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// stated collects the models and frameworks recorded in the trials. They are compared with the
// run's labels.
type stated struct {
	used       results.ModelsUsed
	models     map[string][]results.TaskName // trials by recorded model name
	frameworks map[string][]results.TaskName
}

func (s *stated) close(t *results.Trial) (changed bool) {
	d := &t.Details
	if most := s.used.Most(d.Model); most != "" && most != d.Model {
		d.Model, changed = most, true
	}
	if by := s.used.Answers(); len(by) > 1 {
		d.Models, changed = by, true
	}
	s.used = results.ModelsUsed{}
	if s.models == nil {
		s.models, s.frameworks = map[string][]results.TaskName{}, map[string][]results.TaskName{}
	}
	at := t.TaskName()
	for _, name := range append([]string{d.Model}, d.Stated...) {
		add(s.models, name, at)
	}
	add(s.frameworks, d.Framework, at)
	return changed
}

func add(to map[string][]results.TaskName, name string, at results.TaskName) {
	if name != "" && name != Unrecorded {
		to[name] = append(to[name], at)
	}
}

type label struct{ name, by string }

func (r *runWriter) closeTrial(ctx context.Context) error {
	t := r.open
	r.open = nil
	if t == nil {
		return nil
	}
	r.print.close(t)
	r.sound.wrote = r.marks.wrote
	r.marks.close(t)
	amended := r.stated.close(t)
	amended = r.heardAll(t) || amended
	r.contradiction.trial(t)
	amended = r.sound.trial(t, cmp.Or(r.record, r.w.item.Dir)) || amended
	if f := r.follow; f != nil && t.Status == results.NotJudged {
		t.Details.Did, amended = f.Done(t.Details.Workspace), true
	}
	r.signals.trial(t)
	r.follow = nil
	r.record = ""
	if !amended {
		return nil
	}
	return r.tx.AmendTrial(ctx, t)
}

func (r *runWriter) Label(model, framework string) {
	r.label = &results.System{Model: model, Framework: framework}
}

// calledBy returns the labels of the run: the name stated by the caller and the one from the
// location of the records.
func (r *runWriter) calledBy(ofCaller, own string) []label {
	var list []label
	if ofCaller != "" {
		list = append(list, label{ofCaller, "the flag or " + ManifestName})
	}
	if own != "" && own != ofCaller && own != Unrecorded {
		list = append(list, label{own, "its label"})
	}
	return list
}

// checkStated excludes the run if models or frameworks in its records contradict each other or the
// run's labels.
func (r *runWriter) checkStated(ctx context.Context) error {
	own := results.System{Model: r.run.ModelName, Framework: r.run.System.Framework}
	if r.label != nil {
		own = *r.label
	}
	id := r.w.src.Identity
	if err := r.checkModels(ctx, r.calledBy(id.Model, own.Model)); err != nil {
		return err
	}
	r.checkFrameworks(r.calledBy(id.Framework, own.Framework))
	return nil
}

// checkModels compares model names by canonical id. An unknown name may be another spelling of a
// known model, so it is not a contradiction unless it names a different family of models.
func (r *runWriter) checkModels(ctx context.Context, labels []label) error {
	filed, _, err := r.tx.KnownModel(ctx, r.run.ModelName)
	if err != nil {
		return err
	}
	called := map[string]bool{filed: true} // canonical ids of all labels
	var known []label
	for _, l := range labels {
		id, is, err := r.tx.KnownModel(ctx, l.name)
		if err != nil {
			return err
		}
		called[id] = true
		if is {
			known = append(known, label{id, l.by})
		}
	}
	by := map[string][]results.TaskName{}
	for _, name := range slices.Sorted(maps.Keys(r.stated.models)) {
		id, is, err := r.tx.KnownModel(ctx, name)
		if err != nil {
			return err
		}
		trials := r.stated.models[name]
		if is {
			by[id] = append(by[id], trials...)
		}
		if !is && len(known) > 0 && otherFamily(name, known[0].name) {
			r.raise(results.ExclusionModels, trials, "records of %s name %s, %s says %s", Counted(len(trials), "trial"), name, known[0].by,
				known[0].name)
			continue
		}
		if !called[id] && len(known) < len(labels) || !called[id] && !is && len(labels) > 0 {
			r.warnIncomparable(name, is, len(trials))
		}
	}
	if r.label != nil && r.label.Model == "" && len(labels) == 0 {
		if id, is, err := r.tx.KnownModel(ctx, r.run.ModelName); err != nil {
			return err
		} else if is {
			known = append(known, label{id, "its own head"})
		}
	}
	r.object("model", results.ExclusionModels, known, by)
	return r.checkTwin(ctx)
}

// warnIncomparable warns about a recorded model name that cannot be compared with the run's model.
func (r *runWriter) warnIncomparable(name string, known bool, trials int) {
	if r.run.Scripted {
		return
	}
	which := name
	if known {
		which = r.run.ModelName
	}
	r.Warn(Warn(r.w.item.Dir, 0,
		"the records of %s name the model %s, the run is filed under %s, and no alias knows %s: they cannot be compared",
		Counted(trials, "trial"), name, r.run.ModelName, which))
}

func (r *runWriter) checkFrameworks(labels []label) {
	var known []label
	for _, l := range labels {
		if id := frameworkOf(l.name); id != "" {
			known = append(known, label{id, l.by})
		}
	}
	by := map[string][]results.TaskName{}
	for name, trials := range r.stated.frameworks {
		if id := frameworkOf(name); id != "" {
			by[id] = append(by[id], trials...)
		}
	}
	r.object("framework", results.ExclusionLabel, known, by)
}

// object excludes the run if its trials name several models or frameworks, or if a label differs
// from the one that most trials name.
func (r *runWriter) object(what string, mixed results.ExclusionKind, labels []label, by map[string][]results.TaskName) {
	if len(by) == 0 {
		return
	}
	ids := slices.SortedFunc(maps.Keys(by), func(a, b string) int {
		return cmp.Or(len(by[b])-len(by[a]), strings.Compare(a, b))
	})
	if len(ids) > 1 {
		var parts []string
		var minority []results.TaskName
		for i, id := range ids {
			parts = append(parts, fmt.Sprintf("%s (%s)", id, Counted(len(by[id]), "trial")))
			if i > 0 {
				minority = append(minority, by[id]...)
			}
		}
		r.raise(mixed, minority, "its records name %d %ss: %s", len(ids), what, strings.Join(parts, ", "))
	}
	for _, l := range labels {
		if l.name != ids[0] {
			r.raise(results.ExclusionLabel, by[ids[0]], "%s states the %s %s, but the records of %s name %s",
				l.by, what, l.name, Counted(len(by[ids[0]]), "trial"), ids[0])
			return
		}
	}
}

func (r *runWriter) raise(kind results.ExclusionKind, trials []results.TaskName, format string, args ...any) {
	r.run.Exclusions = append(r.run.Exclusions, results.ExclusionOver(kind, trials, format, args...))
}

// frameworks lists the framework names that can contradict each other. A harness name may contain
// one: persona-claude-code, openclaw-gateway.
func frameworks() []string {
	return []string{
		"openclaw", "claude-code", "codex", "opencode", "nanobot", "picoclaw", "zeroclaw", "ironclaw", "copaw", "hermes", "qwenpaw",
		"clawatlas-runner",
		"terminus", "openhands", "swe-agent", "gemini-cli", "qwen-code", "browser-use", "aider", "goose",
	}
}

// frameworkOf returns the known framework that a name contains. It returns "" if there is none or
// more than one.
func frameworkOf(name string) string {
	found := ""
	folded := "-" + strings.ReplaceAll(results.Slug(name), "_", "-") + "-"
	for _, f := range frameworks() {
		if !strings.Contains(folded, "-"+f+"-") {
			continue
		}
		if found != "" {
			return ""
		}
		found = f
	}
	return found
}
