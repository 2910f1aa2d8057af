package trace

import (
	"cmp"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

func (c *copilot) event(line []byte, n int, e *copilotEvent, at *int64) error {
	d := &e.Data
	step := meta(at, string(e.Type))
	switch e.Type {
	case "session.start", "session.resume":
		c.start(d)
		step.Message = "session starts"
		if e.Type == "session.resume" {
			step.Message = "session goes on"
		}
		c.named(step, " with ", d.Selected)
	case "session.model_change":
		step.Event, step.Message = "model_change", "model changes"
		c.named(step, " to ", d.NewModel)
	case "session.auto_mode_resolved":
		step.Event, step.Message = "model_change", "the program chooses a model"
		c.named(step, ": ", d.Chosen)
	case "session.error":
		step.Message, step.Error = string(d.Message), string(d.Message)
	case "session.info", "session.warning":
		step.Message = string(d.Message)
	case "session.truncation":
		step.Event, step.Boundary, step.Message = "compaction", "truncate", "earlier messages leave the context"
	case "session.compaction_complete":
		if string(d.Success) == "false" {
			step.Message, step.Error = "the conversation could not be compressed", string(d.Error)
			break
		}
		step.Event, step.Boundary, step.Message = "compaction", "replace", string(d.Summary)
		step.Compaction = &results.Compaction{TokensBefore: d.Before.count(), TokensAfter: d.After.count()}
	case "session.task_complete", "session.handoff":
		step.Message = join(string(e.Type), string(d.Told), ": ")
	case "subagent.failed":
		step.Message, step.Error = join("a sub-agent failed", string(d.Agent), ": "), string(d.Error)
	case "session.snapshot_rewind":
		step.Message = "earlier messages are taken back"
	case "abort":
		step.Message = join("stopped", string(d.Reason), ": ")
		c.r.sum.Error = step.Message
	default:
		return c.r.unknown(c.main, line, n, at, fmt.Sprintf("event of unknown type %q is kept raw", e.Type))
	}
	return c.main.after(step)
}

func (c *copilot) start(d *copilotData) {
	sum := &c.r.sum
	if sum.SessionID == "" {
		sum.SessionID, sum.AgentVersion = string(d.SessionID), string(d.Version)
	}
	sum.Workspace = cmp.Or(sum.Workspace, string(d.Context.Cwd))
}

// spent reads the total usage of all models at the end of a session. The input tokens include
// tokens read from and written to the cache.
func (c *copilot) spent(n int, models jsontext.Value) {
	var all results.Metrics
	unsure := c.r.unsure
	for _, v := range Members(models) {
		var m struct {
			Usage struct {
				Input      number `json:"inputTokens"`
				Output     number `json:"outputTokens"`
				CacheRead  number `json:"cacheReadTokens"`
				CacheWrite number `json:"cacheWriteTokens"`
			} `json:"usage"`
		}
		if json.Unmarshal(v, &m, decoding()) != nil {
			continue
		}
		u := m.Usage
		if spent := c.r.metrics(n, &usage{Prompt: u.Input, Completion: u.Output, Details: promptDetails{Cached: u.CacheRead}}); spent != nil {
			spent.CacheWriteTokens = u.CacheWrite.tokens()
			all.Add(spent)
		}
	}
	c.r.unsure = unsure // a wrong total does not affect the sum over the steps
	if all.PromptTokens != nil {
		c.r.sum.Recorded, c.r.total = all.Usage(), true // in a continued session, the last total replaces earlier ones
	}
}

func (c *copilot) named(step *results.Step, word string, model text) {
	if model == "" {
		return
	}
	step.Message += word + string(model)
	if model != "auto" {
		step.ModelName = string(model)
	}
}
