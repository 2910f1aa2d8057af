package source

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Sessions opens what Entire has kept of agents' sessions in a repository, a directory
// or an address as for OpenGit: a file for each session, <id>.jsonl, and beside it
// <id>.checkpoint.json, which says the checkpoint and the commits that name it. Each
// checkpoint holds its session from the beginning, so the longest one counts. It is nil
// where there are none.
func (s *Shelf) Sessions(ctx context.Context, path string) (*Source, error) {
	lim := s.lim.withDefaults()
	src := &Source{Name: archiveName(strings.TrimSuffix(baseName(path), ".git")), Kind: KindGit, skipped: map[Skip]bool{}}
	g, history, err := src.checkpointed(ctx, path, lim)
	if err == nil && g != nil {
		err = src.readCheckpoints(ctx, g, history)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open checkpoints of %s: %w", path, err), src.Close())
	}
	if src.FS == nil {
		return nil, src.Close()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.keep = append(s.keep, src)
	return src, nil
}

// Where checkpoints lie: one branch for all, or a ref for each.
const (
	checkpointBranch = "refs/heads/entire/checkpoints/v1"
	checkpointRefs   = "refs/entire/checkpoints/"
	mostCheckpoints  = 20_000    // refs
	mostHistory      = 256 << 20 // bytes of a history that is fetched to find commits
	mostSaid         = 64 << 20  // bytes of a list that git prints
)

var (
	checkpointRef  = regexp.MustCompile(`^refs/entire/checkpoints/[0-9A-Za-z]{2}/([0-9A-Za-z]{12,64})$`)
	trackedBranch  = regexp.MustCompile(`^refs/(heads|remotes/[^/]+)/entire/checkpoints/v1$`)
	checkpointFile = regexp.MustCompile(`^(?:([0-9A-Za-z]{2})/([0-9A-Za-z]{10,62})/)?((?:\d{1,4}/)?)` +
		`(?:(metadata\.json)|full\.jsonl(?:\.(\d{3}))?|tasks/[^/]+/(agent-[A-Za-z0-9_-]{1,128}\.jsonl))$`)
	// sessionName is what a session may be called; Entire once put the day before the agent's own name.
	sessionName = regexp.MustCompile(`^(?:\d{4}-\d\d-\d\d-)?([A-Za-z0-9][A-Za-z0-9._-]{0,199})$`)
)

// checkpointed finds the repository in which the checkpoints are, and that in which the
// commits are that name them; nil without any.
func (s *Source) checkpointed(ctx context.Context, path string, lim Limits) (g, history *git, err error) {
	if !IsAddress(path) {
		dir, err := filepath.Abs(path)
		if err != nil {
			return nil, nil, err
		}
		g = &git{dir: filepath.Join(dir, ".git"), lim: lim}
		if _, err := os.Lstat(g.dir); err != nil {
			g.dir = dir // bare, or none at all
		}
		if _, err := os.Lstat(filepath.Join(g.dir, "HEAD")); err != nil && g.dir == dir {
			return nil, nil, nil
		}
		cmd := g.command(ctx, "rev-parse", "--absolute-git-dir")
		cmd.Dir = dir // .git may be a file
		at, err := cmd.Output()
		if err != nil {
			return nil, nil, nil // no repository, or no git
		}
		g.dir = strings.TrimSpace(string(at))
		head, _ := g.run(ctx, "symbolic-ref", "--quiet", "HEAD") // a detached one has no name
		s.Alone = trackedBranch.MatchString(head)
		return g, g, nil
	}
	a, err := parseAddress(path)
	if err != nil {
		return nil, nil, err
	}
	dir, err := os.MkdirTemp("", "clawatlas-git-")
	if err != nil {
		return nil, nil, err
	}
	s.closers = append(s.closers, removal(dir))
	if s.Alone = strings.HasSuffix(a.ref, "entire/checkpoints/v1"); s.Alone {
		a.ref = "HEAD"
	}
	s.Name = archiveName(baseName(a.repository))
	g = &git{dir: filepath.Join(dir, "checkpoints"), scheme: a.scheme, lim: lim}
	history = &git{dir: filepath.Join(dir, "history"), scheme: a.scheme, lim: lim}
	history.lim.MaxFetch = min(lim.MaxFetch, mostHistory)
	for _, r := range []*git{g, history} {
		if err := os.Mkdir(r.dir, 0o700); err != nil {
			return nil, nil, err
		}
		if _, err := r.run(ctx, "init", "--quiet", "--bare", "--template=", "--", r.dir); err != nil {
			return nil, nil, err
		}
	}
	within, done := g.bounded(ctx)
	defer done()
	var refs []string
	err = g.eachLine(within, func(line string) error {
		_, name, _ := strings.Cut(line, "\t")
		want := "+" + checkpointRefs + "*:" + checkpointRefs + "*"
		if name == checkpointBranch {
			want = "+" + name + ":" + name
		}
		if (name == checkpointBranch || checkpointRef.MatchString(name)) && !slices.Contains(refs, want) {
			refs = append(refs, want)
		}
		return nil
	}, "ls-remote", "--quiet", "--", a.fetch, checkpointBranch, checkpointRefs+"*")
	if err != nil || len(refs) == 0 {
		return nil, nil, err
	}
	fetch := []string{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules"}
	if _, err := g.run(within, slices.Concat(fetch, []string{"--depth=1", "--", a.fetch}, refs)...); err != nil {
		return nil, nil, err
	}
	// Commits alone; without them sessions are shown without theirs.
	commits, ended := history.bounded(ctx)
	defer ended()
	wanted := []string{"--filter=tree:0", "--", a.fetch, a.ref + ":refs/heads/wanted"}
	if _, err := history.run(commits, slices.Concat(fetch, wanted)...); err != nil {
		s.skip(a.ref, "the commits of the sessions are not known: "+err.Error())
	}
	return g, history, nil
}

// eachLine tells the lines that git prints, at most so many bytes.
func (g *git) eachLine(ctx context.Context, each func(string) error, args ...string) error {
	left := mostSaid
	return g.each(ctx, bufio.MaxScanTokenSize, bufio.ScanLines, func(line string) error {
		if left -= len(line) + 1; left < 0 {
			return fmt.Errorf("git %s: more than %d bytes: %w", args[0], mostSaid, ErrLimit)
		}
		return each(line)
	}, args...)
}

// kept is a transcript of a checkpoint.
type kept struct {
	checkpoint, name string
	meta             treeEntry
	parts            map[string]treeEntry // by the number that its name ends with
	size             int64
}

// readCheckpoints makes the file system.
func (s *Source) readCheckpoints(ctx context.Context, g, history *git) error {
	refs, err := g.checkpoints(ctx)
	if err != nil || len(refs) == 0 {
		return err
	}
	blobs, err := g.batch(ctx)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, blobs)
	found := map[string]*kept{}
	for _, commit := range slices.Sorted(maps.Keys(refs)) {
		list, err := s.transcripts(ctx, g, commit, refs[commit])
		if err != nil {
			return err
		}
		for _, key := range slices.Sorted(maps.Keys(list)) {
			k := list[key]
			if len(k.parts) == 0 || !s.named(blobs, k) {
				continue
			}
			if old := found[k.name]; old == nil || old.size < k.size {
				found[k.name] = k
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	commits, err := history.naming(ctx)
	if err != nil {
		s.skip("commits", err.Error())
	}
	t := newTree(g.lim)
	if err := t.sessions(ctx, blobs, found, commits); err != nil {
		return err
	}
	s.FS = fs.FS(t.finish())
	return nil
}

// checkpoints lists the commits that keep checkpoints, each with the one that is its
// root; empty: it has all.
func (g *git) checkpoints(ctx context.Context) (map[string]string, error) {
	refs, n := map[string]string{}, 0
	err := g.eachLine(ctx, func(line string) error {
		id, name, _ := strings.Cut(line, " ")
		m := checkpointRef.FindStringSubmatch(name)
		switch {
		case m != nil:
			refs[id] = m[1]
		case trackedBranch.MatchString(name):
			refs[id] = ""
		}
		if n++; n > mostCheckpoints {
			return g.lim.tooMany(checkpointRefs)
		}
		return nil
	}, "for-each-ref", "--format=%(objectname) %(refname)", checkpointBranch, "refs/remotes/*/entire/checkpoints/v1", checkpointRefs)
	return refs, err
}

// transcripts lists what a commit keeps, by checkpoint and place. root is the checkpoint
// that it is of; empty: of many.
func (s *Source) transcripts(ctx context.Context, g *git, commit, root string) (map[string]*kept, error) {
	list := map[string]*kept{}
	err := g.list(ctx, commit, true, func(e treeEntry) error {
		m := checkpointFile.FindStringSubmatch(e.name)
		if m == nil || (root == "") != (m[1] != "") {
			return nil
		}
		if reason := e.refusal(); reason != "" {
			s.skip(e.name, reason)
			return nil
		}
		if e.size > g.lim.MaxFile {
			return g.lim.tooLarge(e.name, e.size)
		}
		checkpoint := cmp.Or(root, m[1]+m[2])
		key := checkpoint + "/" + m[3] + m[6]
		k := list[key]
		if k == nil {
			k = &kept{checkpoint: checkpoint, name: m[6], parts: map[string]treeEntry{}}
			list[key] = k
		}
		if m[4] != "" {
			k.meta = e
			return nil
		}
		k.parts[m[5]] = e
		k.size += e.size + 1
		return nil
	})
	return list, err
}

// sessions adds a file for each session, and what is known of its checkpoint.
func (t *tree) sessions(ctx context.Context, b *blobs, found map[string]*kept, commits map[string][]string) error {
	total := int64(0)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		k := found[name]
		if total += k.size; total > t.lim.MaxTotal {
			return fmt.Errorf("%s: more than %d bytes of sessions: %w", name, t.lim.MaxTotal, ErrLimit)
		}
		nodes := map[string]*node{name: {size: k.size, open: func() (io.ReadCloser, error) { return k.open(ctx, b), nil }}}
		if k.meta.id != "" {
			about, err := json.Marshal(map[string]any{"checkpoint": k.checkpoint, "commits": commits[k.checkpoint]})
			if err != nil {
				return err
			}
			nodes[strings.TrimSuffix(name, ".jsonl")+".checkpoint.json"] = &node{size: int64(len(about)), at: strings.NewReader(string(about))}
		}
		for name, n := range nodes {
			if _, err := t.add(name, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// named gives a transcript the name of its session.
func (s *Source) named(b *blobs, k *kept) bool {
	if k.name != "" {
		return true
	}
	var meta struct {
		Session string `json:"session_id"`
	}
	if k.meta.id != "" && k.meta.size <= largestBlob {
		if data, err := b.read(k.meta); err == nil {
			_ = json.Unmarshal(data, &meta) // without it there is no session
		}
	}
	m := sessionName.FindStringSubmatch(meta.Session)
	if m == nil {
		s.skip(checkpointRefs+k.checkpoint, "its metadata.json names no session")
		return false
	}
	k.name = m[1] + ".jsonl"
	return true
}

// open joins the parts in their order, each with an end of its last line.
func (k *kept) open(ctx context.Context, b *blobs) io.ReadCloser {
	r, w := io.Pipe()
	go func() {
		var err error
		for _, n := range slices.Sorted(maps.Keys(k.parts)) {
			var part io.ReadCloser
			if part, err = b.open(ctx, k.parts[n]); err != nil {
				break
			}
			_, err = io.Copy(w, part)
			err = cmp.Or(err, part.Close())
			if _, end := io.WriteString(w, "\n"); err != nil || end != nil {
				break
			}
		}
		w.CloseWithError(err)
	}()
	return r
}

// naming lists the commits that name a checkpoint, by it, the newest first.
func (g *git) naming(ctx context.Context) (map[string][]string, error) {
	commits := map[string][]string{}
	err := g.eachLine(ctx, func(line string) error {
		f := strings.Fields(line)
		if len(f) < 2 || !fullCommit.MatchString(f[0]) {
			return nil
		}
		for _, id := range f[1:] {
			if !slices.Contains(commits[id], f[0]) && len(commits[id]) < 10 {
				commits[id] = append(commits[id], f[0])
			}
		}
		return nil
	}, "rev-list", "--exclude="+checkpointRefs+"*", "--exclude="+checkpointBranch, "--exclude=refs/remotes/*/entire/checkpoints/v1",
		"--all", "--max-count=200000", "--grep=^Entire-Checkpoint:", "--format=%H %(trailers:key=Entire-Checkpoint,valueonly,separator=%x20)")
	return commits, err
}
