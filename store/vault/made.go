package vault

import (
	"slices"
	"strings"
	"sync"
	"time"

	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"

	"github.com/weft-mesh/weft/notes"
)

// mostMade is how many entries are held that were made, a few kilobytes each at
// most: those that each new note is compared with, of some users.
const mostMade = 4096

// madeEntries are entries as they were returned. Each new note is compared with the
// latest ones, and these are mostly the same again. It is safe for concurrent use.
type madeEntries struct {
	mu sync.Mutex
	by map[entryKey]made
}

type entryKey struct {
	page  notes.Page
	local int64
	nth   int32
}

// A made is an entry and what it does not tell of its item.
type made struct {
	entry  *commonv1.Entry
	parsed string
	file   *noteFile // its path and tags alone
}

// entry returns the entry of an item, which nobody changes.
func (m *madeEntries) entry(it *item, zone *time.Location) *commonv1.Entry {
	key := entryKey{it.page, it.local, it.nth}
	m.mu.Lock()
	old, ok := m.by[key]
	m.mu.Unlock()
	if ok && old.stillOf(it) {
		return old.entry
	}
	own := it.detached()
	now := made{own.entry(zone), own.parsed, own.file}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.by == nil || len(m.by) >= mostMade {
		m.by = make(map[entryKey]made)
	}
	m.by[key] = now
	return now.entry
}

// stillOf reports whether an item of the same id would be made the same entry.
func (m made) stillOf(it *item) bool {
	e := m.entry
	return e.GetText() == it.text && m.parsed == it.parsed && slices.Equal(m.file.tags, it.file.tags) &&
		slices.Equal(e.GetHeadings(), it.headings) && e.GetCorrection() == it.correction &&
		e.GetSource().GetFirstLine() == it.first && e.GetSource().GetLastLine() == it.last &&
		m.file.path == it.file.path
}

// detached returns a copy of an item that holds nothing of its file's content:
// else a day to which notes are added one by one would be held in memory once for
// each of them.
func (it *item) detached() *item {
	own := *it
	own.file = &noteFile{path: it.file.path, tags: cloned(it.file.tags)}
	own.headings, own.text = cloned(it.headings), strings.Clone(it.text)
	return &own
}

func cloned(list []string) []string {
	out := slices.Clone(list)
	for i, s := range out {
		out[i] = strings.Clone(s)
	}
	return out
}
