package terminalbench

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// episodes holds the turns of Terminus, the harness's own agent, by number and file name. For each
// turn, Terminus logs the text sent to the model and the model's reply:
// agent-logs/episode-N/prompt.txt and response.txt. debug.json repeats both.
type episodes map[int]map[string][]byte

var episodeFile = regexp.MustCompile(`^agent-logs/episode-(\d{1,6})/(prompt\.txt|response\.txt)$`)

func (e *episodes) add(rel string, data []byte) {
	m := episodeFile.FindStringSubmatch(rel)
	if m == nil {
		return
	}
	n, _ := strconv.Atoi(m[1])
	if *e == nil {
		*e = episodes{}
	}
	if (*e)[n] == nil {
		(*e)[n] = map[string][]byte{}
	}
	(*e)[n][m[2]] = data
}

// steps returns the turns in order. The commands in a reply become tool calls.
func (e episodes) steps() (list []*results.Step) {
	for _, n := range slices.Sorted(maps.Keys(e)) {
		if text := valid(e[n]["prompt.txt"]); text != "" {
			list = append(list, &results.Step{Source: results.SourceUser, Message: text})
		}
		if text := valid(e[n]["response.txt"]); text != "" {
			list = append(list, answer(text))
		}
	}
	return list
}

func valid(data []byte) string { return strings.ToValidUTF8(string(data), "\ufffd") }

// said lists the text fields of a reply in both versions of Terminus.
var said = []string{"state_analysis", "analysis", "explanation", "plan"}

// answer returns the step for a model reply. A reply is an object with commands, as Terminus
// requests, or any other text.
func answer(text string) *results.Step {
	s := &results.Step{Source: results.SourceAgent, Message: text}
	at := strings.IndexByte(text, '{')
	end := strings.LastIndexByte(text, '}')
	if at < 0 || end < at {
		return s
	}
	v := jsontext.Value(text[at : end+1])
	if !v.IsValid() {
		return s
	}
	parts := map[string]jsontext.Value{}
	var names []string
	for name, value := range trace.Members(v) {
		names, parts[name] = append(names, name), value.Clone()
	}
	var commands []jsontext.Value
	says := func(name string) bool { return parts[name] != nil }
	if json.Unmarshal(parts["commands"], &commands) != nil || !slices.ContainsFunc(said, says) {
		return s
	}
	message := []string{strings.TrimSpace(text[:at])}
	for _, name := range names {
		if slices.Contains(said, name) {
			message = append(message, ingest.Scalar{Raw: parts[name]}.Text())
		}
	}
	message = append(message, strings.TrimSpace(text[end+1:]))
	s.Message = strings.Join(slices.DeleteFunc(message, func(m string) bool { return m == "" }), "\n\n")
	for _, c := range commands {
		if c.Kind() != '{' {
			c, _ = json.Marshal(map[string]jsontext.Value{"keystrokes": c}) // cannot fail for valid JSON
		}
		s.ToolCalls = append(s.ToolCalls, results.ToolCall{Name: "commands", Arguments: []byte(c)})
	}
	return s
}
