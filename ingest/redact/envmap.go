package redact

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	ruleEnv    = "env"           // rule for values in maps of environment variables
	ruleConfig = "config-secret" // rule for fields in which a harness stores a secret
)

// EnvMap redacts values that are secret because of their place in a configuration: strings in maps
// of environment variables, and fields such as apiKey. It keeps empty values and templates such as
// ${OPENAI_API_KEY}. It accepts JSON or JSON lines and returns doc itself if there is nothing to
// redact. It is not for traces, where a tool's environment is evidence.
func (r *Redactor) EnvMap(doc []byte) ([]byte, error) {
	w := envWalk{doc: doc, dec: jsontext.NewDecoder(bytes.NewBuffer(doc),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))}
	if err := w.walk(); err != nil {
		return doc, fmt.Errorf("read configuration at byte %d: %w", w.dec.InputOffset(), err)
	}
	if len(w.edits) == 0 {
		return doc, nil
	}
	out, from, hits := make([]byte, 0, len(doc)), 0, map[string]int{}
	for _, e := range w.edits {
		out = append(append(out, doc[from:e.start]...), redacted(e.rule)...)
		from = e.end
		hits[e.rule]++
	}
	r.add(hits)
	return append(out, doc[from:]...), nil
}

// scope determines how the strings in an object or list are treated.
type scope int

const (
	scopeNone  scope = iota
	scopeEnv         // all strings are variable values
	scopeList        // list of NAME=value strings or objects with a name and a value
	scopeItem        // object with a name and a value
	scopeMaybe       // "environment" object; strings are values of variables if their keys look like names of variables
)

type container struct {
	scope scope
	name  string // last key read in an object
}

type edit struct {
	span
	rule string
}

type envWalk struct {
	doc   []byte
	dec   *jsontext.Decoder
	stack []container
	edits []edit
}

func (w *envWalk) walk() error {
	for {
		switch kind := w.dec.PeekKind(); kind {
		case '{', '[', '}', ']':
			if _, err := w.dec.ReadToken(); err != nil {
				return err
			}
			w.nest(kind)
		case '"':
			if err := w.str(); err != nil {
				return err
			}
		case 0:
			_, err := w.dec.ReadToken()
			if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return nil
			}
			return err
		default:
			if err := w.dec.SkipValue(); err != nil {
				return err
			}
		}
	}
}

func (w *envWalk) nest(kind jsontext.Kind) {
	switch kind {
	case '{', '[':
		w.stack = append(w.stack, container{scope: w.inner(kind)})
	default:
		w.stack = w.stack[:len(w.stack)-1]
	}
}

func (w *envWalk) top() *container {
	if len(w.stack) == 0 {
		return &container{}
	}
	return &w.stack[len(w.stack)-1]
}

func (w *envWalk) inner(kind jsontext.Kind) scope {
	parent := w.top()
	switch {
	case parent.scope == scopeEnv:
		return scopeEnv
	case parent.scope == scopeList && kind == '{':
		return scopeItem
	case parent.scope == scopeList || parent.name == "":
		return scopeNone
	}
	name := plainName(parent.name)
	switch env := listed("env-map", name); {
	case kind == '[' && (env || name == "environment"):
		return scopeList
	case env:
		return scopeEnv
	case name == "environment":
		return scopeMaybe
	}
	return scopeNone
}

// str processes a string token, which is a key or a value.
func (w *envWalk) str() error {
	kind, n := w.dec.StackIndex(w.dec.StackDepth())
	raw, err := w.dec.ReadValue()
	if err != nil {
		return err
	}
	end := int(w.dec.InputOffset())
	inner := span{start: end - len(raw) + 1, end: end - 1}
	top := w.top()
	if kind == '{' && n%2 == 0 {
		name, err := jsontext.AppendUnquote(nil, raw)
		if err != nil {
			name = raw // a key with invalid UTF-8 is not one that EnvMap knows
		}
		top.name = string(name)
		return nil
	}
	switch top.scope {
	case scopeEnv:
		w.blank(inner, ruleEnv)
	case scopeMaybe:
		if isEnvName(top.name) {
			w.blank(inner, ruleEnv)
		}
	case scopeList:
		if eq := bytes.IndexByte(w.doc[inner.start:inner.end], '='); eq > 0 && isVariableName(w.doc[inner.start:inner.start+eq]) {
			w.blank(span{start: inner.start + eq + 1, end: inner.end}, ruleEnv)
		}
	case scopeItem:
		if strings.EqualFold(top.name, "value") {
			w.blank(inner, ruleEnv)
		}
	default:
		if kind == '{' && isSecretField(top.name, w.doc[inner.start:inner.end]) {
			w.blank(inner, ruleConfig)
		}
	}
	return nil
}

func (w *envWalk) blank(at span, rule string) {
	if !isBlanked(string(w.doc[at.start:at.end])) {
		w.edits = append(w.edits, edit{at, rule})
	}
}

// isBlanked reports whether a value is empty, already removed, or a template.
func isBlanked(v string) bool {
	if strings.Trim(v, "*") == "" || strings.EqualFold(strings.Trim(v, "<>[]"), "redacted") {
		return true
	}
	if rest, ok := strings.CutPrefix(v, "[redacted:"); ok {
		return strings.IndexByte(rest, ']') == len(rest)-1
	}
	if rest, ok := strings.CutPrefix(v, "${"); ok {
		name, closed := strings.CutSuffix(rest, "}")
		return closed && isVariableName([]byte(name))
	}
	name, ok := strings.CutPrefix(v, "$")
	return ok && isVariableName([]byte(name))
}

func isVariableName(b []byte) bool {
	return len(b) > 0 && !isDigit(b[0]) && word.all(b)
}

func isEnvName(name string) bool {
	return strings.ToUpper(name) == name && isVariableName([]byte(name))
}

var joiners = strings.NewReplacer("_", "", "-", "")

// plainName returns the same name for api_key, apiKey and API-Key.
func plainName(name string) string { return strings.ToLower(joiners.Replace(name)) }

// isSecretField reports whether a field contains a secret. For ambiguous names it also checks the
// value.
func isSecretField(name string, value []byte) bool {
	switch plain := plainName(name); {
	case listed("secret-field", plain):
		return !isPlaceholder(value)
	case listed("maybe-secret-field", plain): // OpenClaw's session keys, which are not secret, contain colons
		return dotted.all(value) && !isPlaceholder(value) && looksRandom(value, randomMin)
	}
	return false
}
