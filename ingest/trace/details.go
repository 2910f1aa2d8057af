package trace

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Indications that a tool call failed, as used in Result.Failure.
const (
	signExit   = "exit_code"
	signStatus = "status"
	signError  = "is_error"
)

// details holds OpenClaw's metadata of a tool result. It omits the field "aggregated", which
// repeats the output.
type details struct {
	Status     text           `json:"status"`
	ExitCode   number         `json:"exitCode"`
	DurationMS number         `json:"durationMs"`
	Cwd        text           `json:"cwd"`
	Diff       text           `json:"diff"`
	Error      text           `json:"error"`
	Summary    jsontext.Value `json:"summary"`
	Truncation truncation     `json:"truncation"`

	// Truncation flags written by the tool sessions_history.
	Truncated        flag `json:"truncated"`
	ContentTruncated flag `json:"contentTruncated"`
	ContentRedacted  flag `json:"contentRedacted"`
	Dropped          flag `json:"droppedMessages"`
}

type truncation struct {
	Truncated   flag   `json:"truncated"`
	By          text   `json:"truncatedBy"`
	TotalLines  number `json:"totalLines"`
	TotalBytes  number `json:"totalBytes"`
	OutputLines number `json:"outputLines"`
	OutputBytes number `json:"outputBytes"`
}

func (d *details) apply(res *results.Result) {
	res.Status = string(d.Status)
	res.Cwd = string(d.Cwd)
	res.Diff = string(d.Diff)
	res.ErrorText = string(d.Error)
	res.DurationMS = d.DurationMS.count()
	res.Summary = summaryText(d.Summary)
	res.Truncation = d.cut()
	d.ExitCode.exits(res)
}

// judge sets Failed and Failure of a result. One indication is enough because tools set different
// ones: an exit code other than 0, the status "error" or "failed", or the error flag of the record.
func judge(res *results.Result, isError bool) {
	switch {
	case res.ExitCode != nil && *res.ExitCode != 0:
		res.Failed, res.Failure = true, signExit
	case res.Status == "error" || res.Status == "failed":
		res.Failed, res.Failure = true, signStatus
	case isError:
		res.Failed, res.Failure = true, signError
	}
}

func (d *details) cut() string {
	t := &d.Truncation
	if t.Truncated {
		var parts []string
		if t.TotalLines.ok {
			parts = append(parts, fmt.Sprintf("%.0f of %.0f lines", t.OutputLines.v, t.TotalLines.v))
		}
		if t.TotalBytes.ok {
			parts = append(parts, fmt.Sprintf("%.0f of %.0f bytes", t.OutputBytes.v, t.TotalBytes.v))
		}
		s := "output cut"
		if len(parts) > 0 {
			s += " to " + strings.Join(parts, ", ")
		}
		if t.By != "" {
			s += " (limit: " + string(t.By) + ")"
		}
		return s
	}
	var parts []string
	for _, f := range []struct {
		on   flag
		text string
	}{
		{d.Dropped, "messages left out"}, {d.ContentTruncated, "content cut"},
		{d.ContentRedacted, "content redacted"},
	} {
		if f.on {
			parts = append(parts, f.text)
		}
	}
	if len(parts) == 0 && bool(d.Truncated) {
		return "output cut"
	}
	return strings.Join(parts, ", ")
}

// summaryText renders {"added":["a"],"modified":["b"]} as "added a; modified b".
func summaryText(v jsontext.Value) string {
	if v.Kind() != '{' {
		return stringOf(v)
	}
	var groups map[string]content
	if json.Unmarshal(v, &groups, decoding()) != nil {
		return validText(compact(v))
	}
	var out []string
	for _, name := range []string{"added", "modified", "deleted"} {
		var files []string
		for i := range groups[name] {
			files = append(files, string(groups[name][i].Text))
		}
		if len(files) > 0 {
			out = append(out, name+" "+strings.Join(files, ", "))
		}
		delete(groups, name)
	}
	if len(groups) > 0 {
		return validText(compact(v))
	}
	return strings.Join(out, "; ")
}

// exitCode returns the exit code that some harnesses write to the first lines of a tool's output.
// ok is false if there is none.
func exitCode(output string) (code int, ok bool) {
	for range 6 {
		line, rest, more := strings.Cut(output, "\n")
		for _, lead := range []string{"Exit code: ", "Exit code ", "Process exited with code "} {
			if tail, found := strings.CutPrefix(line, lead); found {
				n, err := strconv.Atoi(strings.TrimSpace(tail))
				return n, err == nil
			}
		}
		if !more || strings.HasPrefix(line, "Output:") {
			return 0, false
		}
		output = rest
	}
	return 0, false
}
