package postgres

import "testing"

func TestTranslate(t *testing.T) {
	for q, want := range map[string]string{
		"SELECT 1": "SELECT 1",
		"SELECT a FROM t WHERE b = ? AND c IN (?, ?)":          "SELECT a FROM t WHERE b = $1 AND c IN ($2, $3)",
		"SELECT ?2, ?1, ?2, ?":                                 "SELECT $2, $1, $2, $3",
		`SELECT '?', "?", 'it''s ?' FROM t WHERE a = ?`:        `SELECT '?', "?", 'it''s ?' FROM t WHERE a = $1`,
		"SELECT a FROM t INDEXED BY t_a\nWHERE a = ?":          "SELECT a FROM t\nWHERE a = $1",
		"SELECT a FROM t CROSS JOIN u ON u.id = t.id LIMIT 1":  "SELECT a FROM t JOIN u ON u.id = t.id LIMIT 1",
		"SELECT 'CROSS JOIN INDEXED BY x' FROM t WHERE b = '?": "SELECT 'CROSS JOIN INDEXED BY x' FROM t WHERE b = '?",
		"SELECT a FROM t WHERE b = ?1 /*! AND c = ?1 >> 32 */": "SELECT a FROM t WHERE b = $1  AND c = $1 >> 32 ",
		"": "",
	} {
		if got := translate(q); got != want {
			t.Errorf("%q becomes %q, want %q", q, got, want)
		}
	}
}
