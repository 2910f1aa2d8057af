package postgres

import (
	"strconv"
	"strings"
)

// Hints for SQLite's planner in queries.
const (
	indexHint = " INDEXED BY "
	orderHint = "CROSS JOIN "
)

// Query text between these is only for databases with Dialect.RunColumn.
const (
	forOurs    = "/*!"
	forOursEnd = "*/"
)

// translate writes a query for PostgreSQL: numbered parameters, no hints, with the text between /*! and */.
func translate(q string) string {
	if !strings.ContainsAny(q, "?") && !strings.Contains(q, indexHint) && !strings.Contains(q, orderHint) && !strings.Contains(q, forOurs) {
		return q
	}
	var b strings.Builder
	b.Grow(len(q) + len(q)/8)
	last := 0 // number of the last parameter
	for i := 0; i < len(q); {
		switch c := q[i]; {
		case c == '\'' || c == '"':
			end := strings.IndexByte(q[i+1:], c)
			if end < 0 {
				end = len(q) - i - 2
			}
			b.WriteString(q[i : i+end+2])
			i += end + 2
		case c == '?':
			i++
			start := i
			for i < len(q) && q[i] >= '0' && q[i] <= '9' {
				i++
			}
			n, err := strconv.Atoi(q[start:i])
			if err != nil { // it has no number of its own
				n = last + 1
			}
			last = max(last, n)
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
		case c == ' ' && strings.HasPrefix(q[i:], indexHint):
			i += len(indexHint)
			for i < len(q) && (q[i] == '_' || q[i] >= 'a' && q[i] <= 'z') {
				i++
			}
		case c == 'C' && strings.HasPrefix(q[i:], orderHint):
			i += len("CROSS ")
		case c == '/' && strings.HasPrefix(q[i:], forOurs):
			i += len(forOurs)
		case c == '*' && strings.HasPrefix(q[i:], forOursEnd):
			i += len(forOursEnd)
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String()
}
