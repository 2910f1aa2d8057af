package source

import (
	"fmt"
	"time"
)

// Limits bound what a source may hold. A field that is zero means its default.
type Limits struct {
	MaxEntries int           // files and directories; 2,000,000
	MaxFile    int64         // bytes of one file; 1 GiB
	MaxTotal   int64         // bytes that an archive unfolds to; 16 GiB. Directories have no such limit
	MaxRatio   int64         // unfolded bytes per byte of an archive; 1,000. Holds above 1 MiB
	MaxFetch   int64         // bytes that a repository takes as it is fetched; 4 GiB
	FetchTime  time.Duration // that a fetch takes; 15 minutes

	// Fetched is told now and then how many bytes a fetch has taken; nil: nobody is.
	Fetched func(bytes int64)
}

// ratioFloor is the size up to which any ratio is harmless: a small archive of empty logs has a high one.
const ratioFloor = 1 << 20

func (l Limits) withDefaults() Limits {
	if l.MaxEntries == 0 {
		l.MaxEntries = 2_000_000
	}
	if l.MaxFile == 0 {
		l.MaxFile = 1 << 30
	}
	if l.MaxTotal == 0 {
		l.MaxTotal = 16 << 30
	}
	if l.MaxRatio == 0 {
		l.MaxRatio = 1000
	}
	if l.MaxFetch == 0 {
		l.MaxFetch = 4 << 30
	}
	if l.FetchTime == 0 {
		l.FetchTime = 15 * time.Minute
	}
	return l
}

func (l Limits) tooLarge(path string, size int64) error {
	return fmt.Errorf("%s: %d bytes in one file, at most %d are allowed: %w", path, size, l.MaxFile, ErrLimit)
}

func (l Limits) tooMany(path string) error {
	return fmt.Errorf("%s: more than %d entries: %w", path, l.MaxEntries, ErrLimit)
}

// unfolded checks the bytes that an archive of the given size has unfolded to.
func (l Limits) unfolded(path string, total, archive int64) error {
	if total > l.MaxTotal {
		return fmt.Errorf("%s: archive expands to more than %d bytes: %w", path, l.MaxTotal, ErrLimit)
	}
	if total > ratioFloor && total/l.MaxRatio > archive {
		return fmt.Errorf("%s: archive expands to more than %d times its size: %w", path, l.MaxRatio, ErrLimit)
	}
	return nil
}
