package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/bundled"
	"github.com/clawatlas/clawatlas/internal/manyruns"
	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

// What the table of docs/scale.md is measured with:
//
//	go test ./cmd/clawatlas -run '^$' -bench Scale -benchtime 1x -timeout 0 -scale-runs 10,100,1000 [-scale-server] [-scale-no-traces] [-scale-systems 500] [-scale-batch 500] [-scale-keep DIR]
//	go test ./cmd/clawatlas -run '^$' -bench Scale -benchtime 1x -timeout 0 -scale-pages sqlite:FILE|postgres://HOST/NAME [-scale-keep BODIES] [-scale-kinds 'task|home']
var (
	scaleRuns   = flag.String("scale-runs", "10", "after how many runs BenchmarkScale measures, rising")
	scaleServer = flag.Bool("scale-server", false, "measure a PostgreSQL server, which is started for it, in place of a file")
	scaleNone   = flag.Bool("scale-no-traces", false, "measure runs without traces")
	scaleOf     = flag.Int("scale-systems", 0, "how many systems there are, which are run again and again; zero: each run is of another")
	scaleBatch  = flag.Int("scale-batch", 50, "so many runs are stored at a time, as from a folder; the boards are made after each")
	scaleKeep   = flag.String("scale-keep", "", "directory for the database, or else a temporary one")
	scalePages  = flag.String("scale-pages", "", "measure the pages of the database at this address, which does not grow")
	scaleKinds  = flag.String("scale-kinds", "", "regular expression of the kinds of pages that are measured; empty: all")
)

// scaled is a database that grows.
type scaled struct {
	at     place
	db     store
	server *pgtest.Server
	// postmaster is the server's first process, the parent of the others.
	postmaster int
	name       string // of the database on the server
	dir        string // of the file, or of the bodies
	traces     manyruns.Traces
	runs       int
}

// BenchmarkScale grows one database and measures it at each size: what a run costs, what
// it takes on the disk, and how long each kind of page takes.
func BenchmarkScale(b *testing.B) {
	for b.Loop() {
		if *scalePages != "" {
			at, err := placeAt("-scale-pages", *scalePages, cmp.Or(*scaleKeep, b.TempDir()))
			if err != nil {
				b.Fatal(err)
			}
			(&scaled{at: at}).pages(b)
			continue
		}
		s := newScaled(b)
		base := s.sizes(b)
		fmt.Printf("| runs | ingest of many, ms a run | CPU of the program, ms a run | of the server | one more run, ms | CPU | rows, B a trial | text index, B a trial | bodies, B a trial | database, MB |\n")
		for _, f := range strings.Split(*scaleRuns, ",") {
			n, err := strconv.Atoi(f)
			if err != nil || n <= s.runs {
				b.Fatalf("-scale-runs %s: numbers that rise are wanted", *scaleRuns)
			}
			s.grow(b, n, base)
			s.pages(b)
		}
		if err := s.db.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func newScaled(b *testing.B) *scaled {
	s := &scaled{dir: cmp.Or(*scaleKeep, b.TempDir()), traces: manyruns.Public}
	if *scaleNone {
		s.traces = manyruns.None
	}
	s.at = file(filepath.Join(s.dir, "scale.db"))
	if *scaleServer {
		s.server = pgtest.Start(b)
		// As an operator would have it, and not as tests do, which lose nothing of worth.
		for _, set := range []string{"fsync = on", "synchronous_commit = on", "full_page_writes = on", "shared_buffers = '1GB'", "max_wal_size = '4GB'", "random_page_cost = 1.1"} {
			s.server.Do(b, "postgres", "ALTER SYSTEM SET "+set)
		}
		s.server.Stop(b)
		s.server.Resume(b)
		s.name = s.server.Create(b)
		s.dir = filepath.Join(s.dir, "bodies")
		at, err := newServer("--store", s.server.Address(s.name), "", s.dir)
		if err != nil {
			b.Fatal(err)
		}
		s.at = at
		s.postmaster = int(s.ask(b, "SELECT CAST(split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS int)"))
	}
	var err error
	if s.db, err = openFirst(b.Context(), s.at, bundled.FS); err != nil {
		b.Fatal(err)
	}
	s.load(b, manyruns.Arena{Traces: s.traces}.Dataset())
	return s
}

// load stores records, and returns the time that it took and that the program itself used.
func (s *scaled) load(b *testing.B, fsys fs.FS) (took time.Duration, used spent) {
	b.Helper()
	before, begun := s.spent(b), time.Now()
	rep, err := newLoader(s.db).Load(b.Context(), []ingest.Source{{FS: fsys, Name: "many runs"}})
	if err != nil || len(rep.Refused) > 0 {
		b.Fatal(err, rep)
	}
	took = time.Since(begun)
	return took, s.spent(b).less(before)
}

// spent is time of processors, of the program and of the database server.
type spent struct{ own, server time.Duration }

func (a spent) less(b spent) spent { return spent{a.own - b.own, a.server - b.server} }

// ownTime is what the program has used until now.
func ownTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// spent is what both have used until now. To ask for that of a server takes a while.
func (s *scaled) spent(b *testing.B) spent {
	b.Helper()
	sum := spent{own: ownTime(b)}
	if s.server == nil {
		return sum
	}
	// What has ended counts in its parent, the postmaster.
	list, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
		if err != nil || len(fields) < 15 {
			continue
		}
		times := fields[11:13]
		switch strconv.Itoa(s.postmaster) {
		case filepath.Base(filepath.Dir(name)):
			times = fields[11:15]
		case fields[1]:
		default:
			continue
		}
		for _, f := range times {
			n, _ := strconv.Atoi(f)
			sum.server += time.Duration(n) * 10 * time.Millisecond
		}
	}
	return sum
}

// scaleSingly is how many runs are then stored one by one.
const scaleSingly = 3

// grow stores runs until there are n, and writes the row of the table.
func (s *scaled) grow(b *testing.B, n int, base scaleSizes) {
	var took time.Duration
	var used spent
	from := s.runs
	for s.runs < n-scaleSingly {
		t, u := s.more(b, min(*scaleBatch, n-scaleSingly-s.runs))
		took, used = took+t, spent{used.own + u.own, used.server + u.server}
	}
	many := time.Duration(s.runs - from)
	var single, singleUsed []time.Duration
	for range scaleSingly {
		t, u := s.more(b, 1)
		single, singleUsed = append(single, t), append(singleUsed, u.own+u.server)
	}
	now := s.sizes(b)
	each := func(of func(scaleSizes) int64) int64 { return (of(now) - of(base)) / int64(s.runs*scaleTrials) }
	fmt.Printf("| %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", s.runs, (took / many).Milliseconds(), (used.own / many).Milliseconds(), (used.server / many).Milliseconds(),
		median(single).Milliseconds(), median(singleUsed).Milliseconds(),
		each(func(z scaleSizes) int64 { return z.rows }), each(func(z scaleSizes) int64 { return z.index }), each(func(z scaleSizes) int64 { return z.bodies }),
		(now.rows+now.index+now.bodies)>>20)
}

// more stores the next runs, up to n of them, and of one pass over the systems.
func (s *scaled) more(b *testing.B, n int) (took time.Duration, used spent) {
	systems := cmp.Or(*scaleOf, s.runs+n)
	of := manyruns.Arena{First: s.runs%systems + 1, Again: s.runs / systems, Traces: s.traces}
	of.Runs = min(n, systems+1-of.First)
	s.runs += of.Runs
	return s.load(b, of.Agents())
}

// scaleTrials are the trials of a run.
const scaleTrials = 12 * 28

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// scaleSizes are bytes on the disk, of rows with their indexes, of the index of texts and
// of bodies.
type scaleSizes struct{ rows, index, bodies int64 }

// ask asks the database for a number by its own client, which must be there.
func (s *scaled) ask(b *testing.B, query string) int64 {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), "sqlite3", "-readonly", filepath.Join(s.dir, "scale.db"), query)
	if s.server != nil {
		cmd = exec.CommandContext(b.Context(), "psql", "-X", "-A", "-t", "-d", s.server.Address(s.name), "-c", query)
	}
	out, err := cmd.CombinedOutput()
	n, bad := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil || bad != nil {
		b.Fatalf("%s: %v\n%s", query, err, out)
	}
	return n
}

func (s *scaled) sizes(b *testing.B) scaleSizes {
	b.Helper()
	var z scaleSizes
	if s.server == nil {
		of := func(where string) int64 {
			// By pages: the sum that dbstat itself makes of a table ends at 2 GB.
			return s.ask(b, "SELECT COALESCE(sum(pgsize), 0) FROM dbstat WHERE "+where)
		}
		z.index = of("name LIKE 'step\\_%' ESCAPE '\\'")
		z.bodies = of("(name LIKE '%trace_frames%' OR name LIKE '%raw_chunks%' OR name = 'body_blocks')")
		z.rows = of("1") - z.index - z.bodies
		return z
	}
	for _, set := range []struct {
		to    *int64
		where string
	}{{&z.index, "relname LIKE 'step\\_%'"}, {&z.rows, "relname NOT LIKE 'step\\_%'"}} {
		*set.to = s.ask(b, "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'main'::regnamespace AND relkind = 'r' AND "+set.where)
	}
	err := filepath.WalkDir(s.dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			z.bodies += info.Size()
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return z
}

// scaleTimes is how often a page is asked for.
const scaleTimes = 5

// pages asks for each kind of page, of a site that has none in memory and of the same
// site again. Files of the database that the system has in memory stay there.
func (s *scaled) pages(b *testing.B) {
	db, err := s.at.reader(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	list, all, err := db.Runs(b.Context(), results.RunFilter{Benchmark: manyruns.Benchmark, Limit: 2})
	if err != nil || len(list) < 2 {
		b.Fatal(len(list), err)
	}
	fmt.Printf("| %d runs: page | not in memory: least, ms | median, ms | CPU of the program, ms | of the server | in memory, ms | KB |\n", all)
	kinds := regexp.MustCompile(*scaleKinds)
	one, other, bench := list[0].Slug, list[1].Slug, "/b/"+manyruns.Benchmark
	for _, page := range []struct{ kind, path string }{
		{"home", "/"},
		{"board", bench},
		{"all runs", "/runs?benchmark=" + manyruns.Benchmark},
		{"models", "/models"},
		{"tasks", bench + "/tasks"},
		{"heatmap", bench + "/heatmap"},
		{"task", bench + "/scenarios/many_s02/q2"},
		{"scenario", bench + "/scenarios/many_s02"},
		{"tools", bench + "/tools"},
		{"days", bench + "/days"},
		{"method", bench + "/method"},
		{"findings", "/findings"},
		{"run", "/runs/" + one},
		{"trial", "/runs/" + one + "/many_s02/q3"},
		{"model", "/models/" + manyruns.Model(2)},
		{"compare", "/compare?a=" + one + "&b=" + other},
		{"search, a word of almost all", "/search?q=" + manyruns.Word(1)},
		{"search, a word of some", "/search?q=" + manyruns.Word(2000)},
		{"search, a rare word", "/search?q=" + manyruns.Word(25000)},
		{"search, a phrase", "/search?q=%22" + manyruns.Word(2) + "+" + manyruns.Word(3) + "%22"},
		{"search, calls of a tool", "/search?q=tool:exec"},
	} {
		if !kinds.MatchString(page.kind) {
			continue
		}
		var cold, used, warm []time.Duration
		size, all := 0, s.spent(b)
		for range scaleTimes {
			site := siteweb.New(web.Config{Store: db, Version: "scale"})
			for _, to := range []*[]time.Duration{&cold, &warm} {
				rec, begun, before := httptest.NewRecorder(), time.Now(), ownTime(b)
				site.ServeHTTP(rec, httptest.NewRequestWithContext(b.Context(), http.MethodGet, page.path, nil))
				*to = append(*to, time.Since(begun))
				if to == &cold {
					used = append(used, ownTime(b)-before)
				}
				if size = rec.Body.Len(); rec.Code != http.StatusOK {
					b.Errorf("%s: %d after %v", page.path, rec.Code, time.Since(begun))
				}
			}
		}
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1e3 }
		fmt.Printf("| %s | %.1f | %.1f | %.1f | %.1f | %.2f | %d |\n", page.kind, ms(slices.Min(cold)), ms(median(cold)), ms(slices.Min(used)), ms(s.spent(b).less(all).server/scaleTimes), ms(slices.Min(warm)), size>>10)
	}
}
