package export

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// portable is what every element of a written path has to be: a name of no
// device, without a dot but before a digit or the one ending that is ours.
var portable = regexp.MustCompile(`^(?:[a-z0-9](?:[a-z0-9_-]|\.[0-9])*/)*[a-z0-9](?:[a-z0-9_-]|\.[0-9])*(?:\.(?:txt|json|html|csv|png|jpg|gif|webp|mp3|wav|ogg|weba|m4a|flac))$`)

// unkind are names that some file system or web server takes for another, for
// a command, or for something to run.
var unkind = []string{
	"report.html", "Report.html", "chart.svg", "index.html", "index.json", ".htaccess", ".htpasswd", "web.config", "shell.php", "a.php.txt", "x.shtml",
	"cgi.pl", "..", ".", "%2e%2e", "a%00.html", "trailing.", "trailing ", "con", "NUL.txt", "aux.html", "com1", "lpt9.x", "a:b", "a*b", "a?b", "a#b", "a;b",
	"a%b", "a%2fb", "a%25b", `a\b`, "a|b", "<script>", `"quoted"`, "new\nline", "cr\rlf", "tab\t", "\x1b[31m", "\u202egnp.exe", "zero\u200bwidth", "\xff\xfe",
	"é", "e\u0301", "K", "\u212a", "ﬁ", "fi", "ẞ", strings.Repeat("long", 60), strings.Repeat("é", 120), "~", "-", "_config.yml", "__proto__", "a b", "$(x)", "`x`",
}

func TestFileName(t *testing.T) {
	tests := []struct{ at, kind, want string }{
		{"/", "text/html; charset=utf-8", "index.html"},
		{"/404", "text/html", "404.html"},
		{"/b/clawarena", "text/html", "b/clawarena/index.html"},
		{"/models/gpt-5.5", "text/html", "models/gpt-5.5/index.html"},
		{"/api/v1/runs", "application/json", "api/v1/runs/index.json"},
		{"/static/app.1a2b3c4d.css", "text/css", "static/app.1a2b3c4d.css"},
		{"/static/evil.html", "text/html", "static/evil.html"},
		{"/r/raw/a.html", "text/html", "r/raw/a-html-" + digest("a.html") + "/index.html"},
		{"/r/raw/a.html", "text/plain", "r/raw/a-html-" + digest("/r/raw/a.html") + ".txt"},
		{"/r/raw/a.svg", "image/svg+xml", "r/raw/a-svg-" + digest("/r/raw/a.svg") + ".txt"},
		{"/r/raw/a.png", "image/png", "r/raw/a-png-" + digest("/r/raw/a.png") + ".png"},
		{"/r/raw/%00", "application/octet-stream", "r/raw/x-" + digest("/r/raw/%00") + ".txt"},
	}
	for _, tt := range tests {
		if got := fileName(tt.at, tt.kind); got != tt.want {
			t.Errorf("fileName(%q, %q) = %q, want %q", tt.at, tt.kind, got, tt.want)
		}
	}
}

// TestNamesArePortable claims a file for every pair of unkind names as a
// directory and as a record, and wants each to have its own that all file
// systems and servers take alike.
func TestNamesArePortable(t *testing.T) {
	s := &site{files: map[string]string{}, owners: map[string]string{}}
	for _, kind := range []string{"text/html", "text/plain", "application/json", "image/png", "image/svg+xml", "text/xml", "application/xhtml+xml", "text/javascript", ""} {
		for _, dir := range unkind {
			for _, name := range unkind {
				at := "/runs/" + escaped(dir) + "/raw/" + escaped(name)
				s.claim(at+"/"+kind, kind) // another address for each kind
			}
		}
	}
	folded := map[string]string{}
	for file, at := range s.owners {
		if !portable.MatchString(file) || len(file) > pathMost+20 {
			t.Fatalf("%q is written as %q", at, file)
		}
		for e := range strings.SplitSeq(file, "/") {
			if device.MatchString(e) {
				t.Fatalf("%q is written as %q, which is a device", at, file)
			}
		}
		if other, ok := folded[strings.ToLower(file)]; ok {
			t.Fatalf("%q and %q are both %q", at, other, file)
		}
		folded[strings.ToLower(file)] = at
		for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
			if _, ok := s.owners[dir]; ok {
				t.Fatalf("%q is a file and a directory", dir)
			}
		}
	}
}

// escaped writes every byte of a name as an escape.
func escaped(name string) string {
	var b strings.Builder
	const digits = "0123456789ABCDEF"
	for i := range len(name) {
		b.WriteString("%" + string(digits[name[i]>>4]) + string(digits[name[i]&15]))
	}
	return b.String()
}

// TestClaim gives two addresses that want one file two.
func TestClaim(t *testing.T) {
	s := &site{files: map[string]string{}, owners: map[string]string{}}
	first := s.claim("/r/raw/x%3F", "text/plain")
	s.owners["r/raw/y-"+digest("/r/raw/y")+".txt"] = "/elsewhere"
	second := s.claim("/r/raw/y", "text/plain")
	if again := s.claim("/r/raw/x%3F", "text/plain"); again != first {
		t.Errorf("the same address got %q and %q", first, again)
	}
	if want := "r/raw/y-" + digest("/r/raw/y") + "-2.txt"; second != want {
		t.Errorf("got %q, want %q", second, want)
	}
}
