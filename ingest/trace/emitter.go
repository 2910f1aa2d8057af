package trace

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// Emitter counts and numbers the steps of a transcript that another package has
// put in order: one that is scattered over records which are no entries of a
// transcript, such as the spans of a trace.
type Emitter struct{ r *reader }

// NewEmitter begins a transcript of dialect d.
func NewEmitter(d Dialect, s Sink) *Emitter { return &Emitter{newReader(d, "", s)} }

// Step numbers a step and passes it on.
func (e *Emitter) Step(s *results.Step) error { return e.r.emit(s) }

// Warn notes what may be odd in many places; it is told once, by Done.
func (e *Emitter) Warn(line int, message string) { e.r.repeated(line, message) }

// AgentPath names a sub-agent below parent so that no two have the same name.
func (e *Emitter) AgentPath(parent, name string) string { return e.r.agentPath(parent, name) }

// Media keeps the base64 text of a picture or a sound, or of a data URL.
func (e *Emitter) Media(line int, p results.Part, data string) (results.Part, error) {
	if len(data) > 5 && data[:5] == "data:" {
		p.MediaType, data = dataURL(data)
	}
	p.MediaType = CanonicalMedia(p.MediaType)
	return e.r.inline(line, p, data)
}

// Done closes the summary and tells the gathered warnings.
func (e *Emitter) Done() (Summary, error) { return e.r.done() }

// Judge decides whether a result shows a failure, and by which sign. Tools state
// exit codes and errors inside of results that are objects.
func Judge(res *results.Result, isError bool) {
	saysExit(res)
	if code, ok := exitCode(res.Content); ok && isError {
		res.ExitCode = &code
	}
	judge(res, isError)
}

// Members goes over the members of an object; anything else has none. A value is
// valid until the next one.
func Members(v jsontext.Value) iter.Seq2[string, jsontext.Value] { return members(v) }

// Also gathers what a record says beside the step model: a JSON object of what says
// anything, bounded in size. The zero value is empty.
type Also struct{ b beside }

// Add takes a member whose value is JSON.
func (a *Also) Add(name string, v jsontext.Value) { a.b.add(name, v) }

// Object closes the gathering; nil if it is empty.
func (a *Also) Object() []byte { return bounded(a.b.object()) }
