package trace

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

type toolUse struct {
	set         bool
	Interrupted flag   `json:"interrupted"`
	DurationMS  number `json:"durationMs"`
	TotalMS     number `json:"totalDurationMs"`
	AgentID     text   `json:"agentId"`
	Patch       hunks  `json:"structuredPatch"`
}

type hunks []hunk

type hunk struct {
	OldStart number  `json:"oldStart"`
	OldLines number  `json:"oldLines"`
	NewStart number  `json:"newStart"`
	NewLines number  `json:"newLines"`
	Lines    content `json:"lines"`
}

func (u *toolUse) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain toolUse
	err := json.UnmarshalDecode(dec, (*plain)(u))
	u.set = true
	return err
}

func (u *toolUse) apply(res *results.Result) {
	if u.Interrupted {
		res.Status = "interrupted"
	}
	if res.DurationMS = u.DurationMS.count(); res.DurationMS == nil {
		res.DurationMS = u.TotalMS.count()
	}
	var diff strings.Builder
	for i := range u.Patch {
		h := &u.Patch[i]
		fmt.Fprintf(&diff, "@@ -%.0f,%.0f +%.0f,%.0f @@\n", h.OldStart.v, h.OldLines.v, h.NewStart.v, h.NewLines.v)
		for j := range h.Lines {
			diff.WriteString(string(h.Lines[j].Text) + "\n")
		}
	}
	res.Diff = diff.String()
}

type modelUsages map[string]modelUsage

type modelUsage struct {
	Input      number `json:"inputTokens"`
	Output     number `json:"outputTokens"`
	CacheRead  number `json:"cacheReadInputTokens"`
	CacheWrite number `json:"cacheCreationInputTokens"`
	Cost       number `json:"costUSD"`
}

const maxFiles = 8

func (c *claude) file(t *thread, res *results.Result, id string) error {
	data, err := c.open(path.Base(id))
	if err != nil || data == nil {
		return err
	}
	name := "agent"
	for _, call := range t.open.ToolCalls {
		if call.ID == res.CallID {
			name = taskName(call)
		}
	}
	sub := t.sub(name)
	res.Subagent = sub.agent
	return c.readSub(sub, id, data)
}

func (c *claude) readSub(sub *thread, id string, data []byte) error {
	c.subs.byKey[id] = sub
	c.subs.all = append(c.subs.all, sub)
	if err := c.r.eachLine(&byteLines{rest: data}, newClaude(c.r, sub, c.subs, c.deep+1).add); err != nil {
		return err
	}
	return sub.flush()
}

// unnamed reads those sub-agent files next to the session that no call refers to. For example, a
// sub-agent may have been stopped before it replied.
func (c *claude) unnamed() error {
	if c.r.sink.Beside == nil || c.r.sink.File == nil {
		return nil
	}
	for _, name := range c.r.sink.Beside() {
		id := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "agent-"), path.Ext(name))
		if c.subs.byKey[id] != nil {
			continue
		}
		data, err := c.r.sink.File(name)
		if err != nil {
			return fmt.Errorf("open %s: %w", name, err)
		}
		if data == nil {
			continue
		}
		c.r.warn(0, "no call names the sub-agent of %s: its steps are shown at the end", name)
		if err := c.readSub(c.main.sub("agent"), id, data); err != nil {
			return err
		}
	}
	return nil
}

func (c *claude) open(id string) ([]byte, error) {
	if c.r.sink.File == nil || c.deep >= maxFiles {
		return nil, nil
	}
	base := "agent-" + id + ".jsonl"
	names := []string{path.Join(c.r.sum.SessionID, "subagents", base), base}
	if c.r.sink.Beside != nil {
		names = slices.DeleteFunc(c.r.sink.Beside(), func(name string) bool { return path.Base(name) != base })
	}
	for _, name := range names {
		data, err := c.r.sink.File(name)
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", name, err)
		}
		if data != nil {
			return data, nil
		}
	}
	return nil, nil
}

// event adds a line that is neither a prompt nor a reply. It skips lines that repeat or announce
// others: progress of thinking, deltas of a streamed reply, queued prompts.
func (c *claude) event(line []byte, n int, l *claudeLine, at *int64) error {
	step := &results.Step{Timestamp: at, Source: results.SourceSystem, Event: "meta"}
	switch l.Type {
	case "stream_event", "queue-operation", "last-prompt", "progress", "file-history-snapshot", "rate_limit_event",
		"permission-mode", "mode", "custom-title", "ai-title", "agent-name", "agent-color", "agent-setting", "tag", "pr-link":
		return nil
	case "system":
		if l.Subtype == "thinking_tokens" {
			return nil
		}
		return c.system(line, n, l, step)
	case "summary":
		step.Message = string(l.Summary)
	case "attachment":
		var a struct {
			Type text `json:"type"`
		}
		if len(l.Attachment) > 0 && json.Unmarshal(l.Attachment, &a, decoding()) == nil {
			step.Message = "attachment " + string(a.Type)
		}
		step.Raw = validText(l.Attachment)
	case "result":
		return c.result(n, l, step)
	default:
		return c.r.unknown(c.main, line, n, at, fmt.Sprintf("line of unknown type %q is kept raw", l.Type))
	}
	return c.main.after(step)
}

func (c *claude) system(line []byte, n int, l *claudeLine, step *results.Step) error {
	switch l.Subtype {
	case "init":
		step.Message = "session starts with " + string(l.Model)
		step.ModelName = string(l.Model)
	case "compact_boundary":
		step.Event, step.Boundary = "compaction", "replace"
		step.Compaction = &results.Compaction{TokensBefore: l.Compaction.Before.count(), TokensAfter: l.Compaction.After.count()}
	}
	s, err := c.r.say(n, l.Content)
	if err != nil {
		return err
	}
	step.Message = cmp.Or(join(step.Message, s.message, "\n"), string(l.Subtype))
	if l.Subtype != "compact_boundary" {
		step.Raw = validText(line)
	}
	return c.main.after(step)
}

// result reads the last line of a stream, which contains the totals and possibly an error. It
// ignores the text, because that repeats the last reply.
func (c *claude) result(n int, l *claudeLine, step *results.Step) error {
	var by []*results.Metrics
	for _, name := range slices.Sorted(maps.Keys(l.Models)) {
		m := l.Models[name]
		u := usage{Input: m.Input, Output: m.Output, CacheRead: m.CacheRead, CacheCreation: m.CacheWrite}
		u.Cost.Total = m.Cost
		by = append(by, c.r.metrics(n, &u))
	}
	t := results.AllMetrics(by...)
	c.r.sum.Recorded = t.Usage()
	if len(l.Models) == 0 {
		total := c.r.recorded(n, &l.Usage)
		c.r.sum.Recorded = total.Usage()
	}
	if why := l.Cost.unreal(); why != "" {
		c.r.repeated(n, "total_cost_usd is "+why+notRecorded)
	} else if l.Cost.v > 0 {
		c.r.sum.Recorded.CostUSD = &l.Cost.v
	}
	c.r.total = true
	if !bool(l.IsError) && !strings.HasPrefix(string(l.Subtype), "error") {
		return nil
	}
	step.Message = string(l.Subtype)
	step.Error = string(cmp.Or(l.Result+l.Errors, l.Subtype))
	c.r.sum.Error = step.Error
	return c.main.after(step)
}
