package main

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"

	"github.com/clawatlas/clawatlas/web"
	"github.com/clawatlas/clawatlas/web/export"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

type exportCmd struct {
	storeFlag
	Parquet bool     `help:"Write runs, trials, checks and steps as Parquet files in place of the site."`
	Base    filesURL `placeholder:"URL" help:"Address below which the files will stand, such as https://example.org/atlas/: for feeds, the sitemap, citations and previews of links."`
	Check   bool     `help:"Follow every link of the files that were written."`
	Dir     string   `arg:"" help:"Directory to write to: new, empty, or of an earlier export, of which what has not changed is left as it is."`
}

// Run writes every page that is reachable by links into files.
func (c *exportCmd) Run(ctx context.Context, s *streams) error {
	base := string(c.Base)
	at, err := c.place()
	if err != nil {
		return err
	}
	db, err := at.moment(ctx)
	if err != nil {
		return err
	}
	defer db.Close()
	if c.Parquet {
		return exportTables(ctx, s, db, c.Dir)
	}
	cfg := web.Config{Store: db, Version: programVersion(), Build: buildID(), Static: true, ATIF: writeATIF}
	if base != "" {
		cfg.BaseURL = export.Origin
	}
	bar := newCountProgress(s.err, "rendering", "pages", "addresses")
	n, err := export.Write(ctx, siteweb.New(cfg), c.Dir, export.Options{Base: base, Progress: bar.at})
	bar.end()
	if err != nil {
		return err
	}
	for _, f := range n.Failed {
		s.out.Printf("warning %s: not written: %s\n", f.Address, f.Reason)
	}
	s.out.Printf("%d files in %s: %d written, %d unchanged, %d removed\n", n.Files, c.Dir, n.Written, n.Files-n.Written, n.Removed)
	if c.Check {
		if err := checkExport(s, os.DirFS(c.Dir), base); err != nil {
			return err
		}
	}
	if len(n.Failed) > 0 {
		s.out.Printf("export is not whole: %s of the site not written\n", counted(len(n.Failed), "address"))
		return exitError(exitRefused)
	}
	return nil
}

// filesURL is the value of --base, with a slash at its end.
type filesURL string

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *filesURL) UnmarshalText(text []byte) error {
	u, err := url.Parse(string(text))
	if err != nil {
		return fmt.Errorf("%q is no address: %w", text, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("%q is not https://HOST/ or a directory below it", text)
	}
	*f = filesURL(strings.TrimRight(u.String(), "/") + "/")
	return nil
}

// checkExport follows the links of an export and prints those that are broken.
func checkExport(s *streams, files fs.FS, base string) error {
	broken, total, err := export.CheckLinks(files, base)
	if err != nil {
		return fmt.Errorf("check links: %w", err)
	}
	for _, b := range broken {
		s.out.Printf("broken link of %s: %s %s\n", b.File, b.Link, b.Why)
	}
	s.out.Printf("%s followed, %d broken\n", counted(total, "link"), len(broken))
	if len(broken) > 0 {
		return exitError(exitRefused)
	}
	return nil
}
