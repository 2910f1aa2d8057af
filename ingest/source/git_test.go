package source

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/cgi"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
)

// repository is a repository of a test, in a directory of its own.
type repository struct {
	t   *testing.T
	dir string
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c",
		"init.defaultBranch=main", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir, cmd.Env = r.dir, append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (r repository) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
		r.t.Fatal(err)
	}
}

func (r repository) commit() string {
	r.t.Helper()
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message=x")
	return r.git("rev-parse", "HEAD")
}

// newRepository makes one below a directory that is served over HTTP by git itself,
// and returns its address.
func newRepository(t *testing.T) (repository, string) {
	t.Helper()
	root := t.TempDir()
	r := repository{t, filepath.Join(root, "owner", "repo")}
	must.Do(t, os.MkdirAll(r.dir, 0o700))
	r.git("init", "--quiet")
	if err := os.Symlink(r.dir, r.dir+".git"); err != nil { // hosts answer to both names
		t.Fatal(err)
	}
	backend := filepath.Join(r.git("--exec-path"), "git-http-backend")
	srv := httptest.NewServer(&cgi.Handler{Path: backend, Env: []string{"GIT_PROJECT_ROOT=" + root, "GIT_HTTP_EXPORT_ALL=1",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=safe.directory", "GIT_CONFIG_VALUE_0=*"}})
	t.Cleanup(srv.Close)
	return r, srv.URL + "/owner/repo"
}

func openGit(t *testing.T, address string, lim Limits) *Source {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	s := must.Get(OpenGit(t.Context(), address, lim))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// TestOpenGit: one commit is read, whatever names it, and what is no plain file in it
// is left out and told. Nothing of it is left behind.
func TestOpenGit(t *testing.T) {
	r, at := newRepository(t)
	big := strings.Repeat("0123456789abcdef", largestBlob/16+1)
	r.write("runs/a b/ü.json", `{"v":1}`)
	first := r.commit()
	r.git("tag", "--annotate", "--message=x", "v1")
	r.git("checkout", "--quiet", "-b", "feature/x")
	r.write("runs/a b/ü.json", `{"v":2}`)
	r.write("big.jsonl", big)
	r.write("data.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:"+strings.Repeat("0", 64)+"\nsize 5\n")
	r.write(".gitattributes", "*.json filter=evil\n")
	must.Do(t, os.Symlink("/etc/passwd", filepath.Join(r.dir, "link")))
	r.git("add", "--all")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+first+",sub")
	r.git("commit", "--quiet", "--message=y")
	second := r.git("rev-parse", "HEAD")
	r.git("checkout", "--quiet", "main")

	for ref, want := range map[string]string{"": `{"v":1}`, "@main": `{"v":1}`, "@v1": `{"v":1}`, "@" + first: `{"v":1}`,
		"@feature/x": `{"v":2}`, "@" + second: `{"v":2}`} {
		s := openGit(t, at+ref, Limits{})
		if data, err := fs.ReadFile(s.FS, "runs/a b/ü.json"); err != nil || string(data) != want {
			t.Errorf("%q: %q, %v", ref, data, err)
		}
		commit := first
		if want == `{"v":2}` {
			commit = second
		}
		if s.Git.Commit != commit || s.Git.Repository != at || s.Git.Dir != "." || s.Name != "repo" ||
			!s.Git.Has("runs/a b/ü.json") || s.Git.Has("runs") {
			t.Errorf("%q: %+v", ref, s.Git)
		}
	}
	s := openGit(t, at+".git@feature/x", Limits{})
	must.Equal(t, at, s.Git.Repository, "repository")
	if data, err := fs.ReadFile(s.FS, "big.jsonl"); err != nil || string(data) != big {
		t.Errorf("%d bytes of %d, %v", len(data), len(big), err)
	}
	skipped := map[string]string{}
	for _, k := range s.Skipped() {
		skipped[k.Path] = k.Reason
		if _, err := fs.Stat(s.FS, k.Path); !errors.Is(err, fs.ErrNotExist) || s.Git.Has(k.Path) {
			t.Errorf("%s is there: %v", k.Path, err)
		}
	}
	if len(skipped) != 3 || skipped["link"] != "symbolic link" || !strings.HasPrefix(skipped["sub"], "submodule") ||
		!strings.Contains(skipped["data.bin"], "LFS") {
		t.Errorf("left out: %v", skipped)
	}
	left := func() (names []string) {
		names = must.Get(filepath.Glob(filepath.Join(os.TempDir(), "clawatlas-git-*")))(t)
		return names
	}
	if len(left()) != 1 {
		t.Errorf("open: %v", left())
	}
	if err := s.Close(); err != nil || len(left()) != 0 {
		t.Errorf("closed: %v, %v", left(), err)
	}
}

// TestGitAddresses: nothing but a repository on a server, over TLS, becomes an
// argument of git.
func TestGitAddresses(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, s := range []string{
		"ssh://host/o/r", "git://host/o/r", "file:///etc", "ext::sh -c id", "http://example.org/o/r",
		"https://user:secret@host/o/r", "https://token@host/o/r",
		"https:///o/r", "https://host", "https://host/", "https://-x/o/r", "https://host/o/r?x=1", "https://host/o/r#x",
		"https://host/o/../r", "https://host/o/r\n", "https://host/o%0ar", "https://host/o r",
		"https://host/o/r@", "https://host/o/r@--upload-pack=id", "https://host/o/r@a..b", "https://host/o/r@a:b",
		"https://host/o/r@a b", "https://host/o/r@a^", "https://host/o/r@x.lock", "https://host/o/r@a/", "https://%zz/o/r",
	} {
		_, err := OpenGit(t.Context(), s, Limits{})
		if err == nil || strings.Contains(err.Error(), "git ") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", s, err)
		}
	}
	if names, _ := os.ReadDir(os.TempDir()); len(names) > 0 {
		t.Errorf("left: %v", names)
	}
	if got := WithoutSecret("https://a:b@c@host/o/r@x"); got != "https://host/o/r@x" || WithoutSecret("a/b@c") != "a/b@c" {
		t.Error(got)
	}
	for _, s := range []string{"runs", "./https:/x", "C:\\x"} {
		if IsAddress(s) {
			t.Errorf("%q is an address", s)
		}
	}
}

// TestGitRefuses: what a server may do that is none of ours, and what is no commit.
func TestGitRefuses(t *testing.T) {
	r, at := newRepository(t)
	r.write("x.json", "{}")
	r.commit()
	redirects := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		http.Redirect(w, req, strings.TrimSuffix(at, "/owner/repo")+req.URL.RequestURI(), http.StatusFound)
	}))
	defer redirects.Close()
	asks := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer asks.Close()
	t.Setenv("TMPDIR", t.TempDir())
	for address, want := range map[string]string{
		redirects.URL + "/owner/repo":      "redirects are not followed",
		asks.URL + "/owner/repo":           "git fetch",
		at + "@none":                       "none",
		at + "x":                           "git fetch",
		at + "@" + strings.Repeat("1", 40): "git fetch",
	} {
		if _, err := OpenGit(t.Context(), address, Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", address, err, want)
		}
	}
	if names, _ := os.ReadDir(os.TempDir()); len(names) > 0 {
		t.Errorf("left: %v", names)
	}
}

// TestGitBombs: a repository that unfolds to more than is allowed, or sends more or
// longer, is refused before its files are read.
func TestGitBombs(t *testing.T) {
	r, at := newRepository(t)
	r.write("zeros", strings.Repeat("\x00", 4<<20))
	for i := range 30 {
		r.write(fmt.Sprintf("d%d/x", i), "the same")
	}
	noise := make([]byte, 2<<20)
	for i, x := 0, uint32(1); i < len(noise); i++ {
		x = x*1664525 + 1013904223
		noise[i] = byte(x >> 24)
	}
	r.write("noise", string(noise))
	r.commit()
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		select {
		case <-req.Context().Done():
		case <-time.After(20 * time.Second):
		}
	}))
	defer slow.Close()
	t.Setenv("TMPDIR", t.TempDir())
	for _, x := range []struct {
		what, at string
		lim      Limits
	}{
		{"entries", at, Limits{MaxEntries: 20}},
		{"one file", at, Limits{MaxFile: 1 << 20}},
		{"all files", at, Limits{MaxTotal: 1 << 20}},
		{"ratio", at, Limits{MaxRatio: 1}},
		{"time", slow.URL + "/o/r", Limits{FetchTime: 300 * time.Millisecond}},
	} {
		if _, err := OpenGit(t.Context(), x.at, x.lim); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", x.what, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	if _, err := OpenGit(ctx, slow.URL+"/o/r", Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if names, _ := os.ReadDir(os.TempDir()); len(names) > 0 {
		t.Errorf("left: %v", names)
	}
	g := &git{dir: t.TempDir(), lim: Limits{MaxFetch: 100, FetchTime: time.Minute}}
	must.Do(t, os.WriteFile(filepath.Join(g.dir, "pack"), bytes.Repeat([]byte("x"), 200), 0o600))
	within, done := g.bounded(t.Context())
	defer done()
	select {
	case <-within.Done():
		if !errors.Is(context.Cause(within), ErrLimit) {
			t.Error(context.Cause(within))
		}
	case <-time.After(10 * time.Second):
		t.Error("a fetch that sends too much goes on")
	}
}

// TestGitMissing: without git the reason is said plainly.
func TestGitMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := OpenGit(t.Context(), "https://host.example/o/r", Limits{}); err == nil || !strings.Contains(err.Error(), "not installed") {
		t.Error(err)
	}
}

// TestGitDirectory: of one directory only its files are there, by their names in it, and
// one that is not there is told.
func TestGitDirectory(t *testing.T) {
	r, at := newRepository(t)
	r.write("data/runs/a.json", "{}")
	r.write("data/runs-old/b.json", "{}")
	r.write("c.json", "{}")
	commit := r.commit()
	t.Setenv("TMPDIR", t.TempDir())
	told := int64(0)
	s := must.Get(OpenGitDir(t.Context(), at, "data/runs", Limits{Fetched: func(n int64) { told = max(told, n) }}))(t)
	defer s.Close()
	list := must.Get(fs.ReadDir(s.FS, "."))(t)
	if len(list) != 1 || list[0].Name() != "a.json" || !s.Git.Has("a.json") || s.Git.Has("b.json") || s.Git.Dir != "data/runs" || s.Git.Commit != commit {
		t.Errorf("%v, %+v", list, s.Git)
	}
	if _, err := OpenGitDir(t.Context(), at, "data/none", Limits{}); err == nil || !strings.Contains(err.Error(), "no directory data/none") {
		t.Error(err)
	}
}

// TestGitAbbreviated: the beginning of a hash names the one commit of the history that
// has it, and none where there are none. The newest commit is known without its files.
func TestGitAbbreviated(t *testing.T) {
	r, at := newRepository(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.write("x.json", "1")
	first := r.commit()
	r.write("x.json", "2")
	second := r.commit()
	t.Setenv("TMPDIR", t.TempDir())
	s := must.Get(OpenGit(t.Context(), at+"@"+first[:9], Limits{}))(t)
	must.Equal(t, first, s.Git.Commit, "commit")
	must.Equal(t, "1", string(must.Get(fs.ReadFile(s.FS, "x.json"))(t)), "file")
	must.Do(t, s.Close())
	unknown := strings.Repeat("0", 8)
	if _, err := OpenGit(t.Context(), at+"@"+unknown, Limits{}); err == nil || !strings.Contains(err.Error(), "0 commits in the history of HEAD begin with "+unknown) {
		t.Error(err)
	}
	must.Equal(t, second, must.Get(Newest(t.Context(), at, Limits{}))(t), "newest")
	if names, _ := os.ReadDir(os.TempDir()); len(names) > 0 {
		t.Errorf("left: %v", names)
	}
}
