package vault

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/meaning"
	"github.com/weft-mesh/weft/store"
)

// vectorFolder holds the vectors of notes. They can be made again, so they are no part of
// what a person keeps.
const vectorFolder = stateFolder + "/vectors"

// A textHash is the SHA-256 of a note's text. Vectors are kept by it, whichever notes have
// that text, so that none is made again when a note moves.
type textHash [sha256.Size]byte

// vectorPath returns the file of a text's vectors. There are 256, so that a few notes more
// write a small part anew.
func (h textHash) vectorPath() string {
	return path.Join(vectorFolder, hex.EncodeToString(h[:1])+".vec")
}

func textHashOf(hash string) (h textHash, ok bool) {
	n, err := hex.Decode(h[:], []byte(hash[:min(len(hash), 2*len(h))]))
	return h, err == nil && n == len(h)
}

// vectorMagic begins a file of vectors. The space follows, then for each text its hash, how
// many bytes its passages have, and these.
const vectorMagic = "weft vectors 1\n"

// A vectorFile is what is held of a file of vectors.
type vectorFile struct {
	size  int64
	mtime time.Time
	space string
	texts map[textHash][]meaning.Passage
}

// parseVectors reads a file of vectors. What can't be read was written by nobody whom it
// would help to know: it is made again.
func parseVectors(content []byte) (space string, texts map[textHash][]meaning.Passage) {
	texts = map[textHash][]meaning.Passage{}
	rest, ok := bytes.CutPrefix(content, []byte(vectorMagic))
	if !ok {
		return "", texts
	}
	first, rest, _ := bytes.Cut(rest, []byte("\n"))
	for len(rest) >= sha256.Size+4 {
		h := textHash(rest[:sha256.Size])
		n := int64(binary.LittleEndian.Uint32(rest[sha256.Size:]))
		rest = rest[sha256.Size+4:]
		if n > int64(len(rest)) {
			break
		}
		passages, err := meaning.Decode(rest[:n])
		if err != nil {
			break
		}
		texts[h] = passages
		rest = rest[n:]
	}
	return string(first), texts
}

func formatVectors(space string, texts map[textHash][]meaning.Passage) []byte {
	out := []byte(vectorMagic + space + "\n")
	for _, h := range slices.SortedFunc(maps.Keys(texts), func(a, b textHash) int { return bytes.Compare(a[:], b[:]) }) {
		passages := meaning.Encode(texts[h])
		out = append(out, h[:]...)
		out = binary.LittleEndian.AppendUint32(out, uint32(len(passages)))
		out = append(out, passages...)
	}
	return out
}

// heldVectors are the files of vectors as they were last seen.
type heldVectors struct {
	mu    sync.Mutex
	files map[string]*vectorFile // by path; those in it are never changed
}

// vectorsOf returns what finds the vectors of a text in a space, from the files as they are
// now. Only what has changed is read.
func (v *Vault) vectorsOf(space string) (func(textHash) []meaning.Passage, error) {
	v.vectors.mu.Lock()
	defer v.vectors.mu.Unlock()
	now := map[string]*vectorFile{}
	var failed error
	err := v.files.List(vectorFolder, func(f fs.DirEntry) {
		rel := path.Join(vectorFolder, f.Name())
		info, err := f.Info()
		if err != nil || path.Ext(rel) != ".vec" {
			return // it has just been replaced, and is read at the next look
		}
		if old := v.vectors.files[rel]; old != nil && old.size == info.Size() && old.mtime.Equal(info.ModTime()) {
			now[rel] = old
			return
		}
		content, info, err := v.files.Read(rel, maxFile)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", rel, reason(err)))
			return
		}
		file := &vectorFile{size: info.Size(), mtime: info.ModTime()}
		file.space, file.texts = parseVectors(content)
		now[rel] = file
	})
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	v.vectors.files = now
	return func(h textHash) []meaning.Passage {
		if f := now[h.vectorPath()]; f != nil && f.space == space {
			return f.texts[h]
		}
		return nil
	}, errors.Join(err, failed)
}

// Nearest returns the entries that are nearest to a question by their vectors.
func (v *Vault) Nearest(ctx context.Context, s store.Scope, q store.NearQuery) (store.NearResult, error) {
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return store.NearResult{}, err
	}
	of, err := v.vectorsOf(q.Space)
	if err != nil {
		return store.NearResult{}, fmt.Errorf("reading vectors: %w", err)
	}
	var out store.NearResult
	v.mu.RLock()
	defer v.mu.RUnlock()
	out.Near = meaning.Nearest(ctx, q.Vector, func(yield func(string, []meaning.Passage) bool) {
		for it := range v.state.walk(notes.ID{}, q.Range, true) {
			passages := of(it.sum())
			if passages == nil {
				out.Without++
				continue
			}
			if !yield(it.id().String(), passages) {
				return
			}
		}
	}, q.Limit)
	return out, ctx.Err()
}

// WithoutVectors returns the entries whose text has no vectors of a space.
func (v *Vault) WithoutVectors(ctx context.Context, s store.Scope, space string, limit int) (ids []string, total int, err error) {
	ok, err := v.begin(ctx, s)
	if err != nil || !ok {
		return nil, 0, err
	}
	of, err := v.vectorsOf(space)
	if err != nil {
		return nil, 0, fmt.Errorf("reading vectors: %w", err)
	}
	v.mu.RLock()
	defer v.mu.RUnlock()
	for it := range v.state.walk(notes.ID{}, notes.Range{}, true) {
		if of(it.sum()) != nil {
			continue
		}
		if total++; limit == 0 || len(ids) < limit {
			ids = append(ids, it.id().String())
		}
	}
	return ids, total, nil
}

// PutVectors stores the vectors of entries, those of a file at a time.
func (v *Vault) PutVectors(ctx context.Context, s store.Scope, space string, list []store.Vectors) error {
	err := v.write(ctx, s, func() error {
		if err := v.catchUp(); err != nil {
			return err
		}
		byFile := map[string]map[textHash][]meaning.Passage{}
		for _, e := range list {
			h, ok := textHashOf(e.Hash)
			if it := v.state.item(e.ID); !ok || it == nil || it.sum() != h {
				continue
			}
			if byFile[h.vectorPath()] == nil {
				byFile[h.vectorPath()] = map[textHash][]meaning.Passage{}
			}
			byFile[h.vectorPath()][h] = e.Passages
		}
		for rel, more := range byFile {
			err := v.changeVectors(rel, func(was string, texts map[textHash][]meaning.Passage) (string, bool) {
				if was != space {
					clear(texts)
				}
				maps.Copy(texts, more)
				return space, true
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("storing vectors: %w", err)
	}
	return nil
}

// SweepVectors drops vectors of other spaces, and of texts that no note has any more.
func (v *Vault) SweepVectors(ctx context.Context, s store.Scope, space string) error {
	err := v.write(ctx, s, func() error {
		if err := v.catchUp(); err != nil {
			return err
		}
		if _, err := v.vectorsOf(space); err != nil {
			return err
		}
		used := map[textHash]bool{}
		for it := range v.state.walk(notes.ID{}, notes.Range{}, false) {
			used[it.sum()] = true
		}
		v.vectors.mu.Lock()
		held := v.vectors.files
		v.vectors.mu.Unlock()
		for rel, f := range held {
			stale := f.space != space
			for h := range f.texts {
				stale = stale || !used[h]
			}
			if !stale {
				continue
			}
			err := v.changeVectors(rel, func(was string, texts map[textHash][]meaning.Passage) (string, bool) {
				if was != space {
					clear(texts)
				}
				maps.DeleteFunc(texts, func(h textHash, _ []meaning.Passage) bool { return !used[h] })
				return space, true
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("sweeping vectors: %w", err)
	}
	return nil
}

// dropVectors drops those of a text. Another note that has the same text gets them again.
func (v *Vault) dropVectors(hash string) error {
	h, ok := textHashOf(hash)
	if !ok {
		return nil
	}
	return v.changeVectors(h.vectorPath(), func(was string, texts map[textHash][]meaning.Passage) (string, bool) {
		_, had := texts[h]
		delete(texts, h)
		return was, had
	})
}

// changeVectors changes a file of vectors, and removes it when nothing is left in it. change
// gets the space and the texts, and returns the space and whether there is something to write.
func (v *Vault) changeVectors(rel string, change func(space string, texts map[textHash][]meaning.Passage) (string, bool)) error {
	empty := false
	err := v.replace(rel, func(old []byte) ([]byte, error) {
		was, texts := parseVectors(old)
		space, changed := change(was, texts)
		if !changed {
			return nil, errUnchanged
		}
		empty = len(texts) == 0
		return formatVectors(space, texts), nil
	})
	switch {
	case errors.Is(err, errUnchanged):
		return nil
	case err == nil && empty:
		return v.files.Root().Remove(rel)
	}
	return err
}
