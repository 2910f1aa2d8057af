package web

import (
	"bufio"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/labstack/echo/v4"
	"golang.org/x/sync/errgroup"

	"github.com/clawatlas/clawatlas/results/must"
)

var (
	update  = flag.Bool("update", false, "rewrite the golden files")
	fullDir = flag.String("full", "", "also write every golden answer in full into this folder")
)

// goldenDir holds one file for each address of goldenList.
const (
	goldenDir  = "testdata/golden"
	goldenList = "testdata/addresses.txt"
)

// goldenAddress is one line of the list: an address in which {names} stand for
// what a fixture's records are called.
type goldenAddress struct {
	line   string // as the list has it
	static bool   // asked of a site that is written to files
	head   bool   // status and headers alone: the body has tests of its own
}

// at is the address with its names filled in.
func (a goldenAddress) at(site *goldenSite) string {
	fields := strings.Fields(a.line)
	return site.names.Replace(fields[len(fields)-1])
}

// file is the name of the golden file.
func (a goldenAddress) file() string {
	name := regexp.MustCompile(`[^\w.=&,%-]+`).ReplaceAllString(a.line, "_")
	return strings.Trim(name, "_") + ".txt"
}

// goldenAddresses reads the list; # begins a comment.
func goldenAddresses(t *testing.T) []goldenAddress {
	t.Helper()
	f := must.Get(os.Open(goldenList))(t)
	defer f.Close()
	var list []goldenAddress
	seen := map[string]string{}
	for s := bufio.NewScanner(f); s.Scan(); {
		line, _, _ := strings.Cut(s.Text(), "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		a := goldenAddress{line: line, static: strings.HasPrefix(line, "static "), head: strings.HasPrefix(line, "head ")}
		if other, ok := seen[a.file()]; ok {
			t.Fatalf("%s: %q and %q share one file", goldenList, other, line)
		}
		seen[a.file()] = line
		list = append(list, a)
	}
	return list
}

// TestGolden holds every kind of answer, byte for byte but for what another
// build or day changes. After a change that is meant, -update rewrites them;
// the commit then shows what readers and programs will see change.
func TestGolden(t *testing.T) {
	site := newGoldenSite(t)
	kept := map[string]bool{}
	list := goldenAddresses(t)
	if os.Getenv("CLAWATLAS_RACED") != "" { // what the race detector sees of some it sees of all
		for i := range list {
			if i%7 == 0 {
				list[i/7] = list[i]
			}
		}
		site.askAll(t, list[:len(list)/7])
		return
	}
	answers := site.askAll(t, list)
	frame := newShell(answers)
	sameGolden(t, "the shell of all pages", goldenShell, frame.golden())
	for i, a := range list {
		file := filepath.Join(goldenDir, a.file())
		kept[file] = true
		if *fullDir != "" {
			write(t, filepath.Join(*fullDir, a.file()), answers[i])
		}
		sameGolden(t, a.line, file, shortened(frame.own(answers[i])))
	}
	old := must.Get(filepath.Glob(filepath.Join(goldenDir, "*")))(t)
	for _, file := range old {
		if kept[file] {
			continue
		}
		if *update {
			os.Remove(file)
			continue
		}
		t.Errorf("%s is of no address in %s: run with -update", file, goldenList)
	}
}

// sameGolden holds what an answer is now against its golden file.
func sameGolden(t *testing.T, name, file, got string) {
	t.Helper()
	if *update {
		write(t, file, got)
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%s: %v: run with -update", name, err)
		return
	}
	if diff := cmp.Diff(lines(string(want)), lines(got)); diff != "" {
		t.Errorf("%s (-golden +now):\n%.4000s", name, diff)
	}
}

// askAll asks for all addresses, several at once: with the race detector this
// is the test that no page shares what another one writes.
func (s *goldenSite) askAll(t *testing.T, list []goldenAddress) []string {
	t.Helper()
	answers := make([]string, len(list))
	var readers errgroup.Group
	readers.SetLimit(4)
	for i, a := range list {
		readers.Go(func() error {
			answers[i] = s.golden(t, a)
			return nil
		})
	}
	_ = readers.Wait()
	return answers
}

// TestGoldenRoutes holds that each route of the site, and each parameter that a
// route declares, has an address in the list.
func TestGoldenRoutes(t *testing.T) {
	site := newGoldenSite(t)
	server, e := newServer(unhurried(site.Store))
	asked := map[string]map[string]bool{}
	for _, a := range goldenAddresses(t) {
		u := must.Get(url.Parse(a.at(site)))(t)
		if strings.Contains(u.RawQuery, "=") && refused(t, a) {
			continue // says nothing about what a parameter does
		}
		c := e.NewContext(nil, nil)
		e.Router().Find(http.MethodGet, u.EscapedPath(), c)
		if asked[c.Path()] == nil {
			asked[c.Path()] = map[string]bool{}
		}
		for name := range u.Query() {
			asked[c.Path()][name] = true
		}
	}
	for _, path := range goldenRoutes(e) {
		if _, moved := former()[path]; moved {
			continue
		}
		if asked[path] == nil {
			t.Errorf("no address of %s in %s", path, goldenList)
			continue
		}
		for _, f := range server.declared[path] {
			if f.name == "format" && strings.HasPrefix(path, "/api/") {
				continue // one redirect for all, see twinned
			}
			if !asked[path][f.name] {
				t.Errorf("no address of %s with %s= in %s", path, f.name, goldenList)
			}
		}
	}
}

// refused reports whether the golden answer is that to a fault.
func refused(t *testing.T, a goldenAddress) bool {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(goldenDir, a.file())))(t)
	return strings.HasPrefix(strings.Split(string(text), "\n")[1], "4")
}

func goldenRoutes(e *echo.Echo) []string {
	var paths []string
	for _, r := range e.Routes() {
		if r.Method == http.MethodGet {
			paths = append(paths, r.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// golden is the answer of an address as its golden file has it.
func (s *goldenSite) golden(t *testing.T, a goldenAddress) string {
	t.Helper()
	h := s.Handler
	if a.static {
		h = s.files
	}
	rec := request(h, http.MethodGet, a.at(s))
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%d %s\n", a.line, rec.Code, rec.Header().Get("Content-Type"))
	for _, name := range []string{"Location", "Content-Disposition"} {
		if v := rec.Header().Get(name); v != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, s.normal(v))
		}
	}
	if !a.head {
		b.WriteString("\n" + s.normal(readable(t, rec.Header().Get("Content-Type"), rec.Body.Bytes())))
	}
	return b.String()
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
}

func lines(text string) []string { return strings.Split(text, "\n") }
