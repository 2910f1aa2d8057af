package web

import (
	"context"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/ingest"
)

// artifactNames are names that an agent can give to its files, each of which
// has broken an address, a file system or a web server somewhere.
var artifactNames = []string{
	"100%.txt", "%41.txt", "A.txt", "a%2fb.txt", "a%25b.txt", "%2e%2e", "%00.html", "a#b.txt", "a?b=c.txt", "a b.txt", " lead.txt", "a;b.txt", "a&amp;b.txt", "a+b.txt",
	`"q"'.txt`, "<script>alert(1)</script>.txt", "new\nline.txt", "cr\rlf.txt", "tab\t.txt", "\x1b[31mred.txt", "\u202etxt.lmx", "zero\u200b.txt", "{n}.txt", "a:b.txt", "a|b*c.txt",
	"report.html", "Report.html", "REPORT.HTML", "chart.svg", "page.xhtml", "style.xml", "saved.mht", "run.js", "look.css", "index.html", "index.json", "index.txt", "raw",
	".htaccess", ".htpasswd", "shell.php", "x.php.txt", "x.shtml", "con", "NUL.txt", "aux.", "trailing.", "trailing ", "web.config", "_config.yml", "__proto__", "404.html",
	"é.txt", "e\u0301.txt", "K.txt", "\u212a.txt", strings.Repeat("long", 60) + ".txt", "deep/a/b/c/d/e/f/g.html", "d/..a", "d/...", "json.json", "~", "-rf", "$(id)", "`id`.txt",
}

// hostileJob is a job of scripted agents, one of which left files with all of
// these names. Each holds its own name and a script.
func hostileJob(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	root := os.DirFS(filepath.Join("..", "ingest", "bundled", "scripted", "records"))
	err := fs.WalkDir(root, "harbor/2026-01-10__10-00-00", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		out[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range artifactNames {
		out["harbor/2026-01-10__10-00-00/draw-board__has0001/artifacts/"+name] = &fstest.MapFile{Data: []byte(hostileText(name))}
	}
	return out
}

func hostileText(name string) string {
	if name == "json.json" {
		return `{"a":"<script>alert(1)</script>"}`
	}
	return fmt.Sprintf("---\npermalink: /evil.html\n---\n<!doctype html><script>document.title=1</script>%q", name)
}

func hostileSite(t *testing.T) *testSite {
	t.Helper()
	return openSite(t, "hostile-files", func(ctx context.Context, l *ingest.Loader) error {
		return loadInto(ctx, l, true, ingest.Source{FS: hostileJob(t), Name: "hostile"})
	})
}

// TestHostileNames asks for every record by the address that the list gives it.
func TestHostileNames(t *testing.T) {
	site := hostileSite(t)
	doc := site.page(t, hostileTrial(t, site)+"/raw")
	hrefs := doc.Find("tbody a").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("href", "") })
	got := map[string]bool{}
	for _, href := range hrefs {
		rec := site.get(href)
		if rec.Code != http.StatusOK {
			t.Errorf("GET %s: %d", href, rec.Code)
		}
		h := rec.Header()
		if kind := h.Get("Content-Type"); kind != "text/plain; charset=utf-8" && kind != "application/json; charset=utf-8" && kind != "image/png" {
			t.Errorf("GET %s is %q", href, kind)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != RawPolicy {
			t.Errorf("GET %s: nosniff %q, policy %q", href, h.Get("X-Content-Type-Options"), h.Get("Content-Security-Policy"))
		}
		got[rec.Body.String()] = true
	}
	for _, name := range artifactNames {
		if !got[hostileText(name)] {
			t.Errorf("no address of the list gives the record %q", name)
		}
	}
}

// hostileTrial is the address of the trial that has the files.
func hostileTrial(t *testing.T, site *testSite) string {
	t.Helper()
	var runs struct {
		Runs []struct {
			Run    string
			System struct{ Model string }
		}
	}
	site.object(t, "/api/v1/runs", &runs)
	for _, r := range runs.Runs {
		if r.System.Model == "scripted-hasty" {
			return "/runs/" + r.Run + "/scripted-chores/draw-board"
		}
	}
	t.Fatal("no run of scripted-hasty")
	return ""
}

// TestPathParam holds that an address is unescaped once, however it is written.
func TestPathParam(t *testing.T) {
	site := hostileSite(t)
	base := hostileTrial(t, site) + "/raw/draw-board__has0001/artifacts/"
	for _, name := range artifactNames {
		usual := base + (&url.URL{Path: name}).EscapedPath()
		if strings.HasPrefix((&url.URL{Path: name}).EscapedPath(), "./") {
			usual = base + (&url.URL{Path: name}).EscapedPath()[2:]
		}
		var every strings.Builder
		for i := range len(name) {
			if name[i] == '/' {
				every.WriteByte('/')
				continue
			}
			fmt.Fprintf(&every, "%%%02X", name[i])
		}
		for _, address := range []string{usual, base + every.String()} {
			rec := site.get(address)
			if rec.Code != http.StatusOK || rec.Body.String() != hostileText(name) {
				t.Errorf("GET %s: %d %.80q, want the record %q", address, rec.Code, rec.Body.String(), name)
			}
		}
	}
}
