package source

import (
	"context"
	"crypto/sha1" //nolint:gosec // git names objects by it; nothing is trusted for it
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
)

// Checkout finds out which commit a directory is a checkout of. It returns nil if it
// is none, if git is not installed, or if the repository has no address under which
// others find it; known is described at PublicAddress. Each file that a run is read
// from is held against the commit, because a checkout may hold others.
func (s *Source) Checkout(ctx context.Context, dir string, known func(host string) bool) *Committed {
	if s.Kind != KindDir {
		return nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	g := &git{dir: dir, lim: Limits{}.withDefaults()}
	ask := func(args ...string) string {
		cmd := g.command(ctx, args...)
		cmd.Args = append([]string{"git", "-C", dir}, cmd.Args[2:]...) // without --git-dir
		out, err := cmd.Output()
		if err != nil {
			return ""
		}
		return strings.TrimSuffix(string(out), "\n")
	}
	commit, origin := ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}"), ask("config", "--get", "remote.origin.url")
	c := &Committed{Repository: PublicAddress(origin, known), Commit: commit, ids: map[string]string{}, fsys: s.FS}
	if !fullCommit.MatchString(commit) || c.Repository == "" {
		return nil
	}
	prefix := ask("rev-parse", "--show-prefix")
	c.Dir = path.Clean(prefix)
	g.dir = ask("rev-parse", "--absolute-git-dir")
	err = g.list(ctx, commit, false, func(e treeEntry) error {
		if name, below := strings.CutPrefix(e.name, prefix); below && e.refusal() == "" {
			c.ids[name] = e.id
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return c
}

// blobID is the name that git has for a file of these contents, in as many digits.
func blobID(fsys fs.FS, name string, digits int) (string, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	var h hash.Hash = sha1.New() //nolint:gosec // see above
	if digits == 2*sha256.Size {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", info.Size())
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
