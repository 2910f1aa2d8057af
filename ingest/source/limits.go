package source

import (
	"fmt"
	"time"
)

// Limits bounds the content of a source. A zero field means its default.
type Limits struct {
	MaxEntries int           // maximum number of files and directories; 2,000,000
	MaxFile    int64         // maximum bytes of one file; 1 GiB
	MaxTotal   int64         // maximum uncompressed bytes of an archive; 16 GiB. No limit for directories
	MaxRatio   int64         // maximum compression ratio; 1,000. Applies above 1 MiB
	MaxFetch   int64         // maximum bytes fetched from a repository; 4 GiB
	FetchTime  time.Duration // maximum duration of a fetch; 15 minutes

	// Fetched, if not nil, is called regularly with the number of bytes fetched so far.
	Fetched func(bytes int64)
}

// ratioFloor is the size up to which any compression ratio is harmless, in bytes. A small archive
// of empty logs has a high ratio.
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

// unfolded checks the number of uncompressed bytes of an archive with the given size.
func (l Limits) unfolded(path string, total, archive int64) error {
	if total > l.MaxTotal {
		return fmt.Errorf("%s: archive expands to more than %d bytes: %w", path, l.MaxTotal, ErrLimit)
	}
	if total > ratioFloor && total/l.MaxRatio > archive {
		return fmt.Errorf("%s: archive expands to more than %d times its size: %w", path, l.MaxRatio, ErrLimit)
	}
	return nil
}
