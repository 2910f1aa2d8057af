package sqlstore

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestColumnName(t *testing.T) {
	for field, want := range map[string]string{
		"ID": "id", "Run": "run", "DurationMS": "duration_ms", "CostUSD": "cost_usd", "TokensIn": "tokens_in", "ToolCallsOf": "tool_calls_of", "RedLine": "red_line", "TS": "ts", "IDCard": "id_card",
	} {
		must.Equal(t, want, ColumnName(field), "ColumnName(%s)", field)
	}
}
