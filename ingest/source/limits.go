package source

import (
	"fmt"
	"time"
)

// Limits bounds the content of a source. Zero fields mean the defaults stated below.
type Limits struct {
	MaxEntries int           // maximum number of files and directories; default: 2,000,000
	MaxFile    int64         // maximum size of a file in bytes; default: 1 GiB
	MaxTotal   int64         // maximum uncompressed size of an archive in bytes; default: 16 GiB. It does not apply to directories.
	MaxRatio   int64         // maximum compression ratio of content above 1 MiB; default: 1,000
	MaxFetch   int64         // maximum number of bytes fetched from a repository; default: 4 GiB
	FetchTime  time.Duration // maximum duration of a fetch; default: 15 minutes

	// Fetched, if not nil, is called regularly with the number of bytes fetched so far.
	Fetched func(bytes int64)
}

// ratioFloor is the uncompressed size in bytes up to which any compression ratio is allowed. For
// example, a small archive of empty logs has a high ratio.
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

func (l Limits) unfolded(path string, total, archive int64) error {
	if total > l.MaxTotal {
		return fmt.Errorf("%s: archive expands to more than %d bytes: %w", path, l.MaxTotal, ErrLimit)
	}
	if total > ratioFloor && total/l.MaxRatio > archive {
		return fmt.Errorf("%s: archive expands to more than %d times its size: %w", path, l.MaxRatio, ErrLimit)
	}
	return nil
}
