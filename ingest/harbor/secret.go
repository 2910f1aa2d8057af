package harbor

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// blanked replaces the value of an environment variable.
const blanked = "[redacted:env]"

// shortestSecret is the minimum length of a secret in bytes. Replacing shorter values such as
// "true" or "1200" everywhere would destroy evidence. Secrets are looked up by their first
// shortestSecret bytes.
const shortestSecret = 8

// envHolders are the keys in Harbor's records whose values contain maps of environment variables.
var envHolders = [...]string{"agent", "environment", "verifier", "config", "agents", "trials", "user_agent"}

// secrets holds the values to redact. It finds all of them in one pass.
type secrets struct {
	known   map[string]bool
	lengths map[uint64][]int           // lengths of secrets by their first eight bytes, longest first
	heads   [1 << headBits / 64]uint64 // Bloom filter of the secrets' first eight bytes
}

const headBits = 16

func hashOf(head uint64) uint64 { return head * 0x9e3779b97f4a7c15 >> (64 - headBits) }

func (s *secrets) add(value string) {
	if len(value) < shortestSecret {
		return
	}
	if s.known == nil {
		s.known, s.lengths = map[string]bool{}, map[uint64][]int{}
	}
	head := binary.LittleEndian.Uint64([]byte(value))
	if lengths := s.lengths[head]; !slices.Contains(lengths, len(value)) {
		lengths = append(lengths, len(value))
		slices.SortFunc(lengths, func(a, b int) int { return b - a })
		s.lengths[head] = lengths
	}
	s.known[value] = true
	h := hashOf(head)
	s.heads[h/64] |= 1 << (h % 64)
}

// blank replaces each secret and returns the number of replacements. Overlapping secrets count as
// one.
func (s *secrets) blank(data []byte) ([]byte, int) {
	if len(s.known) == 0 {
		return data, 0
	}
	var out []byte
	n, kept, end := 0, 0, 0 // data before kept has been copied; end is the end of the last secret
	for i := 0; i+shortestSecret <= len(data); i++ {
		head := binary.LittleEndian.Uint64(data[i:])
		h := hashOf(head)
		if s.heads[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		at := slices.IndexFunc(s.lengths[head], func(n int) bool { return n <= len(data)-i && s.known[string(data[i:i+n])] })
		if at < 0 {
			continue
		}
		if n == 0 || i >= end {
			out = append(append(out, data[kept:i]...), blanked...)
			n++
		}
		end = max(end, i+s.lengths[head][at])
		kept = end
	}
	if n == 0 {
		return data, 0
	}
	return append(out, data[kept:]...), n
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
		j.secrets.add(value)
		if quoted, err := jsontext.AppendQuote(nil, value); err == nil && len(quoted) > 2 {
			j.secrets.add(string(quoted[1 : len(quoted)-1]))
		}
	}
}

// looksSecret recognises a secret by the variable's name, or by a long alphanumeric value that is
// not a path or sentence.
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
