package export

import (
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
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
	own := func(kind string) string { return ending(kind, false) }
	record := func(kind string) string { return ending(kind, true) }
	page := own("text/html; charset=utf-8")
	tests := []struct {
		at, of, want string
	}{
		{"/", page, "index.html"},
		{"/404", page, "404.html"},
		{"/b/clawarena", page, "b/clawarena/index.html"},
		{"/models/gpt-5.5", page, "models/gpt-5.5/index.html"},
		{"/b/x?convention=report", page, "b/x/convention-report.html"},
		{"/b/x?dir=asc&sort=rate", page, "b/x/dir-asc-sort-rate-" + digest("dir=asc&sort=rate") + ".html"},
		{"/b/x?group=Claude+Code", page, "b/x/group-claude-code-" + digest("group=Claude+Code") + ".html"},
		{"/?format=csv", own("text/csv"), "index.csv"},
		{"/b/x?format=csv", own("text/csv"), "b/x.csv"},
		{"/b/x?convention=report&format=csv", own("text/csv"), "b/x/convention-report.csv"},
		{"/b/x?chart=forest&format=svg", own("image/svg+xml"), "b/x/chart-forest.svg"},
		{"/models/gpt-5.5?format=csv", own("text/csv"), "models/gpt-5.5.csv"},
		{"/api/v1/runs", own("application/json"), "api/v1/runs.json"},
		{"/api/v1/models/gpt-5.5", own("application/json"), "api/v1/models/gpt-5.5.json"},
		{"/api/v1/openapi.json", own("application/json"), "api/v1/openapi.json"},
		{"/runs/r.svg", own("image/svg+xml"), "runs/r.svg"},
		{"/badge/b/r.svg?show=rank", own("image/svg+xml"), "badge/b/r/show-rank.svg"},
		{"/cards/b/x.png", own("image/png"), "cards/b/x.png"},
		{"/changes.atom", own("application/atom+xml"), "changes.atom"},
		{"/changes.atom?benchmark=x", own("application/atom+xml"), "changes/benchmark-x.atom"},
		{"/sitemap.xml", own("application/xml"), "sitemap.xml"},
		{"/robots.txt", own("text/plain"), "robots.txt"},
		{"/runs/r/s/t/text", own("text/plain"), "runs/r/s/t/text.txt"},
		{"/static/app.1a2b3c4d.css", own("text/css"), "static/app.1a2b3c4d.css"},
		{"/r/raw/a.html", page, "r/raw/a-html-" + digest("a.html") + "/index.html"},
		{"/r/raw/a.html", record("text/plain"), "r/raw/a-html-" + digest("a.html") + ".txt"},
		{"/r/raw/a.svg", record("image/svg+xml"), "r/raw/a-svg-" + digest("a.svg") + ".txt"},
		{"/r/raw/a.png", record("image/png"), "r/raw/a.png"},
		{"/r/raw/a.php.png", record("image/png"), "r/raw/a-php-png-" + digest("a.php.png") + ".png"},
		{"/r/raw/%00", record("application/octet-stream"), "r/raw/x-" + digest("\x00") + ".txt"},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, fileName(tt.at, tt.of), "fileName(%q, %v)", tt.at, tt.of)
	}
}

// TestNamesArePortable claims a file for every pair of unkind names as a
// directory and as a record, and wants each to have its own that all file
// systems and servers take alike.
func TestNamesArePortable(t *testing.T) {
	var list []*page
	for _, kind := range []string{"text/html", "text/plain", "application/json", "image/png", "image/svg+xml", "text/xml", "application/xhtml+xml", "text/javascript", ""} {
		for _, dir := range unkind {
			for _, name := range unkind {
				at := "/runs/" + escaped(dir) + "/raw/" + escaped(name)
				list = append(list, &page{at: at + "/" + kind, ending: ending(kind, true)}, &page{at: at + "?x=" + escaped(name) + kind, ending: ending(kind, true)})
			}
		}
	}
	claim(list)
	owners := map[string]string{}
	for _, p := range list {
		owners[p.file] = p.at
	}
	if len(owners) != len(list) {
		t.Errorf("%d files of %d addresses", len(owners), len(list))
	}
	folded := map[string]string{}
	for file, at := range owners {
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
			if _, ok := owners[dir]; ok {
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
