package clawmark

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/ingest"
)

// Limits on stored workspace files. Images and audio files can be large. Files that exceed a limit
// appear only in the listing.
const (
	workspaceEach    = 256 << 10
	workspaceTotal   = 4 << 20
	workspaceFiles   = 200
	workspaceEntries = 5000
)

var errManyEntries = errors.New("too many entries")

type keeper struct {
	r       *reader
	ctx     context.Context
	root    string
	listing bytes.Buffer
	entries int
	files   int
	bytes   int64
}

// workspace stores the files that the agent left: small text files and a listing of all files.
func (r *reader) workspace(ctx context.Context, dir string) error {
	k := &keeper{r: r, ctx: ctx, root: path.Join(dir, workspaceDir)}
	entries, err := fs.ReadDir(r.in.FS, dir)
	if err != nil {
		return fmt.Errorf("list %s: %w", dir, err)
	}
	there := false
	for _, e := range entries {
		there = there || e.Name() == workspaceDir && e.IsDir()
	}
	if !there {
		return nil
	}
	err = fs.WalkDir(r.in.FS, k.root, k.visit)
	if errors.Is(err, errManyEntries) {
		k.note("not listed: more than %d entries", workspaceEntries)
		r.warn(k.root, "has more than %d entries: the rest is skipped", workspaceEntries)
		err = nil
	}
	if err != nil {
		return err
	}
	return k.keepListing()
}

func (k *keeper) note(format string, args ...any) {
	fmt.Fprintf(&k.listing, format+"\n", args...)
}

func (k *keeper) visit(name string, d fs.DirEntry, err error) error {
	if err := k.ctx.Err(); err != nil {
		return err
	}
	short := strings.TrimPrefix(strings.TrimPrefix(name, k.root), "/")
	if err != nil {
		k.note("not readable\t\t%s", short)
		return nil
	}
	if d.IsDir() {
		return nil
	}
	if k.entries++; k.entries > workspaceEntries {
		return errManyEntries
	}
	if !d.Type().IsRegular() {
		k.note("not followed: link or device\t\t%s", short)
		return nil
	}
	info, err := d.Info()
	if err != nil {
		k.note("not readable\t\t%s", short)
		return nil
	}
	fate, err := k.file(name, info.Size())
	if err != nil {
		return err
	}
	k.note("%s\t%d\t%s", fate, info.Size(), short)
	return nil
}

// file stores a small text file and returns a description of the outcome.
func (k *keeper) file(name string, size int64) (string, error) {
	switch {
	case binary(name):
		return "not kept: binary", nil
	case size > workspaceEach:
		return "not kept: large", nil
	case k.files >= workspaceFiles || k.bytes+size > workspaceTotal:
		return "not kept: enough files", nil
	}
	rec, err := k.r.in.Record(name)
	if err != nil {
		return "not readable", nil
	}
	if !utf8.Valid(rec.Data) || bytes.IndexByte(rec.Data, 0) >= 0 {
		return "not kept: binary", nil
	}
	if rec.Media == "" && !strings.HasSuffix(name, ".json") {
		rec.Media = "text/plain; charset=utf-8"
	}
	if err := k.r.rw.Raw(k.ctx, rec); err != nil {
		return "", fmt.Errorf("keep %s: %w", name, err)
	}
	k.files++
	k.bytes += size
	return "kept", nil
}

func binary(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".ico", ".heic",
		".pdf", ".docx", ".xlsx", ".pptx", ".doc", ".xls", ".ppt", ".odt", ".ods",
		".mp3", ".wav", ".m4a", ".ogg", ".flac", ".aac", ".mp4", ".mov", ".avi", ".mkv", ".webm",
		".zip", ".gz", ".tar", ".tgz", ".zst", ".7z", ".sqlite", ".db", ".pyc", ".so", ".bin":
		return true
	}
	return false
}

func (k *keeper) keepListing() error {
	if k.listing.Len() == 0 {
		return nil
	}
	data := k.listing.Bytes()
	rec := &ingest.Record{
		Name: k.root + ".listing.txt", Media: "text/plain; charset=utf-8",
		Size: int64(len(data)), Sum: sha256.Sum256(data), Data: data,
	}
	if k.r.in.Redact != nil {
		rec.Data = k.r.in.Redact.Bytes(data)
	}
	if err := k.r.rw.Raw(k.ctx, rec); err != nil {
		return fmt.Errorf("keep %s: %w", rec.Name, err)
	}
	return nil
}
