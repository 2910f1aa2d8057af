package trace

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/head"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

var openClawDialect = dialect{
	name: DialectOpenClaw, title: "OpenClaw session",
	signs: []string{`"parentId":`, `"role":"toolResult"`},
	entry: isOpenClaw, alone: true, looks: "a session of OpenClaw",
	lacks: "no line has the members of its header or of its messages",
	open:  OpenClawSession,
}

var openClawBranchDialect = dialect{
	name: DialectOpenClawBranch, title: "OpenClaw session export",
	is: func(b *beginning) bool {
		return b.first.Has("entries") && (isOpenClaw(b.first.Get("header")) || isOpenClaw(b.first.Get("entries").First()))
	},
	data: OpenClawBranch,
}

// OpenClawBranch reads session-branch.json, written by OpenClaw's /export-trajectory. The file is
// one JSON object with the session's header and the entries of its current branch.
func OpenClawBranch(data []byte, s Sink) (Summary, error) {
	var lines [][]byte
	for name, v := range Members(data) {
		if name == "header" {
			lines = slices.Insert(lines, 0, compact(v))
		}
		for e := range elementsOf(v) {
			if name == "entries" {
				lines = append(lines, compact(e))
			}
		}
	}
	sum, err := OpenClawSession(Source{Data: bytes.Join(lines, []byte("\n"))}.open(), s)
	sum.Dialect = DialectOpenClawBranch
	sum.Agent = cmp.Or(sum.Agent, "openclaw")
	return sum, err
}

func isOpenClaw(e *head.Value) bool {
	return e.String("type") == "session" && e.HasAll("version", "id") ||
		e.String("type") == "message" && isRole(e.String("message", "role")) && e.Has("message", "content") &&
			(e.HasAny("id", "parentId", "timestamp") || e.Has("message", "timestamp"))
}

// OpenClawSession reads an OpenClaw session (JSONL, version 3). The entries form a tree. The
// session is the branch from the last entry up to the root; all other branches were abandoned. The
// file is read twice, first for the ids and then for the entries, so that neither the session nor a
// line needs to fit into memory. The tokens spent on abandoned branches are counted, each reply
// once.
func OpenClawSession(open Open, s Sink) (Summary, error) {
	r := newReader(DialectOpenClaw, s)
	r.agent = r.openClaw
	tree, err := r.readTree(open)
	if err != nil {
		return r.sum, err
	}
	lines, err := open()
	if err != nil {
		return r.sum, err
	}
	defer closeLines(lines)
	se := &session{r: r, t: newThread(r), tree: tree}
	return r.finish(se.t, r.eachLine(lines, se.add))
}

func (r *reader) eachLine(lines LineReader, f func(line []byte, n int) error) error {
	for {
		line, n, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read transcript: %w", err)
		}
		if len(bytes.Trim(line, " \t\r")) == 0 {
			continue
		}
		for _, object := range objectsOf(line) {
			if err := f(object, n); err != nil {
				return err
			}
		}
	}
}

// objectsOf splits a line that contains several concatenated JSON objects, as written by two
// concurrent writers. It returns any other line as the only element.
func objectsOf(line []byte) [][]byte {
	whole := [][]byte{line}
	if !bytes.Contains(line, []byte("}{")) {
		return whole
	}
	var list [][]byte
	for dec := jsontext.NewDecoder(bytes.NewBuffer(line), decoding()); ; {
		v, err := dec.ReadValue()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil || v.Kind() != '{' {
			return whole
		}
		end := int(dec.InputOffset())
		list = append(list, line[end-len(v):end:end])
	}
}

type session struct {
	r       *reader
	t       *thread
	tree    *tree
	i       int
	headers int
	paid    map[string]bool // replies whose tokens have been counted; nil if there are no abandoned branches
}

type entry struct {
	Type      text    `json:"type"`
	Timestamp stamp   `json:"timestamp"`
	Message   message `json:"message"`

	ID         text           `json:"id"`
	Version    number         `json:"version"`
	Cwd        text           `json:"cwd"`
	Provider   text           `json:"provider"`
	ModelID    text           `json:"modelId"`
	Level      text           `json:"thinkingLevel"`
	Summary    text           `json:"summary"`
	CustomType text           `json:"customType"`
	Data       jsontext.Value `json:"data"`
	Content    content        `json:"content"`
	Label      text           `json:"label"`
	Before     number         `json:"tokensBefore"` // number of tokens before a compaction
	Name       text           `json:"name"`
}

func (se *session) add(line []byte, n int) error {
	kept := se.tree.kept(se.i)
	se.i++
	var e entry
	se.r.doc = line
	if err := json.Unmarshal(line, &e, decoding()); err != nil {
		if !kept {
			return nil
		}
		return se.r.unknown(se.t, line, n, nil, "line is not valid JSON and is kept raw")
	}
	if !kept {
		se.spend(n, &e)
		return nil
	}
	if at := e.Timestamp.ms; at != nil {
		se.r.known([]text{e.ID, text(fmt.Sprint(*at))})
	}
	return se.entry(line, n, &e)
}

// spend counts the tokens of a reply on an abandoned branch, unless they have been counted for a
// copy of the reply.
func (se *session) spend(n int, e *entry) {
	if e.Type == "message" && e.Message.Role == "assistant" && se.first(e) {
		se.r.spent.Add(se.r.metrics(n, &e.Message.Usage))
	}
}

// first reports whether the tokens of this reply have not been counted yet, and records that they
// are counted now.
func (se *session) first(e *entry) bool {
	if se.tree.abandoned == 0 {
		return true
	}
	key := string(e.Message.ResponseID)
	if key == "" && e.Message.Timestamp.ms != nil {
		key = fmt.Sprint("at ", *e.Message.Timestamp.ms)
	}
	if key == "" {
		return true
	}
	if se.paid == nil {
		se.paid = map[string]bool{}
	}
	if se.paid[key] {
		return false
	}
	se.paid[key] = true
	return true
}

func (se *session) entry(line []byte, n int, e *entry) error {
	at := se.r.time(n, e.Timestamp)
	if e.Type == "message" {
		if e.Message.Role == "assistant" && !se.first(e) {
			// an abandoned branch contains the same reply, so its tokens have been counted
			se.r.refund(e.Message.Usage.metrics())
		}
		return se.r.put(se.t, n, &e.Message, at)
	}
	step := &results.Step{Timestamp: at, Source: results.SourceSystem}
	if !se.event(n, e, step) {
		if step.Event == "" {
			return nil
		}
		step.Raw = validText(line)
	}
	return se.t.after(step)
}

// event sets the fields of a step for an entry that is not a message. It returns false if the entry
// is a header, which is not a step, or of unknown type, which becomes a raw step.
func (se *session) event(n int, e *entry, step *results.Step) bool {
	step.Event = "meta"
	switch e.Type {
	case "session":
		return se.header(n, e, step)
	case "model_change":
		step.Event = "model_change"
		step.Message = string(e.Provider) + "/" + string(e.ModelID)
		step.ModelName = string(e.ModelID)
	case "thinking_level_change":
		step.Message = "thinking level " + string(e.Level)
	case "compaction":
		step.Event, step.Boundary, step.Message = "compaction", "replace", string(e.Summary)
		step.Compaction = &results.Compaction{TokensBefore: e.Before.count()}
	case "branch_summary":
		step.Event, step.Message = "branch", string(e.Summary)
	case "custom":
		step.Message = string(e.CustomType)
		if e.CustomType == "model-snapshot" || strings.HasPrefix(string(e.CustomType), "openclaw:") {
			se.r.sum.Agent = cmp.Or(se.r.sum.Agent, "openclaw")
		}
		if len(e.Data) > 0 {
			step.Raw = validText(compact(e.Data))
		}
		if e.CustomType == "openclaw:prompt-error" {
			var d struct {
				Error text `json:"error"`
			}
			if json.Unmarshal(e.Data, &d, decoding()) == nil {
				step.Error = string(d.Error)
			}
		}
	case "custom_message":
		s, err := se.r.say(n, e.Content)
		step.Message, step.Parts = s.message, s.parts
		return err == nil
	case "label", "session_info":
		step.Message = string(e.Type) + " " + string(e.Label+e.Name)
	default:
		step.Event = "raw"
		se.r.repeated(n, fmt.Sprintf("entry of unknown type %q is kept raw", e.Type))
		return false
	}
	return true
}

// header reads the session's id and metadata. Only a second header becomes a step.
func (se *session) header(n int, e *entry, step *results.Step) bool {
	se.headers++
	if se.headers > 1 {
		step.Message = "session " + string(e.ID)
		return true
	}
	se.r.sum.SessionID, se.r.sum.Workspace = string(e.ID), string(e.Cwd)
	if e.Provider+e.ModelID != "" { // OpenClaw's own headers lack these fields
		se.r.sum.Agent, se.r.set = "pi", string(e.ModelID)
	}
	if e.Version.ok && e.Version.v > 3 {
		se.r.warn(n, "session version %.0f is newer than 3, the latest supported version", e.Version.v)
	}
	step.Event = ""
	return false
}
