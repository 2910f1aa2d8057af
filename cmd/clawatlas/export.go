package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results/tables"
	"github.com/clawatlas/clawatlas/web"
	"github.com/clawatlas/clawatlas/web/export"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

type exportCmd struct {
	storeFlag
	Parquet bool     `help:"Write runs, trials, checks and steps as Parquet files instead of the site."`
	Base    filesURL `placeholder:"URL" help:"URL at which the files will be served, such as https://example.org/atlas/, for feeds, the sitemap and citations."`
	Dir     string   `arg:"" help:"Directory to write to: new, empty, or an earlier export."`
}

// Run exports all pages reachable by links.
func (c *exportCmd) Run(ctx context.Context, s *streams) error {
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
	if c.Base != "" {
		cfg.BaseURL = export.Origin
	}
	bar := newCountProgress(s.err, "rendering", "pages", "addresses")
	n, err := export.Write(ctx, siteweb.New(cfg), c.Dir, string(c.Base), bar.at)
	bar.end()
	if err != nil {
		return err
	}
	for _, at := range slices.Sorted(maps.Keys(n.Failed)) {
		s.out.Printf("warning %s: not written: %s\n", at, n.Failed[at])
	}
	s.out.Printf("%d files in %s: %d written, %d unchanged, %d removed\n", n.Files, c.Dir, n.Written, n.Files-n.Written, n.Removed)
	if len(n.Failed) > 0 {
		s.out.Printf("export is incomplete: %s of the site not written\n", counted(len(n.Failed), "address"))
		return exitError(exitRefused)
	}
	return nil
}

// filesURL is the value of --base. It ends with a slash.
type filesURL string

func (f *filesURL) UnmarshalText(text []byte) error {
	u, err := url.Parse(string(text))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return fmt.Errorf("%q is not https://HOST/ or a directory below it", text)
	}
	*f = filesURL(strings.TrimRight(u.String(), "/") + "/")
	return nil
}

// exportTables writes Parquet files to a new or empty directory.
func exportTables(ctx context.Context, s *streams, db tables.Store, dir string) error {
	err := os.MkdirAll(dir, 0o755)
	list, failed := os.ReadDir(dir)
	if err = errors.Join(err, failed); err == nil && len(list) > 0 {
		err = errors.New(dir + " is not empty")
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	n, err := tables.Write(ctx, db, dir)
	if err != nil {
		return err
	}
	s.out.Printf("%s, %s, %s, %s in %s\n", counted(n.Runs, "run"), counted(n.Trials, "trial"), counted(n.Checks, "check"),
		counted(n.Steps, "step"), dir)
	return nil
}

type healthCmd struct {
	Addr string `default:"127.0.0.1:8080" env:"CLAWATLAS_ADDR" help:"Address of the server." placeholder:"HOST:PORT"`
}

// Run returns an error unless /healthz responds with status 200.
func (c *healthCmd) Run(ctx context.Context) error {
	host, port, err := hostPort("--addr", c.Addr)
	if err != nil {
		return err
	}
	if host == "" || host == "0.0.0.0" || host == "::" {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("server answers %s", resp.Status)
	}
	return nil
}
