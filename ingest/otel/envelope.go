package otel

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// frame is an object around spans: what it says holds for all of them.
type frame struct {
	up        *frame
	resource  value // attributes of the program that wrote the spans
	processes value // of Jaeger: the same, by the id that a span names
	trace     value // of Langfuse: the trace itself
	links     bool  // it is an envelope: spans are below it
	known     map[string]attrs
}

// res looks up the attributes of the program that wrote a span. It is asked when the
// document has been read, because they may stand behind the spans.
func (f *frame) res(process string) attrs {
	for ; f != nil; f = f.up {
		if a, ok := f.known[process]; ok {
			return a
		}
		var a attrs
		if p := f.processes.get(process); process != "" && p.kind == 'm' {
			a = attrsOf(p.get("tags"))
			if name := p.get("serviceName"); name.kind != 0 {
				a.set("service.name", name)
			}
		} else if f.resource.kind != 0 {
			a = attrsOf(f.resource.get("attributes"))
		} else {
			continue
		}
		if f.known == nil {
			f.known = map[string]attrs{}
		}
		f.known[process] = a
		return a
	}
	return attrs{}
}

// traceOf finds what Langfuse says of the whole trace.
func (f *frame) traceOf() value {
	for ; f != nil; f = f.up {
		if f.trace.kind != 0 {
			return f.trace
		}
	}
	return value{}
}

// parser takes spans and log records out of whatever is around them.
type parser struct {
	span func(v value, f *frame)
	log  func(v value, f *frame)
}

// document reads the next value: an envelope, a list of any, or a span itself.
func (p *parser) document(dec *jsontext.Decoder, f *frame, depth int) error {
	if depth > maxNesting {
		return errDeep
	}
	switch dec.PeekKind() {
	case '{':
		return p.object(dec, f, depth)
	case '[':
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
		for dec.PeekKind() != ']' {
			if err := p.document(dec, f, depth+1); err != nil {
				return err
			}
		}
		_, err := dec.ReadToken()
		return err
	}
	return dec.SkipValue()
}

// within reports whether the member of an envelope holds spans or further envelopes.
func within(name string) bool {
	switch name {
	case "resourceSpans", "batches", "scopeSpans", "instrumentationLibrarySpans", "spans", "data", "observations",
		"resourceLogs", "scopeLogs", "instrumentationLibraryLogs", "logRecords", "trace",
		"resource_spans", "scope_spans", "resource_logs", "scope_logs", "log_records":
		return true
	}
	return false
}

func (p *parser) object(dec *jsontext.Decoder, up *frame, depth int) error {
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	f := &frame{up: up}
	own := value{kind: 'm'}
	for dec.PeekKind() != '}' {
		tok, err := dec.ReadToken()
		if err != nil {
			return err
		}
		name := tok.String()
		kind := dec.PeekKind()
		if within(name) && (kind == '[' || kind == '{' && (name == "trace" || name == "data")) {
			f.links = true
			if err := p.document(dec, f, depth+1); err != nil {
				return err
			}
			continue
		}
		v, err := readValue(dec, depth+1)
		if err != nil {
			return err
		}
		own.fields = append(own.fields, field{name, v})
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	f.resource, f.processes = own.get("resource"), own.get("processes")
	switch {
	case isLog(own):
		p.log(own, f)
	case isSpan(own):
		p.span(own, f)
	case f.links && own.has("projectId"), f.links && own.has("timestamp") && own.has("id"):
		f.trace = own // its observations are inside
	case !f.links && up != nil && own.has("id") && (own.has("projectId") || own.has("timestamp")):
		up.trace = own // its observations are beside
	}
	return nil
}

// isSpan reports whether an object is a span or an observation by itself.
func isSpan(v value) bool {
	if _, ok := spanIDs(v); ok {
		return v.has("name") || v.has("operationName") || v.has("attributes")
	}
	if v.has("gen_ai.operation.name") || v.has("openinference.span.kind") || v.has("ai.operationId") {
		return true // the attributes of one span alone
	}
	return isObservation(v)
}

// isLog reports whether an object is a log record of OTLP.
func isLog(v value) bool {
	return v.has("timeUnixNano") || v.has("observedTimeUnixNano") || v.has("time_unix_nano") || v.has("body") && v.has("attributes")
}

// ids are those of a span, as its record spells them.
type ids struct{ trace, span, parent string }

// spanIDs finds the ids where the different exporters keep them.
func spanIDs(v value) (ids, bool) {
	ctx := v.get("context", "spanContext")
	get := func(names ...string) string {
		if s := v.get(names...); s.kind != 0 {
			return s.text
		}
		return ctx.get(names...).text
	}
	x := ids{trace: get("traceId", "trace_id", "traceID"), span: get("spanId", "span_id", "spanID")}
	x.parent = v.get("parentSpanId", "parent_span_id", "parent_id", "parentId", "parentSpanID").text
	x.parent = cmp.Or(x.parent, v.get("parentSpanContext", "parent").get("spanId", "span_id").text)
	for _, r := range v.get("references").list {
		if r.get("refType").text == "CHILD_OF" {
			x.parent = r.get("spanID").text
		}
	}
	ok := v.has("spanId") || v.has("span_id") || v.has("spanID") || ctx.has("spanId") || ctx.has("span_id")
	return ids{cleanID(x.trace, 16), cleanID(x.span, 8), cleanID(x.parent, 8)}, ok
}

// cleanID gives an id of size bytes one spelling: hexadecimal, whether the record has
// it so, with 0x before it, or in base64. Ids of other kinds stay as they are.
func cleanID(s string, size int) string {
	s = strings.TrimPrefix(s, "0x")
	if len(s) == base64.StdEncoding.EncodedLen(size) {
		if b, err := base64.StdEncoding.DecodeString(s); err == nil && len(b) == size {
			s = hex.EncodeToString(b)
		}
	}
	if len(s) == 2*size {
		s = strings.ToLower(s)
	}
	if strings.Trim(s, "0") == "" {
		return "" // what templates and broken exporters write
	}
	return s
}

// nanos is a time in nanoseconds since 1970, from any of the forms in use; 0 if there
// is none.
func nanos(v value) int64 {
	switch v.kind {
	case 'l': // seconds and nanoseconds
		if len(v.list) != 2 {
			return 0
		}
		s, n := v.list[0].number(), v.list[1].number()
		if s == nil || n == nil || *s < 0 || *s > 1e11 || *n < 0 || *n >= 1e9 {
			return 0
		}
		return int64(*s)*1e9 + int64(*n)
	case 's':
		if t, err := time.Parse(time.RFC3339Nano, v.text); err == nil && t.Year() > 1970 && t.Year() < 2200 {
			return t.UnixNano()
		}
		if t, err := time.Parse("2006-01-02T15:04:05.999999999", v.text); err == nil && t.Year() > 1970 && t.Year() < 2200 {
			return t.UnixNano()
		}
	case 'n':
	default:
		return 0
	}
	// A float of this size is no whole number.
	if n, err := strconv.ParseInt(v.text, 10, 64); err == nil {
		for _, unit := range []int64{1, 1e3, 1e6, 1e9} { // ns, µs, ms, s
			if n > 0 && n <= math.MaxInt64/unit && n*unit >= 3e17 { // after 1979
				return n * unit
			}
		}
		return 0
	}
	if x := v.number(); x != nil && *x > 3e8 && *x < 1e11 {
		return int64(*x * 1e9)
	}
	return 0
}
