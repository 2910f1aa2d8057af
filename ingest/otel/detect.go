package otel

import (
	"bytes"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Detect claims the files of a directory that are exports of spans, or of their log
// records: those of one trace can be spread over several.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	var near []ingest.Item
	claim := ingest.Item{Kind: ingest.KindRuns, Dir: dir, Shallow: true}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		x, ok := sniff(fsys, path.Join(dir, e.Name()))
		switch {
		case !ok:
		case x.lacks != "":
			near = append(near, ingest.Item{Dir: path.Join(dir, e.Name()), LooksLike: "spans (" + x.version + ")", Lacks: x.lacks})
		default:
			claim.Files = append(claim.Files, e.Name())
			claim.Reasons = append(claim.Reasons, ingest.Reason{Version: x.version, Why: x.why})
		}
	}
	if len(claim.Files) == 0 {
		return near
	}
	return append(near, claim)
}

// export is what the beginning of a file shows of it.
type export struct {
	version string // which program writes such files
	why     string
	lines   bool // each line is a document
	lacks   string
}

// sniff reports whether a file is an export of spans or of their log records.
func sniff(fsys fs.FS, name string) (export, bool) {
	switch (head.Head{Name: name}).Ext() {
	case ".json", ".jsonl", ".ndjson":
	default:
		return export{}, false
	}
	h, err := head.Read(fsys, name)
	if err != nil || !h.IsObject() && !h.IsArray() {
		return export{}, false
	}
	x := export{lines: h.IsObject() && !opensAlone(h.Data) && (h.Ext() != ".json" || h.Several())}
	v := h.Value()
	for range 2 { // a list of spans, or of documents
		if v != nil && v.Kind == '[' {
			v = v.First()
		}
	}
	if x.version, x.why = envelope(v); x.version == "" {
		return export{}, false
	}
	if h.Whole && x.version != langfuse && !speaks(h.Data) {
		x.lacks = "no span in it is of a model, a tool or an agent: no attribute begins with gen_ai., llm., openinference. or ai."
	}
	return x, true
}

// opensAlone reports whether the first line is a brace alone, as in one document that is
// indented, whatever its file is called.
func opensAlone(data []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(data, " \t\r\n"), []byte{'\n'})
	return string(bytes.TrimSpace(line)) == "{"
}

const langfuse = "Langfuse"

// envelope tells whose export an object is, by the names that only such has.
func envelope(v *head.Value) (version, why string) {
	data := v.Get("data")
	if data.First() != nil {
		data = data.First()
	}
	inner := v.Get("trace")
	batch := v.Get("batches").First()
	logs := v.Get("resourceLogs").First()
	switch {
	case v.Is('[', "resourceSpans"), v.Is('[', "resource_spans"):
		return "OTLP", "it has resourceSpans"
	case logs.HasAny("scopeLogs", "resource", "instrumentationLibraryLogs"):
		return "OTLP logs", "it has resourceLogs"
	case batch.HasAny("scopeSpans", "instrumentationLibrarySpans"), batch.Has("resource", "attributes"),
		inner.HasAny("resourceSpans", "batches"):
		return "Tempo", "it has batches of a resource"
	case v.HasAll("traceID", "spans"), data.HasAll("traceID", "spans"),
		data.Has("traceID") && data.Keys[0] == "traceID", data.Get("spans").First().HasAll("traceID", "spanID"):
		return "Jaeger", "it has a traceID with spans"
	case v.Is('[', "observations") && (inner.Has("projectId") || inner.Has("timestamp") || v.Has("projectId")),
		inner.Is('[', "observations"), inner.HasAll("id", "projectId", "timestamp"),
		v.HasAll("id", "projectId", "timestamp", "sessionId"), v.Get("observations").First().HasAll("traceId", "startTime", "type"):
		return langfuse, "it has a trace and its observations"
	case v.Has("context", "span_id") && v.Has("span_kind"), data.Has("context", "span_id") && data.Has("span_kind"):
		return "Phoenix", "it has span_kind and context"
	case v.Has("context", "span_id") && v.Has("parent_id"), v.Has("spanContext", "spanId"),
		v.HasAll("traceId", "spanId", "name"), v.HasAll("trace_id", "span_id", "name"):
		return "SDK", "it has the ids of a span"
	case v.Has("openinference.span.kind"), v.Has("gen_ai.operation.name"), v.Has("ai.operationId"):
		return "attributes", "it has the attributes of a span"
	}
	return "", ""
}

// speaks reports whether a text has an attribute of a model, a tool or an agent.
func speaks(data []byte) bool {
	has := func(text string) bool { return bytes.Contains(data, []byte(text)) }
	for _, lead := range []string{"gen_ai", "llm", "openinference", "ai", "traceloop"} {
		if has(`"`+lead+`.`) || has(`"`+lead+`":`) {
			return true
		}
	}
	// Phoenix states the kind beside the attributes.
	return has(`"span_kind"`) && (has(`"LLM"`) || has(`"TOOL"`) || has(`"AGENT"`))
}
