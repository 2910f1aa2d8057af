package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os/signal"
	"strings"
	"syscall"

	"github.com/cli/browser"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/session"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/web"
)

type viewCmd struct {
	Paths     []string `arg:"" name:"path" help:"Records to open: files, directories, archives or repositories, as for 'ingest'."`
	Addr      string   `default:"127.0.0.1:0" env:"CLAWATLAS_VIEW_ADDR" help:"Loopback address to listen on; port 0 picks a free one." placeholder:"HOST:PORT"`
	NoBrowser bool     `env:"CLAWATLAS_NO_BROWSER" help:"Only print the URL."`
	identityFlags
}

func (c *viewCmd) Help() string {
	return "Reads the records into a temporary database and opens a browser. For a single trial, it opens at the first failure and " +
		"prints what the agent was asked, what it changed, where it failed and what it cost; otherwise it opens the list of " +
		"runs. Secrets are removed as by 'ingest'. Only someone with the printed URL can see the pages: its token becomes a " +
		"browser cookie.\n\nFiles that grow are read again, using at most a quarter of the time, and new steps appear on the " +
		"open page or after a reload. An unfinished last line is not read yet.\n\nCtrl-C or closing the terminal ends the " +
		"command and deletes the database. If it was killed, the next 'view' cleans up."
}

func (c *viewCmd) Validate() error {
	host, _, err := hostPort("--addr", c.Addr)
	if err != nil {
		return err
	}
	if !thisMachine(host) {
		return fmt.Errorf("--addr %q: view serves only this machine, on 127.0.0.1 or localhost; use 'serve' for others", c.Addr)
	}
	return c.identityFlags.Validate()
}

func (c *viewCmd) Run(ctx context.Context, s *streams) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP) // terminal closed
	defer stop()
	// listen first, so that an address in use is reported before the records are read
	ln, err := listen("--addr", c.Addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	v, err := newViewer(c, s)
	if err != nil {
		return err
	}
	defer v.remove()
	loaded := look(c.Paths)
	rep, err := v.show(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil // interrupted while reading
		}
		return err
	}
	for _, r := range rep.Refused {
		s.err.Printf("refused %s: %s\n", r.Source, r.Reason)
	}
	page, did, err := v.landing(ctx)
	if err != nil {
		return err
	}
	guard := newGuard(ln.Addr(), v)
	at := guard.address("http://"+ln.Addr().String(), page)
	s.out.Printf("%s\nCtrl-C ends it; files that grow are followed.\n", at)
	for _, row := range did {
		s.out.Printf("%-8s %s\n", row[0], row[1])
	}
	if !c.NoBrowser {
		// the browser may keep the command running and write to its output; the URL has already
		// been printed
		browser.Stdout, browser.Stderr = io.Discard, io.Discard
		go func() { _ = browser.OpenURL(at) }()
	}
	srv := web.NewHTTPServer(c.Addr, guard)
	srv.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelWarn)
	context.AfterFunc(ctx, func() { srv.Close() })
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		follow(ctx, c.Paths, loaded, func() {
			if _, err := v.show(ctx); err != nil && ctx.Err() == nil {
				s.err.Printf("clawatlas: the files have changed and cannot be shown now: %s\n", err)
			}
		})
	}()
	defer func() { stop(); <-followed }()
	if err := srv.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

const mostBlocks = 20

// landing returns the URL of the first page to show: the first failure if there is a single trial,
// else the run if there is only one, else all runs. lines are labelled lines that summarise each
// trial.
func (v *viewer) landing(ctx context.Context) (at string, lines [][2]string, err error) {
	blocks := 0
	for i, t := range v.trials {
		if at = "/runs/" + t.run; t.run != v.trials[0].run {
			at = "/runs"
		}
		if t.Status != results.NotJudged && len(v.trials) > 1 || blocks == mostBlocks {
			continue
		}
		page, block, err := v.did(ctx, &v.trials[i])
		if err != nil {
			return "", nil, err
		}
		if len(v.trials) == 1 {
			return page, block, nil
		}
		lines, blocks = append(append(lines, [2]string{"session", t.Task}), block...), blocks+1
	}
	return cmp.Or(at, "/runs"), lines, nil
}

// did returns the URL of a trial's first failed call, or of the trial if there is none, and
// labelled lines that summarise what the agent did.
func (v *viewer) did(ctx context.Context, of *viewed) (at string, block [][2]string, err error) {
	trial, err := v.db.FindTrial(ctx, of.run, of.Scenario, of.Task, of.Attempt)
	if err != nil {
		return "", nil, err
	}
	at, first := "/runs/"+of.run+"/"+of.Scenario+"/"+of.Task, 0
	failed, err := v.db.FailedSteps(ctx, &trial, 1)
	if len(failed) > 0 {
		first = failed[0]
		at = link.AttemptStep(of.run, of.Scenario, of.Task, trial.Trial.Attempt, first)
	}
	if d := &trial.Trial.Details; err == nil && d.Did == nil { // trials with a verdict have no stored summary
		var rows []results.StepRow
		var steps []results.Step
		if rows, err = v.db.StepRows(ctx, &trial, 1, trial.Trial.StepsTotal); err == nil {
			steps, err = v.db.Steps(ctx, &trial, rows)
		}
		f := session.NewFollower()
		for i := range steps {
			f.Step(&steps[i])
		}
		d.Did = f.Done(d.Workspace)
	}
	return at, saysDid(&trial.Trial, first), err
}

// saysDid summarises what the agent did in four labelled lines. first is the number of the first
// failed step, or 0.
func saysDid(t *results.Trial, first int) [][2]string {
	s := t.Details.Did
	asked := session.PromptLine(t.Details.Prompt)
	changed := words.Counted(s.ChangedTotal, "file")
	if t.StepsTotal == 0 {
		changed = words.NotRecorded
	}
	for i, f := range s.Changed {
		changed += []string{", ", ": "}[max(0, 1-i)] + f.Path
	}
	failed := words.Count(t.FailedCalls) + " of " + words.Counted(t.ToolCalls, "call")
	if first > 0 {
		failed += "; first failure at step " + words.Count(first)
	}
	for _, f := range s.Failures {
		if f.Step == first {
			failed += ": " + strings.Join(strings.Fields(f.Tool+" "+f.Asked+" "+f.Error), " ")
			break
		}
	}
	cost := words.NotRecorded
	if t.Usage.CostUSD != nil {
		cost = words.Fixed(t.Usage.CostUSD, 4) + " USD"
	}
	return [][2]string{{"asked", cmp.Or(asked, s.Title, words.NotRecorded)}, {"changed", changed}, {"failed", failed}, {"cost", cost}}
}

// guard only admits users who know the printed URL, because other accounts on this machine can also
// reach the port. The URL contains a token, which becomes a cookie that pages of other sites cannot
// send.
type guard struct {
	token, cookie string
	inside        http.Handler
}

const tokenKey = "token"

func newGuard(at net.Addr, inside http.Handler) *guard {
	_, port, _ := net.SplitHostPort(at.String())
	return &guard{token: rand.Text(), cookie: "clawatlas-view-" + port, inside: inside}
}

func (g *guard) address(base, page string) string {
	u, _ := url.Parse(base + page)
	q := u.Query()
	q.Set(tokenKey, g.token)
	u.RawQuery = q.Encode()
	return u.String()
}

// ServeHTTP implements http.Handler.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	c, err := r.Cookie(g.cookie)
	if known := err == nil && g.is(c.Value) && !query.Has(tokenKey); known || r.URL.Path == "/healthz" {
		g.inside.ServeHTTP(w, r)
		return
	}
	if !g.is(query.Get(tokenKey)) {
		http.Error(w, "Only the user who started 'clawatlas view' can see these pages: open the URL that it printed, including the token.",
			http.StatusForbidden)
		return
	}
	query.Del(tokenKey)
	http.SetCookie(w, &http.Cookie{Name: g.cookie, Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Cache-Control", "no-store")
	to := url.URL{Path: "/" + strings.TrimLeft(r.URL.Path, `/\`), RawQuery: query.Encode()}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

func (g *guard) is(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}
