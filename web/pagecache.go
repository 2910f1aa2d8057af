package web

import (
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/clawatlas/clawatlas/results/recent"
)

// pageCache keeps answers by their keys, compressed, while the database does not change.
// What has addresses without number has a room of its own, so that a reader who goes
// through them takes nothing from the others: later pages of lists, and pages under names
// of the site that were never heard before.
type pageCache struct {
	first, more *recent.Cache[*answer]
	names       siteNames
}

// Bytes that the two rooms of the cache keep.
const (
	firstKept = 56 << 20
	moreKept  = 8 << 20
)

func newPageCache() *pageCache {
	return &pageCache{first: recent.New[*answer](firstKept), more: recent.New[*answer](moreKept)}
}

// Get gives the answer of a key, and whether it is kept.
func (p *pageCache) Get(key string) (*answer, bool) {
	if a, ok := p.first.Get(key); ok {
		return a, true
	}
	return p.more.Get(key)
}

// put keeps an answer to a request that asks under a name of the site.
func (p *pageCache) put(a *answer, asked *asked, name string) {
	room := p.first
	if asked.later() || !p.names.known(name, time.Now()) {
		room = p.more
	}
	room.Put(a.key, a, a.bytes())
}

// Len is how many answers are kept.
func (p *pageCache) Len() int { return p.first.Len() + p.more.Len() }

// All gives the answers that are kept, by their keys.
func (p *pageCache) All() iter.Seq2[string, *answer] {
	return func(yield func(string, *answer) bool) {
		for _, room := range []*recent.Cache[*answer]{p.first, p.more} {
			for key, a := range room.All() {
				if !yield(key, a) {
					return
				}
			}
		}
	}
}

// later reports whether an address asks for more than the first page of a list.
func (a *asked) later() bool {
	return slices.ContainsFunc([]string{"offset", PageParam, BlockParam, "from"}, func(name string) bool { return a.values.Has(name) })
}

// siteNames are the names under which a site without a base URL is asked for, those that
// were asked for last. Any reader can make up more, so that one is taken now and then.
type siteNames struct {
	mu    sync.Mutex
	list  []string // the one that was asked for last, last
	taken time.Time
}

const (
	namesKept = 8
	nameEvery = 10 * time.Second
)

// known reports whether a name is one of the site's, as no name is.
func (n *siteNames) known(name string, now time.Time) bool {
	if name == "" {
		return true
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	at := slices.Index(n.list, name)
	switch {
	case at >= 0:
		n.list = append(slices.Delete(n.list, at, at+1), name)
		return true
	case len(n.list) > 0 && now.Sub(n.taken) < nameEvery:
		return false
	case len(n.list) == namesKept:
		n.list = slices.Delete(n.list, 0, 1)
	}
	n.list, n.taken = append(n.list, name), now
	return true
}
