package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/redact"
	"github.com/clawatlas/clawatlas/results"
)

// identityFlags provide information that is missing in the records.
type identityFlags struct {
	Benchmark string   `help:"Benchmark of the records, if they do not state it." placeholder:"ID"`
	Model     string   `help:"Model, if the records do not state it." placeholder:"NAME"`
	Framework string   `help:"Harness (agent framework), if the records do not state it." placeholder:"NAME"`
	Variant   string   `help:"Variant of the system, such as a reasoning level." placeholder:"NAME"`
	Date      string   `help:"Date of the run (YYYY-MM-DD), if the records contain no times." placeholder:"DATE"`
	Dataset   []string `type:"path" sep:"none" help:"Path (repeatable) whose datasets, lists of models and reported results replace the stored ones. Those in other paths are only compared." placeholder:"PATH"`
	Replaces  string   `help:"Run that this one corrects: its id, or the digest of its records." placeholder:"RUN"`
}

// Validate checks the date, so that an invalid one is reported before any record is read.
func (f identityFlags) Validate() error {
	if f.Date == "" {
		return nil
	}
	if _, err := time.Parse(time.DateOnly, f.Date); err != nil {
		return fmt.Errorf("--date %s is not a date of the form YYYY-MM-DD", f.Date)
	}
	return nil
}

func (f identityFlags) identity() ingest.Identity {
	return ingest.Identity{Benchmark: f.Benchmark, Model: f.Model, Framework: f.Framework, Variant: f.Variant, Date: f.Date,
		Replaces: f.Replaces}
}

type ingestCmd struct {
	storeFlag
	Jobs    int  `env:"CLAWATLAS_JOBS" help:"Number of records to decode in parallel; 0 means one for each CPU." placeholder:"N"`
	JSON    bool `name:"json" help:"Print the report as JSON."`
	Example bool `help:"Also read the bundled example runs of scripted agents."`
	sourceFlags
	mappingFlag
	Paths []string `arg:"" optional:"" name:"path" help:"Directories, archives (zip, tar, tar.gz, tar.zst, tar.xz), files, - for standard input, or a repository as https://HOST/OWNER/REPO[@REF], of which git fetches one commit."`
	identityFlags
}

// Help lists the ids of the formats.
func (c *ingestCmd) Help() string {
	var names []string
	for _, f := range formats.All() {
		names = append(names, f.Name())
	}
	return "The format of the records is detected. Formats: " + strings.Join(names, ", ") + ".\n\n" +
		"From a repository, the commit of the branch, tag or full hash after @ is read, or else HEAD. Its URL, the commit and the path " +
		"are stored with each run. Links, submodules and files in Git LFS are skipped, and a URL with a password is refused.\n\n" +
		"With --public, the paths are names of public sources, read at the listed commits or at the newest ones. A source that was read " +
		"completely is not fetched again.\n\n" +
		"A file clawatlas.toml next to the records can set benchmark, model, framework, variant, date and which run it replaces. The " +
		"nearest one at or above a run is used, and flags override it.\n\n" +
		"A dataset next to the records becomes the benchmark's dataset only if the database has none with texts and it contradicts no known " +
		"solution. Otherwise it is compared with the stored one, and refused if it differs. Lists of models and reported results next to the " +
		"records are never used. --dataset replaces what is stored."
}

func (c *ingestCmd) Validate() error {
	if len(c.Paths) == 0 && len(c.Dataset) == 0 && !c.Example && !c.Public {
		return fmt.Errorf("expected at least one path, --dataset, --public or --example")
	}
	if c.Public && (len(c.Dataset) > 0 || c.identity() != (ingest.Identity{})) {
		return fmt.Errorf("--public reads only the listed sources: it can be combined only with --jobs, --json, --latest, --list and " +
			"--example alone")
	}
	if err := c.sourceFlags.check(); err != nil {
		return err
	}
	if c.Jobs < 0 {
		return fmt.Errorf("--jobs cannot be negative")
	}
	return c.identityFlags.Validate()
}

// Run imports the paths and prints the report.
func (c *ingestCmd) Run(ctx context.Context, s *streams) error {
	at, err := c.place()
	if err != nil {
		return err
	}
	limitMemory()
	db, err := openFirst(ctx, at, s.firstData())
	if err != nil {
		return err
	}
	defer db.Close()
	if c.Example {
		if err := loadExample(ctx, db); err != nil {
			return err
		}
		s.err.Printf("read the bundled example runs\n")
	}
	if c.Public {
		list, err := c.sourceFlags.read(ctx, db, c.Paths, c.Jobs, s)
		if err == nil {
			err = printPublic(s.out, list, c.JSON)
		}
		if err == nil && failedPublic(list) {
			err = exitError(exitRefused)
		}
		return err
	}
	l := newLoader(db)
	l.Jobs = c.Jobs
	if err := c.openMappings(ctx); err != nil {
		return err
	}
	l.Formats = slices.Concat(c.formats, l.Formats)
	rep, err := load(ctx, l, c.Paths, c.Dataset, c.identity(), s)
	if err != nil {
		return err
	}
	if err := printReport(s.out, rep, c.JSON); err != nil {
		return err
	}
	if len(rep.Refused) > 0 {
		return exitError(exitRefused)
	}
	return nil
}

// softLimit is the soft memory limit of an import in bytes. Most allocations are short-lived
// records. Without a limit, garbage would fill half of the heap. Two large runs need at most 50 MB,
// and with a lower limit the program would spend most of its time on garbage collection.
const softLimit = 64 << 20

func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
	}
}

func load(ctx context.Context, l *ingest.Loader, paths, datasets []string, id ingest.Identity, s *streams) (*ingest.RunReport, error) {
	sources, closeAll, refused := openSources(ctx, paths, datasets, id)
	defer closeAll()
	rep, err := withProgress(l, s, func() (*ingest.RunReport, error) { return l.Load(ctx, sources) })
	if rep != nil {
		rep.Refused = append(append([]ingest.Refusal{}, refused...), rep.Refused...)
	}
	return rep, err
}

func withProgress(l *ingest.Loader, s *streams, read func() (*ingest.RunReport, error)) (*ingest.RunReport, error) {
	limitMemory()
	p := newProgress(s.err)
	l.Progress = p.event
	rep, err := read()
	p.end()
	return rep, err
}

func printReport(p *printer, rep *ingest.RunReport, asJSON bool) error {
	if asJSON {
		return p.JSON(rep)
	}
	for _, d := range rep.Datasets {
		p.Printf("dataset %s: %d scenarios, %d tasks (%s)%s\n", d.Benchmark, d.Scenarios, d.Tasks, d.Source, becameOf(&d))
	}
	if len(rep.Runs) > 0 {
		p.Table(runTable(rep.Runs))
	}
	for _, n := range notes(rep) {
		p.Printf("%s %s: %s\n", n.what, n.where, n.message)
	}
	printUnread(p, rep.Unread)
	p.Printf("%s, %s, %d refused\n", counted(len(rep.Runs), "run"), counted(rep.WarningCount(), "warning"), len(rep.Refused))
	return nil
}

const unreadShown = 20

func printUnread(p *printer, list []ingest.Unread) {
	for _, u := range list[:min(len(list), unreadShown)] {
		p.Printf("not read %s: %s; %s\n", u.File, u.Is, u.Lacks)
	}
	if more := len(list) - unreadShown; more > 0 {
		p.Printf("not read either: %s; 'clawatlas ingest --json' lists all\n", counted(more, "more file"))
	}
}

func runTable(runs []ingest.RunLine) [][]string {
	rows := [][]string{{"run", "scored", "full marks", "timed out", "errors", "not judged", "missing", "complete", "headline",
		"report says", "redacted", "warnings"}}
	for _, r := range runs {
		c := r.Counts
		name := r.Run
		if r.Unchanged {
			name += " (unchanged)"
		}
		if r.Reread {
			name += " (read again)"
		}
		rows = append(rows, []string{name, fmt.Sprintf("%d of %d", c.Scored, c.Expected), fmt.Sprint(c.Passed), fmt.Sprint(c.Timeout),
			fmt.Sprint(c.Error),
			fmt.Sprint(c.NotJudged), fmt.Sprint(c.Missing), yesNo(r.Complete), headline(r), percent(r.Reported),
			fmt.Sprint(sum(r.Redactions)), fmt.Sprint(len(r.Warnings))})
	}
	return rows
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func headline(r ingest.RunLine) string {
	s := strings.ToUpper(r.Headline) + " " + percent(r.Value)
	if b := r.Bounds; b != nil {
		s = strings.ToUpper(r.Headline) + " " + percent(&b[0]) + " to " + percent(&b[1])
		if r.Own != nil {
			s += ", own mean " + percent(r.Own) + " over " + counted(r.Counts.Scored, "trial")
		}
	}
	if r.Convention != "" {
		s += " (" + r.Convention + ")"
	}
	return s
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func percent(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.2f", *x*100)
}

func sum(m map[string]int) int {
	n := 0
	for _, v := range m {
		n += v
	}
	return n
}

func redactions(hits map[string]int) string {
	var parts []string
	for _, rule := range redact.Rules() {
		if n := hits[rule]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", rule, n))
		}
	}
	return strings.Join(parts, ", ")
}

// becameOf returns the message on whether an ingested dataset replaced the stored one.
func becameOf(d *ingest.DatasetReport) string {
	switch d.State {
	case ingest.DatasetSet:
		return ": the database had none with texts, so this one is the dataset now"
	case ingest.DatasetOfficial:
		return ": this one is the dataset now"
	case ingest.DatasetRefused:
		return " is not used: " + differs(d.Difference) + "; runs are scored against the stored one, which only --dataset replaces"
	}
	return ""
}

func differs(d *results.DatasetDifference) string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{d.Added, "more"}, {d.Removed, "missing"}, {d.Gold, "with another solution"}, {d.Other, "with other texts or in another order"}} {
		if p.n > 0 {
			parts = append(parts, counted(p.n, "task")+" "+p.what)
		}
	}
	if d.Version[0] != d.Version[1] {
		parts = append(parts, "it is version "+d.Version[1]+" and the stored one is "+d.Version[0])
	}
	if d.Scoring {
		parts = append(parts, "it is scored by other formulas")
	}
	return "it differs from the stored one (" + strings.Join(parts, ", ") + ")"
}
