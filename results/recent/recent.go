// Package recent implements an in-memory LRU cache.
package recent

import (
	"container/list"
	"iter"
	"sync"
)

// Cache is an LRU cache with a limit in bytes. It is safe for concurrent use.
type Cache[V any] struct {
	most int

	mu    sync.Mutex
	size  int
	order *list.List // elements of type *entry[V], most recently used first
	byKey map[string]*list.Element
}

type entry[V any] struct {
	key   string
	value V
	bytes int
}

// New returns a cache that holds at most the given number of bytes.
func New[V any](most int) *Cache[V] {
	return &Cache[V]{most: most, order: list.New(), byKey: map[string]*list.Element{}}
}

// Get returns the value of a key and whether it is cached.
func (c *Cache[V]) Get(key string) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.byKey[key]
	if !ok {
		return value, false
	}
	c.order.MoveToFront(el)
	return el.Value.(*entry[V]).value, true
}

// Put stores a value under a key. It does nothing if the key exists or the value is larger than an
// eighth of the cache's limit.
func (c *Cache[V]) Put(key string, value V, bytes int) {
	if bytes > c.most/8 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.byKey[key]; ok {
		return
	}
	c.byKey[key] = c.order.PushFront(&entry[V]{key, value, bytes})
	c.size += bytes
	for c.size > c.most {
		old := c.order.Remove(c.order.Back()).(*entry[V])
		delete(c.byKey, old.key)
		c.size -= old.bytes
	}
}

// Len returns the number of cached values.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey)
}

// All iterates over keys and values, the most recently used first. The cache stays locked during
// the iteration.
func (c *Cache[V]) All() iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for el := c.order.Front(); el != nil; el = el.Next() {
			if e := el.Value.(*entry[V]); !yield(e.key, e.value) {
				return
			}
		}
	}
}
