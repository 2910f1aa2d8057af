// Package recent keeps in memory what was used last.
package recent

import (
	"container/list"
	"iter"
	"sync"
)

// Cache keeps values up to a number of bytes and drops the least recently used. It is safe for concurrent use.
type Cache[V any] struct {
	most int

	mu    sync.Mutex
	size  int
	order *list.List // of *entry[V], the one that was used last first
	byKey map[string]*list.Element
}

type entry[V any] struct {
	key   string
	value V
	bytes int
}

// New makes one that keeps so many bytes.
func New[V any](most int) *Cache[V] {
	return &Cache[V]{most: most, order: list.New(), byKey: map[string]*list.Element{}}
}

// Get gives the value of a key, and whether it is kept.
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

// Put keeps a value unless its key is taken or it takes an eighth of the room.
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

// Len is how many values are kept.
func (c *Cache[V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey)
}

// All iterates over keys and values, most recent first. The cache is locked meanwhile.
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
