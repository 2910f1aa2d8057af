package trace

import (
	"bytes"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var openClawBundleDialect = dialect{
	name: DialectOpenClawBundle, title: "OpenClaw trajectory bundle",
	why: "it has the header, leafId and entries of a session that OpenClaw has exported",
	is: func(b *beginning) bool {
		return b.first.HasAll("header", "leafId", "entries") && b.first.String("header", "type") == "session"
	},
	data: openClawBundle,
}

// openClawBundle reads session-branch.json of what OpenClaw's /export-trajectory writes: the
// header and the entries of a session, of its active branch alone. The events.jsonl beside
// it says every message twice and is not read.
func openClawBundle(data []byte, s Sink) (Summary, error) {
	var doc struct {
		Header  jsontext.Value   `json:"header"`
		Entries []jsontext.Value `json:"entries"`
	}
	if err := json.Unmarshal(data, &doc, decoding()); err != nil {
		return Summary{}, fmt.Errorf("read transcript: %w", err)
	}
	var lines []byte
	for _, v := range append([]jsontext.Value{doc.Header}, doc.Entries...) {
		if err := v.Compact(decoding()); err != nil {
			return Summary{}, fmt.Errorf("read transcript: %w", err)
		}
		lines = append(append(lines, v...), '\n')
	}
	return OpenClawSession(Source{Data: bytes.TrimSpace(lines)}.open(), s)
}
