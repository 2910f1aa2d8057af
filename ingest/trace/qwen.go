package trace

import (
	"cmp"
	"fmt"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/clawatlas/clawatlas/results"
)

var qwenDialect = dialect{
	name: DialectQwen, title: "Qwen Code session",
	why: "its lines have uuid, sessionId and messages with parts",
	is:  func(b *beginning) bool { return anyOf(b.lines, isQwen) }, lines: Qwen,
}

// isQwen tells the lines of Qwen Code from those of Claude Code, whose messages have
// content and not parts.
func isQwen(v *head.Value) bool {
	return v.HasAll("uuid", "sessionId") && (v.Is('[', "message", "parts") || v.String("type") == "system" && v.Has("systemPayload"))
}

// Qwen reads the session JSONL of Qwen Code: lines as Claude Code writes them, with
// messages in the parts of Gemini's API.
func Qwen(lines LineReader, s Sink) (Summary, error) {
	r := newReader(DialectQwen, "qwen-code", s)
	q := &qwen{r: r, t: newThread(r)}
	return r.finish(q.t, r.eachLine(lines, q.add))
}

// qwen reads one session.
type qwen struct {
	r *reader
	t *thread
}

type qwenLine struct {
	Type      text        `json:"type"`
	UUID      text        `json:"uuid"`
	Subtype   text        `json:"subtype"`
	Timestamp stamp       `json:"timestamp"`
	SessionID text        `json:"sessionId"`
	Cwd       text        `json:"cwd"`
	Version   text        `json:"version"`
	Model     text        `json:"model"`
	Message   qwenMessage `json:"message"`
	Usage     qwenUsage   `json:"usageMetadata"`
	Result    qwenResult  `json:"toolCallResult"`
	Payload   qwenPayload `json:"systemPayload"`
}

// qwenMessage is a message of Gemini's API.
type qwenMessage struct {
	Role  text        `json:"role"`
	Parts geminiParts `json:"parts"`
}

// qwenUsage is what an answer cost, in the words of Gemini's API.
type qwenUsage struct {
	Prompt     number `json:"promptTokenCount"`
	Candidates number `json:"candidatesTokenCount"`
	Thoughts   number `json:"thoughtsTokenCount"`
	Tool       number `json:"toolUsePromptTokenCount"`
	Cached     number `json:"cachedContentTokenCount"`
	Total      number `json:"totalTokenCount"`
}

// qwenResult is what the program notes of a call beside its result.
type qwenResult struct {
	Status text    `json:"status"`
	Error  failure `json:"error"`
}

// qwenPayload is what a line of the program itself says.
type qwenPayload struct {
	Command text `json:"rawCommand"`
}

func (q *qwen) add(line []byte, n int) error {
	var l qwenLine
	if damaged, err := q.r.decode(q.t, line, n, &l); damaged {
		return err
	}
	sum := &q.r.sum
	if sum.SessionID == "" {
		sum.SessionID, sum.AgentVersion, sum.Workspace = string(l.SessionID), string(l.Version), string(l.Cwd)
	}
	at := q.r.time(n, l.Timestamp)
	q.t.left(q.r.news(qwenFields().rest(line)))
	defer q.t.ended()
	said, err := q.r.geminiSay(n, l.Message.Parts)
	if err != nil {
		return err
	}
	switch l.Type {
	case "user":
		return q.t.after(&results.Step{Timestamp: at, Source: results.SourceUser, Message: said.message, Parts: said.parts})
	case "assistant":
		return q.answer(n, &l, said, at)
	case "tool_result":
		return q.results(n, &l, said, at)
	case "system":
		return q.system(&l, at)
	}
	return q.r.unknown(q.t, line, n, at, fmt.Sprintf("line of unknown type %q is kept raw", l.Type))
}

// answer adds an answer of the model, or more of the open one: lines of one answer have
// one uuid.
func (q *qwen) answer(n int, l *qwenLine, s geminiSaid, at *int64) error {
	u := &l.Usage
	tokens := geminiTokens{Input: u.Prompt, Output: u.Candidates, Cached: u.Cached, Thoughts: u.Thoughts, Tool: u.Tool, Total: u.Total}
	step, metrics := q.t.open, q.r.geminiMetrics(n, &tokens)
	if step == nil || l.UUID == "" || q.t.key != string(l.UUID) {
		return q.t.begin(string(l.UUID), &results.Step{
			Timestamp: at, Source: results.SourceAgent, ModelName: string(l.Model), Message: s.message, Parts: s.parts,
			Reasoning: s.thought, ToolCalls: s.calls, Metrics: metrics,
		})
	}
	step.ModelName = cmp.Or(step.ModelName, string(l.Model))
	step.Message, step.Reasoning = join(step.Message, s.message, "\n"), join(step.Reasoning, s.thought, "\n\n")
	step.Parts, step.ToolCalls = append(step.Parts, s.parts...), append(step.ToolCalls, s.calls...)
	if metrics != nil {
		step.Metrics = metrics
	}
	return nil
}

// results pairs results with their calls.
func (q *qwen) results(n int, l *qwenLine, s geminiSaid, at *int64) error {
	for i := range s.answers {
		res := s.answers[i].result()
		res.Timestamp, res.Status = at, string(l.Result.Status)
		res.ErrorText = cmp.Or(res.ErrorText, string(l.Result.Error))
		res.Parts = s.parts
		geminiExit(&res)
		judge(&res, res.ErrorText != "")
		if err := q.t.answer(n, res); err != nil {
			return err
		}
	}
	return nil
}

// system adds a line of the program: commands of the user. Its telemetry says once
// more what calls and answers say, and stands beside the next step.
func (q *qwen) system(l *qwenLine, at *int64) error {
	switch l.Subtype {
	case "ui_telemetry":
		q.t.besideNext(l.Subtype)
		return nil
	case "chat_compression":
		return q.t.after(compaction(at, "the conversation is compressed"))
	case "rewind": // what follows says the model of the session
		if err := q.t.flush(); err != nil {
			return err
		}
		q.r.set = cmp.Or(q.r.used.Most(""), q.r.set)
		q.r.used, q.r.first = results.ModelsUsed{}, ""
		return q.t.after(meta(at, "earlier messages are taken back"))
	}
	return q.t.after(meta(at, join(string(l.Subtype), string(l.Payload.Command), " ")))
}

// qwenFields says what becomes of the members of a line of Qwen Code.
func qwenFields() *fields {
	usage := use("promptTokenCount candidatesTokenCount thoughtsTokenCount toolUsePromptTokenCount cachedContentTokenCount totalTokenCount")
	return use("timestamp cwd version model").leave("type subtype uuid parentUuid sessionId").
		and("message", use("role parts")).and("usageMetadata", usage).
		and("toolCallResult", use("status").leave("callId").and("error", failureFields()).and("resultDisplay", use("").orPlain())).
		and("systemPayload", use("rawCommand"))
}
