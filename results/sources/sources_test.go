package sources

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestBundled: the bundled list can be read, by names in lower-case letters that stand once,
// and every repository is fetched over TLS.
func TestBundled(t *testing.T) {
	list := must.Get(Parse(bundled))(t)
	if len(list) < 6 {
		t.Errorf("%d sources", len(list))
	}
	for _, s := range list {
		if !strings.HasPrefix(s.Repository, "https://") || s.Holds == "" || s.By == "" || s.MostMiB > 4096 {
			t.Errorf("%+v", s)
		}
	}
}

// TestParse: a list that says too little or too much is refused with the entry.
func TestParse(t *testing.T) {
	const entry = "[[source]]\nname = \"a\"\nrepository = \"https://h/o/r\"\ncommit = \"1234567\"\nlicence = \"MIT\"\nmost_mib = 1\n"
	if _, err := Parse([]byte(entry)); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ old, now, want string }{
		{"commit", "comit", "unknown field"},
		{"1234567", "main", "not a hash"},
		{"1234567", "123456", "not a hash"},
		{"https://h", "file:///h", "not a URL"},
		{"https://h", "https://u@h", "not a URL"},
		{`"MIT"`, `""`, "none stated"},
		{"most_mib = 1", "most_mib = 0", "bound"},
		{"most_mib = 1", "most_mib = 1\npath = \"../x\"", "not a directory"},
		{"most_mib = 1", "most_mib = 1\npath = \"/x\"", "not a directory"},
		{`"a"`, `"A b"`, "lower-case letters"},
		{entry, entry + entry, "twice"},
	} {
		if _, err := Parse([]byte(strings.Replace(entry, x.old, x.now, 1))); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v, want %s", x.now, err, x.want)
		}
	}
}
