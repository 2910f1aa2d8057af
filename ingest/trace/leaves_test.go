package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// otherwise are the members whose values a trace has in another form, or not at all:
// times as Unix milliseconds, counts of tokens as sums, marks of failures, words for
// what a record is, ids that pair records and signatures of reasoning.
func otherwise(name string) bool {
	list := "timestamp type subtype role ts start end secs nanos id uuid parentUuid parentId leafUuid call_id callID tool_call_id toolCallId tool_use_id " +
		"responseId requestId request_id totalTokens total_tokens sessionId session_id sessionID messageID agentId parent_tool_use_id sourceToolAssistantUUID isSidechain " +
		"input output cacheRead cacheWrite total read write input_tokens output_tokens cache_read_input_tokens cache_creation_input_tokens cached_input_tokens prompt_tokens completion_tokens cached_tokens cost " +
		"is_error isError success interrupted exit_code exitCode exit durationMs totalDurationMs duration_seconds truncated contentTruncated contentRedacted droppedMessages outputLines totalLines outputBytes totalBytes truncatedBy " +
		"created start_time end_time dotted_order run_type index accumulated_input_tokens accumulated_output_tokens action cause observation source total_calls_in_response accumulated_cost cache_read_tokens cache_write_tokens kind cache_prompt llm_response_id timestamp_ms time created_at startTime lastUpdated executionTime model_call_id messageId step stepUuid item_id output_index sequence_number delta thought " +
		"outputTokens cached tool promptTokenCount candidatesTokenCount thoughtsTokenCount totalTokenCount cachedContentTokenCount inputOther inputCacheRead inputCacheCreation tokensAfter input_other input_cache_read input_cache_creation message_id n arguments_part preCompactionTokens postCompactionTokens " +
		"step_number is_final_answer raw ended_at started_at parent_id created_timestamp prompt completion reasoningOpaque signature thinkingSignature encrypted_content redacted isCompactSummary isApiErrorMessage tokensBefore preTokens postTokens version oldStart oldLines newStart newLines url data message_type"
	return slices.Contains(strings.Fields(list), name)
}

// repeated are the records that repeat or announce others, by type, and members of
// results that repeat their text.
func repeated(record map[string]any) bool {
	inner, _ := record["payload"].(map[string]any)
	if record["observation"] == "null" {
		return true
	}
	if record["type"] == "item.started" || record["type"] == "result" && record["request_id"] != nil { // Cursor says all its texts once more
		return true
	}
	switch fmt.Sprint(record["type"], "/", record["subtype"], "/", inner["type"]) {
	case "stream_event/<nil>/<nil>", "queue-operation/<nil>/<nil>", "last-prompt/<nil>/<nil>", "progress/<nil>/<nil>",
		"system/thinking_tokens/<nil>", "event_msg/<nil>/user_message":
		return true
	}
	return false
}

// lostLeaves lists the values of a record that its trace does not have: neither by
// their name among what is also recorded, nor as a text that is shown.
func lostLeaves(records []any, has *traceSays) map[string]string {
	lost := map[string]string{}
	for _, r := range records {
		if o, isObject := r.(map[string]any); isObject && repeated(o) {
			continue
		}
		leaves(r, "", func(at string, v any) {
			name := at[strings.LastIndexByte(at, '.')+1:]
			s, isText := v.(string)
			switch {
			case has.named[name+"="+leafText(v)], otherwise(name):
			case isText && (has.shows(s) || has.showsInside(s) || has.shows(printed.ReplaceAllString(s, "$1")) || has.shows(tagged.ReplaceAllString(s, ""))):
			default:
				lost[at] = leafText(v)
			}
		})
	}
	return lost
}

// printed is what mini-swe-agent writes around the output of a command.
var printed = regexp.MustCompile(`(?s)^<returncode>\d+</returncode>\s*(?:<output>\n)?(.*?)(?:\n?</output>)?$`)

// tagged is how Cline and Roo write calls and their results as text.
var tagged = regexp.MustCompile(`(?m)^</?[a-z_]+>|</[a-z_]+>$|^\[.*\] Result:`)

// traceSays is what a trace shows: its values by name, also those in texts that are
// JSON, and all its texts.
type traceSays struct {
	named map[string]bool
	shown string
}

// showsInside reports whether a text that is JSON has only values that are shown.
func (s *traceSays) showsInside(text string) bool {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return false
	}
	all := true
	leaves(v, "", func(at string, v any) {
		name := at[strings.LastIndexByte(at, '.')+1:]
		text, isText := v.(string)
		all = all && (name == "status" || s.named[name+"="+leafText(v)] || otherwise(name) || isText && s.shows(text))
	})
	return all
}

func (s *traceSays) shows(text string) bool {
	text = strings.TrimSpace(text)
	if strings.Contains(s.shown, text) {
		return true
	}
	for _, line := range strings.Split(text, "\n") { // a file without numbers of lines
		if !strings.Contains(s.shown, strings.TrimSpace(line)) {
			return strings.Contains(s.shown, strings.TrimPrefix(text, "Error: "))
		}
	}
	return true
}

func saysOf(t *testing.T, sum trace.Summary, c *collector) *traceSays {
	t.Helper()
	data := must.Get(json.Marshal(struct{ Sum, Steps any }{sum, c.Steps}))(t)
	s, all := &traceSays{named: map[string]bool{}}, &strings.Builder{}
	var add func(at string, v any)
	add = func(at string, v any) {
		s.named[at[strings.LastIndexByte(at, '.')+1:]+"="+leafText(v)] = true
		text, isText := v.(string)
		fmt.Fprintf(all, "%v\x00", v)
		var inner any
		if isText && json.Unmarshal([]byte(text), &inner) == nil {
			leaves(inner, "", add)
		}
	}
	leaves(parsed(t, data), "", add)
	s.shown = all.String()
	return s
}

// recordsIn are the records of a transcript: its lines, or the elements of its list.
func recordsIn(t *testing.T, data []byte) []any {
	t.Helper()
	var whole any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var all []any
	for dec.More() {
		if dec.Decode(&whole) != nil {
			break
		}
		if list, isList := whole.([]any); isList {
			all = append(all, list...)
		} else {
			all = append(all, whole)
		}
	}
	return all
}

func checkAllLeaves(t *testing.T, name string, d trace.Dialect, data []byte) {
	t.Helper()
	var c collector
	s := c.sink()
	s.File = beside(name)
	sum, err := trace.Read(d, trace.Source{Data: data}, s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if sum.Abandoned > 0 {
		return // entries of branches that were given up are no steps
	}
	lost := lostLeaves(recordsIn(t, data), saysOf(t, sum, &c))
	for _, at := range slices.Sorted(maps.Keys(lost)) {
		t.Errorf("%s: the trace has no %s %.200q", name, at, lost[at])
	}
}

// testLeaves holds that no value of the real transcripts is lost on the way into
// their steps.
func testLeaves(t *testing.T) {
	read := map[trace.Dialect]int{}
	for _, dir := range []string{"harbor", "clawmark"} {
		root := resultstest.Shared(t, "data", dir)
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !slices.Contains([]string{".jsonl", ".txt", ".json"}, filepath.Ext(path)) {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			switch d := trace.Detect(e.Name(), data[:min(len(data), 8192)]); d {
			case trace.DialectClaudeCode, trace.DialectOpenClaw, trace.DialectOpenAISessions:
				read[d]++
				checkAllLeaves(t, path, d, data)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, data := range gemmaLogs(t) {
		read[trace.DialectOpenClawMessages]++
		checkAllLeaves(t, path, trace.DialectOpenClawMessages, data)
	}
	if read[trace.DialectClaudeCode] < 20 || read[trace.DialectOpenClaw] < 5 || read[trace.DialectOpenAISessions] < 5 || read[trace.DialectOpenClawMessages] != 337 {
		t.Errorf("read %v", read)
	}
}

// TestLeaves holds the same of the fixtures, which have all dialects.
func TestLeaves(t *testing.T) {
	for name, d := range goldens {
		switch d {
		case trace.DialectATIF, trace.DialectText:
		default:
			checkAllLeaves(t, filepath.Join("testdata", name), d, readFixture(t, name))
		}
	}
}
