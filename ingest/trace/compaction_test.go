package trace_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// Each format that records compactions says which steps one stands for, and how
// large the context was where the record does.
func TestCompaction(t *testing.T) {
	before, after := int64(155000), int64(9000)
	for name, c := range map[string]struct {
		dialect trace.Dialect
		record  string
		want    map[int]results.Compaction // by step
	}{
		"OpenClaw": {trace.DialectOpenClaw, `{"type":"session","version":3,"id":"s"}
{"type":"message","id":"a","parentId":null,"message":{"role":"user","content":"one"}}
{"type":"message","id":"b","parentId":"a","message":{"role":"assistant","content":"two"}}
{"type":"compaction","id":"c","parentId":"b","summary":"sum","firstKeptEntryId":"b","tokensBefore":155000}
{"type":"message","id":"d","parentId":"c","message":{"role":"user","content":"three"}}
{"type":"compaction","id":"e","parentId":"d","summary":"again"}`,
			map[int]results.Compaction{3: {From: 1, To: 2, TokensBefore: &before}, 5: {From: 4, To: 4}}},
		"Claude Code": {trace.DialectClaudeCode, `{"type":"user","message":{"role":"user","content":"one"}}
{"type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"text","text":"two"}]}}
{"type":"system","subtype":"compact_boundary","content":"Conversation compacted","compactMetadata":{"trigger":"auto","preTokens":155000,"postTokens":9000}}
{"type":"user","isCompactSummary":true,"message":{"role":"user","content":"sum"}}`,
			map[int]results.Compaction{3: {From: 1, To: 2, TokensBefore: &before, TokensAfter: &after}, 4: {From: 1, To: 2}}},
		"Codex": {trace.DialectCodex, `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"one"}]}}
{"type":"compacted","payload":{"message":"sum"}}`,
			map[int]results.Compaction{2: {From: 1, To: 1}}},
		"ATIF": {trace.DialectATIF, `{"schema_version":"ATIF-v1.7","agent":{"name":"x","version":"1"},"steps":[{"step_id":1,"source":"user","message":"one"},
{"step_id":2,"source":"system","message":"sum","extra":{"context_management":{"type":"compaction","boundary":"replace"}}}]}`,
			map[int]results.Compaction{2: {From: 1, To: 1}}},
	} {
		t.Run(name, func(t *testing.T) {
			var got collector
			must.Get(trace.Read(c.dialect, trace.Source{Data: []byte(c.record)}, got.sink()))(t)
			found := map[int]results.Compaction{}
			for _, s := range got.Steps {
				if s.Compaction != nil {
					found[s.StepID] = *s.Compaction
				}
			}
			must.Same(t, c.want, found, "compactions")
		})
	}
}
