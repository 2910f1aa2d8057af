package step

import (
	"bytes"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// RecordLines prepares the lines of a record that is not a trace. All lines link to the URL at.
func RecordLines(l Lines, text, at string, room *int) *Lines {
	l.Text, l.From, l.At = SplitLines(text), 1, func(int) string { return at }
	l.Total = len(l.Text)
	l.settle(room)
	return &l
}

// FileLines prepares the part of a file that contains a line, showing up to most lines of it.
func FileLines(id, text string, line, most int, quotes []string, room *int, at func(line int) string) *Lines {
	l := &Lines{ID: id, Text: SplitLines(text), Head: most, At: at, Most: lineMost}
	l.Total = len(l.Text)
	from := min(max(line, 1)-1, l.Total-1) / most * most
	l.From, l.Text = from+1, l.Text[from:min(l.Total, from+max(most, StepLines))]
	l.find(quotes)
	l.settle(room)
	return l
}

// List joins the names to one line, up to the maximum number most.
func List(names []string, most int) string {
	var list []string
	for _, n := range names[:min(len(names), most)] {
		list = append(list, Brief(n))
	}
	s := strings.Join(list, ", ")
	if len(names) > most {
		s += " and more"
	}
	return s
}

// SignatureMost is the number of leading bytes needed to identify the type of a record.
const SignatureMost = 16

// signatures holds the leading bytes of image and audio formats that cannot contain scripts (so not
// SVG). A dot matches any byte. Sources: WHATWG MIME Sniffing Standard, section 6, and RFC 9639 for
// FLAC.
var signatures = map[string][]string{
	"image/png":   {"\x89PNG\r\n\x1a\n"},
	"image/jpeg":  {"\xff\xd8\xff"},
	"image/gif":   {"GIF87a", "GIF89a"},
	"image/webp":  {"RIFF....WEBPVP"},
	"audio/wav":   {"RIFF....WAVE"},
	"audio/x-wav": {"RIFF....WAVE"},
	"audio/ogg":   {"OggS\x00"},
	"audio/webm":  {"\x1a\x45\xdf\xa3"},
	"audio/mp4":   {"....ftyp"},
	"audio/flac":  {"fLaC"},
	"audio/mpeg":  {"ID3", "\xff\xfb", "\xff\xfa", "\xff\xf3", "\xff\xf2", "\xff\xe3", "\xff\xe2"},
}

// ShownMedia reports whether browsers may display a media type inline: an image or audio format
// that cannot contain scripts.
func ShownMedia(media string) bool {
	_, ok := signatures[media]
	return ok
}

func HasSignature(media string, head []byte) bool {
	for _, pattern := range signatures[media] {
		if len(head) >= len(pattern) && begins(head, pattern) {
			return true
		}
	}
	return false
}

func begins(head []byte, pattern string) bool {
	if !strings.Contains(pattern, ".") {
		return bytes.HasPrefix(head, []byte(pattern))
	}
	for i := range len(pattern) {
		if pattern[i] != '.' && pattern[i] != head[i] {
			return false
		}
	}
	return true
}

type AgentRow struct {
	Depth int    `json:"depth"` // nesting depth; 1 for agents called by the main agent
	Name  string `json:"name"`  // name of the sub-agent in the record
	// Kind is the location of the steps: "steps" in this trace, "trace" in a trace of their own,
	// "ambiguous" if several traces match, "unresolved" if none does.
	Kind       string            `json:"kind" enum:"steps,trace,ambiguous,unresolved"`
	Step       int               `json:"step"`        // number of the step that called the sub-agent; 0 if unknown
	Result     int               `json:"result"`      // position of the result in that step, from 1
	Tool       string            `json:"tool"`        // name of the tool that called the sub-agent; empty if unknown
	Ref        *results.TraceRef `json:"ref"`         // reference to the trace as recorded; null if no result contains one
	Traces     []AgentTrace      `json:"traces"`      // traces that match the reference; at most six
	Status     results.Status    `json:"status"`      // status of the sub-agent's trial; empty if there is none
	Steps      *int              `json:"steps"`       // number of steps; null if unknown
	Calls      *int              `json:"calls"`       // tool calls
	Failed     *int              `json:"failed"`      // number of failed tool calls; null if unknown
	Usage      results.Usage     `json:"usage"`       // tokens and cost of its record, or of its steps
	StartedAt  *int64            `json:"started_at"`  // Unix milliseconds
	FinishedAt *int64            `json:"finished_at"` // Unix milliseconds
	Said       string            `json:"said"`        // beginning of the sub-agent's last message
	URL        string            `json:"url"`         // URL of the trial page or of the sub-agent's first step; empty if unresolved or ambiguous
}

// AgentTrace is a trial whose trace matches a reference, or contains one to this trace.
type AgentTrace struct {
	Run      string `json:"run"`      // slug
	Scenario string `json:"scenario"` // slug
	Task     string `json:"task"`     // slug
	Attempt  int    `json:"attempt"`  // from 1
	URL      string `json:"url"`      // URL of the record's page
	Step     int    `json:"step"`     // number of the step that contains the reference to this trace; 0 for the trace of a sub-agent
}

func Usd(v *float64) string {
	digits := 2
	if v != nil && *v < 0.1 {
		digits = 4
	}
	return "$" + words.Fixed(v, digits)
}

// AgentNote explains why a sub-agent is not linked to a single trace; "" if it is.
func AgentNote(r *AgentRow) string {
	switch r.Kind {
	case "unresolved":
		return "not among the traces here; the record names " + refText(r)
	case "ambiguous":
		return "several traces have this id:"
	}
	return ""
}

func refText(r *AgentRow) string {
	var list []string
	for _, part := range [][2]string{{"trajectory", r.Ref.Trajectory}, {"session", r.Ref.Session}, {"file", r.Ref.Path}} {
		if part[1] != "" {
			list = append(list, part[0]+" "+Brief(part[1]))
		}
	}
	if len(list) == 0 {
		return "no id of it"
	}
	return strings.Join(list, ", ")
}

// FirstLine returns the first line that is not blank, without Markdown markers and cut to 120
// characters.
func FirstLine(s string) string {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(strings.NewReplacer("`", "", "**", "").Replace(strings.TrimLeft(line, "#* "))); line != "" {
			r := []rune(line)
			if len(r) > 120 {
				line = strings.TrimRight(string(r[:119]), " ") + "…"
			}
			return ui.Plain(line)
		}
	}
	return ""
}

func agentFacts(r *AgentRow) string {
	var list []string
	if r.Calls != nil {
		list = append(list, words.Plural(*r.Calls, "call", "calls"))
	}
	if r.Failed != nil && *r.Failed > 0 {
		list = append(list, words.Count(*r.Failed)+" failed")
	}
	if r.StartedAt != nil && r.FinishedAt != nil {
		list = append(list, words.Duration(Diff(*r.FinishedAt, *r.StartedAt)))
	}
	if r.Usage.CostUSD != nil {
		list = append(list, Usd(r.Usage.CostUSD))
	}
	return strings.Join(list, ", ")
}
