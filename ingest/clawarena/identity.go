package clawarena

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// parseLabel parses <provider>_<model>_<framework>[_<variant>]. The framework comes from the
// records. Provider and model may contain hyphens and dots, the model also underscores.
func parseLabel(label, framework string) (results.System, bool) {
	provider, rest, ok := strings.Cut(label, "_")
	if !ok || framework == "" {
		return results.System{}, false
	}
	tokens := strings.Split(rest, "_")
	want := strings.Split(framework, "_")
	for i := 1; i+len(want) <= len(tokens); i++ {
		if strings.EqualFold(strings.Join(tokens[i:i+len(want)], "_"), framework) {
			return results.System{
				Provider: provider, Model: strings.Join(tokens[:i], "_"),
				Framework: strings.ToLower(framework), Variant: strings.Join(tokens[i+len(want):], "_"),
			}, true
		}
	}
	return results.System{}, false
}

// labelled parses the directory's name, using the recorded framework or else any known one.
func labelled(name, framework string) (results.System, bool) {
	for _, f := range append([]string{framework}, frameworks()...) {
		if s, ok := parseLabel(name, f); ok {
			return s, true
		}
	}
	return results.System{}, false
}

// identify determines the run's system from the flags, then the directory's name, then the records.
// label is the system according to flags and name, and is later compared with the records. guessed
// reports whether the model is known only from the directory's name.
func identify(in *ingest.Input, framework, messageModel string, metaClaw bool, warn func(results.Warning)) (s, label results.System,
	guessed bool) {
	s, ok := labelled(in.Item.Label, framework)
	if !ok {
		s = results.System{Framework: strings.ToLower(framework), Model: messageModel}
		switch {
		case metaClaw && messageModel != "":
			s.Variant = in.Item.Label // the directory name mentions memory, skills and training
			if family, _, _ := strings.Cut(messageModel, "-"); !strings.Contains(strings.ToLower(s.Variant), strings.ToLower(family)) {
				warn(ingest.Warn(in.Item.Dir, 0, "the directory is named %q, but the records name the model %s: using %s",
					s.Variant, messageModel, messageModel))
			}
		case in.Identity.Model == "":
			if s.Model == "" {
				s.Model, guessed = in.Item.Label, true
			}
			warn(ingest.Warn(in.Item.Dir, 0,
				"directory name %q is not <provider>_<model>_<framework>[_<variant>]: the model is taken as %q, state it with --model",
				in.Item.Label, s.Model))
		}
	}
	id := in.Identity
	for _, f := range []struct {
		to   *string
		from string
	}{{&s.Model, id.Model}, {&s.Framework, id.Framework}, {&s.Variant, id.Variant}, {&s.Provider, id.Provider}} {
		if f.from != "" {
			*f.to = f.from
		}
	}
	if ok {
		label = s
	}
	return s, label, guessed
}

func noDataset(tests []string) error {
	return fmt.Errorf("no known dataset has the tests %s: ingest the dataset (tests.json and its questions) together with the run, "+
		"or name it with --benchmark", strings.Join(shorten(tests), ", "))
}

func shorten(list []string) []string {
	if len(list) > 6 {
		return append(append([]string{}, list[:6]...), fmt.Sprintf("and %d more", len(list)-6))
	}
	return list
}
