package source

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// KindGit is the Source.Kind of a repository commit.
const KindGit = "git"

// Committed identifies the commit that a source was opened from.
type Committed struct {
	Repository string // URL without credentials and without ".git"
	Commit     string // full hash
	Dir        string // path of the source's root in the repository; "." if it is the repository root
	ids        map[string]bool
}

// Has reports whether the commit contains a file of the source. For a file in an archive, it
// reports whether the commit contains the archive.
func (c *Committed) Has(name string) bool {
	for ; name != "."; name = path.Dir(name) {
		if c.ids[name] {
			return true
		}
	}
	return false
}

// OpenGit fetches one commit of https://HOST/OWNER/REPO[@REF] and opens its files. They remain
// packed in a temporary directory, which Close removes. There is no work tree, so links,
// submodules, filters and attributes of the repository have no effect.
func OpenGit(ctx context.Context, path string, lim Limits) (*Source, error) {
	return OpenGitDir(ctx, path, ".", lim)
}

// OpenGitDir opens one directory of the repository, like OpenGit.
func OpenGitDir(ctx context.Context, path, within string, lim Limits) (*Source, error) {
	lim = lim.withDefaults()
	a, err := parseAddress(path)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "clawatlas-git-")
	if err != nil {
		return nil, fmt.Errorf("open repository %s: %w", a.repository, err)
	}
	s := &Source{Name: archiveName(strings.TrimSuffix(baseName(a.repository), ".git")), Kind: KindGit, skipped: map[Skip]bool{}}
	s.closers = append(s.closers, removal(dir))
	g := &git{dir: dir, scheme: a.scheme, lim: lim}
	if err := s.openCommit(ctx, g, a, within); err != nil {
		return nil, errors.Join(fmt.Errorf("open repository %s: %w", a.repository, err), s.Close())
	}
	return s, nil
}

func (s *Source) openCommit(ctx context.Context, g *git, a address, within string) error {
	commit, err := g.fetch(ctx, a)
	if err != nil {
		return err
	}
	blobs, err := g.batch(ctx)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, blobs)
	t := newTree(g.lim)
	s.Git = &Committed{Repository: a.repository, Commit: commit, Dir: within, ids: map[string]bool{}}
	total, packed := int64(0), sizeOf(g.dir)
	err = g.list(ctx, commit, true, func(e treeEntry) error {
		name, ok := below(within, e.name)
		if !ok {
			return nil
		}
		e.name = name
		name, reason := cleanName(name)
		if reason = cmp.Or(reason, e.refusal()); reason == "" && pointerSized(e.size) {
			reason = blobs.elsewhere(e)
		}
		if reason != "" {
			s.skip(e.name, reason)
			return nil
		}
		if e.size > g.lim.MaxFile {
			return g.lim.tooLarge(e.name, e.size)
		}
		total += e.size
		if err := g.lim.unfolded(e.name, total, packed); err != nil {
			return err
		}
		reason, err := t.add(name, &node{size: e.size, open: func() (io.ReadCloser, error) { return blobs.open(ctx, e) }})
		if reason != "" {
			s.skip(e.name, reason)
		}
		s.Git.ids[name] = true
		return err
	})
	if err == nil && len(s.Git.ids) == 0 && within != "." {
		err = fmt.Errorf("commit %s has no directory %s with files", commit, within)
	}
	s.FS = newNested(s, t.finish(), g.lim)
	return err
}

func below(dir, name string) (string, bool) {
	if dir == "." {
		return name, true
	}
	return strings.CutPrefix(name, dir+"/")
}

type removal string

func (r removal) Close() error { return os.RemoveAll(string(r)) }

// git runs the git program in one repository. It ignores the user's git settings.
type git struct {
	dir    string
	scheme string // URL scheme from which git may fetch; empty: none
	lim    Limits
}

// settings override configuration that could make a repository or server run programs or fetch
// other data.
var settings = []string{
	"http.followRedirects=false", "credential.helper=", "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.askPass=",
	"protocol.version=2",
	"transfer.fsckObjects=true", "fetch.recurseSubmodules=false", "submodule.recurse=false", "gc.auto=0",
	"maintenance.auto=false", "core.quotePath=false",
}

// passed lists the environment variables that git needs for access to the network.
var passed = []string{"PATH", "TMPDIR", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}

func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	all := []string{"--git-dir=" + g.dir}
	for _, s := range settings {
		all = append(all, "-c", s)
	}
	cmd := exec.CommandContext(ctx, "git", append(all, args...)...)
	cmd.Env = []string{"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=",
		"GIT_ALLOW_PROTOCOL=" + cmp.Or(g.scheme, "none"), "HOME=/nonexistent", "LC_ALL=C"}
	for _, name := range passed {
		if v, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+v)
		}
	}
	cmd.Dir = g.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // own process group, so that helper processes can be stopped too
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

func (g *git) run(ctx context.Context, args ...string) (string, error) {
	cmd := g.command(ctx, args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Run(); err != nil {
		return "", g.fault(ctx, args[0], said.String(), err)
	}
	return strings.TrimSpace(out.String()), nil
}

func (g *git) fault(ctx context.Context, what, said string, err error) error {
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("reading a repository requires git, which is not installed; " +
			"clone it elsewhere and pass the directory or an archive of it")
	case context.Cause(ctx) != nil:
		return fmt.Errorf("git %s: %w", what, context.Cause(ctx))
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	last := strings.TrimPrefix(lines[len(lines)-1], "fatal: ")
	if strings.Contains(said, "redirection") || strings.Contains(said, "returned error: 30") {
		last += " (redirects are not followed: pass the URL that it redirects to, often the same with .git)"
	}
	return fmt.Errorf("git %s: %s", what, cmp.Or(last, err.Error()))
}

// fetch fetches the requested commit, without its history, and returns its hash.
func (g *git) fetch(ctx context.Context, a address) (string, error) {
	if _, err := g.run(ctx, "init", "--quiet", "--bare", "--template=", "--", g.dir); err != nil {
		return "", err
	}
	within, done := g.bounded(ctx)
	defer done()
	get := func() error {
		_, err := g.run(within, "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", a.fetch, a.ref)
		return err
	}
	err := get()
	if err != nil && abbreviated.MatchString(a.ref) && within.Err() == nil {
		full, unknown := g.unabbreviated(within, a)
		if unknown != nil {
			return "", errors.Join(err, unknown)
		}
		a.ref = full
		err = get()
	}
	if err != nil {
		return "", err
	}
	commit, err := g.run(ctx, "rev-parse", "--verify", "--end-of-options", "FETCH_HEAD^{commit}")
	if err == nil && (!fullCommit.MatchString(commit) || fullCommit.MatchString(a.ref) && commit != a.ref) {
		err = fmt.Errorf("the server returned %q instead of the requested commit", commit)
	}
	return commit, err
}

var abbreviated = regexp.MustCompile(`^[0-9a-f]{7,63}$`)

// unabbreviated returns the hash of the only commit in the history of HEAD with the given prefix.
// It fetches the history without files, because servers send commits only by full hash.
func (g *git) unabbreviated(ctx context.Context, a address) (string, error) {
	dir, err := os.MkdirTemp(g.dir, "history-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	h := &git{dir: dir, scheme: g.scheme, lim: g.lim}
	if _, err := h.run(ctx, "init", "--quiet", "--bare", "--template=", "--", dir); err != nil {
		return "", err
	}
	if _, err := h.run(ctx, "fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--filter=tree:0", "--", a.fetch,
		"HEAD:refs/heads/wanted"); err != nil {
		return "", err
	}
	var found []string
	err = h.each(ctx, bufio.MaxScanTokenSize, bufio.ScanLines, func(line string) error {
		if strings.HasPrefix(line, a.ref) {
			found = append(found, line)
		}
		return nil
	}, "rev-list", "refs/heads/wanted")
	if err == nil && len(found) != 1 {
		err = fmt.Errorf("%d commits in the history of HEAD begin with %s", len(found), a.ref)
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// Newest returns the current HEAD commit of the repository at a URL.
func Newest(ctx context.Context, path string, lim Limits) (string, error) {
	a, err := parseAddress(path)
	if err != nil {
		return "", err
	}
	g := &git{dir: os.TempDir(), scheme: a.scheme, lim: lim.withDefaults()}
	ctx, cancel := context.WithTimeout(ctx, g.lim.FetchTime)
	defer cancel()
	said, err := g.run(ctx, "ls-remote", "--quiet", "--", a.fetch, "HEAD")
	if err != nil {
		return "", fmt.Errorf("inspect repository %s: %w", a.repository, err)
	}
	commit, _, _ := strings.Cut(said, "\t")
	if !fullCommit.MatchString(commit) {
		return "", fmt.Errorf("inspect repository %s: the server returned %q instead of the requested commit", a.repository, commit)
	}
	return commit, nil
}

// bounded returns a context that is cancelled if the fetch takes too long or fetches too much. git
// has no options for these limits.
func (g *git) bounded(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	stop := make(chan struct{})
	go func() {
		begun := time.Now()
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
			}
			if time.Since(begun) > g.lim.FetchTime {
				cancel(fmt.Errorf("took more than %v: %w", g.lim.FetchTime, ErrLimit))
			}
			n := sizeOf(g.dir)
			if g.lim.Fetched != nil {
				g.lim.Fetched(n)
			}
			if n > g.lim.MaxFetch {
				cancel(fmt.Errorf("more than %d bytes were sent: %w", g.lim.MaxFetch, ErrLimit))
			}
		}
	}()
	return ctx, func() { close(stop); cancel(nil) }
}

func sizeOf(dir string) (total int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			total += info.Size()
		}
		return nil
	})
	return total
}
