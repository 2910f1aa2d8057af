package inspect

import "testing"

// FuzzTextEnd holds where a string ends.
func FuzzTextEnd(f *testing.F) {
	for _, s := range []string{`""`, `"a\n\"b\\\""`, `"\\\\"`, `"\u00e9\/"`, `"\ud83d"`, `"\b\f\r\t\x"`, "\"\xff\\n\"",
		"\"a\nb\\n\"", `"\`, `"\\\"\\"`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, v []byte) {
		if len(v) < 2 || v[0] != '"' {
			return
		}
		end := len(v)
		for j := 1; j < len(v); j++ {
			if v[j] == '\\' {
				j++
			} else if v[j] == '"' {
				end = j + 1
				break
			}
		}
		if got := textEnd(v, 0); got != end {
			t.Fatalf("%q ends at %d, want %d", v, got, end)
		}
	})
}
