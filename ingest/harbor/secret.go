package harbor

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// blanked stands where the value of an environment variable was.
const blanked = "[redacted:env]"

// shortestSecret keeps values such as "true" or "1200" out: replacing them
// everywhere would destroy the evidence and hide nothing.
const shortestSecret = 8

// envHolders are the members of Harbor's records below which maps of
// environment variables are found.
var envHolders = [...]string{"agent", "environment", "verifier", "config", "agents", "trials", "user_agent"}

// learnSecrets remembers the values of environment variables that look secret,
// so that they are also blanked where an agent printed them.
func (j *job) learnSecrets(doc []byte) {
	j.learn(jsontext.Value(doc), 0)
	slices.SortFunc(j.secrets, func(a, b string) int { return len(b) - len(a) })
}

func (j *job) learn(v jsontext.Value, depth int) {
	if depth > 6 {
		return
	}
	switch v.Kind() {
	case '[':
		var list []jsontext.Value
		if jsonOnly(v, &list) {
			for _, item := range list {
				j.learn(item, depth+1)
			}
		}
	case '{':
		var members map[string]jsontext.Value
		if !jsonOnly(v, &members) {
			return
		}
		j.learnEnv(members["env"])
		for _, name := range envHolders {
			if inner, ok := members[name]; ok {
				j.learn(inner, depth+1)
			}
		}
	}
}

func (j *job) learnEnv(v jsontext.Value) {
	var env map[string]jsontext.Value
	if v.Kind() != '{' || !jsonOnly(v, &env) {
		return
	}
	for name, raw := range env {
		var value string
		if raw.Kind() != '"' || !jsonOnly(raw, &value) || !looksSecret(name, value) {
			continue
		}
		spellings := []string{value}
		if quoted, err := jsontext.AppendQuote(nil, value); err == nil && len(quoted) > 2 {
			spellings = append(spellings, string(quoted[1:len(quoted)-1]))
		}
		for _, s := range spellings {
			if !slices.Contains(j.secrets, s) {
				j.secrets = append(j.secrets, s)
			}
		}
	}
}

// looksSecret judges a variable by its name, or by a long value of letters and
// digits without the marks of a path or a sentence.
func looksSecret(name, value string) bool {
	if len(value) < shortestSecret || strings.Contains(value, "${") || strings.Contains(strings.ToLower(value), "redacted") {
		return false
	}
	upper := strings.ToUpper(name)
	for _, word := range []string{"KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL", "AUTH"} {
		if strings.Contains(upper, word) {
			return true
		}
	}
	return len(value) >= 20 && !strings.ContainsAny(value, "/ :\\\n") &&
		strings.ContainsAny(value, "0123456789") && strings.ToLower(value) != strings.ToUpper(value)
}
