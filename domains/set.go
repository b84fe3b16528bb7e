package domains

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

	"github.com/weft-mesh/weft/kit/safefile"
	"github.com/weft-mesh/weft/kit/slip"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// shipped are the files of data, which "make generate" packs.
//
//go:embed data.zip
var shipped []byte

// ErrUnknown is returned for a domain that the set doesn't have.
var ErrUnknown = errors.New("unknown domain")

// A Set is a number of domains, at most one of them the base. It is immutable.
type Set struct {
	domains []*domain // the base first, then by name

	once    sync.Once
	version string
}

// Builtin returns the domains that ship with the binary, which are read once.
func Builtin() (*Set, error) { return builtin() }

var builtin = sync.OnceValues(func() (*Set, error) {
	files, err := zip.NewReader(bytes.NewReader(shipped), int64(len(shipped)))
	if err != nil {
		return nil, err
	}
	return load(nil, files, "domains/data", true, func(p string) ([]byte, error) { return fs.ReadFile(files, p) })
})

// Load returns the domains of builtin (which may be nil) with those of folders
// on top. A domain replaces the one of its name from before; two of one name
// within a folder are an error. All mistakes are reported, joined.
func Load(builtin *Set, dirs ...string) (*Set, error) {
	set := builtin
	if set == nil {
		set = &Set{}
	}
	var errs []error
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			errs = append(errs, fmt.Errorf("the domain folder %s cannot be read: it is no folder or does not exist", dir))
			continue
		}
		next, err := load(set, os.DirFS(dir), dir, false, func(p string) ([]byte, error) {
			return safefile.Read(filepath.Join(dir, filepath.FromSlash(p)), maxFile)
		})
		if err != nil {
			errs = append(errs, err)
			continue
		}
		set = next
	}
	if len(errs) == 0 {
		errs = set.checkBearings()
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return set, nil
}

// With returns the domains of a set with those of a file system on top, as Load does with a
// folder. label names the file system in errors.
func (s *Set) With(files fs.FS, label string) (*Set, error) {
	return load(s, files, label, false, func(p string) ([]byte, error) { return fs.ReadFile(files, p) })
}

// Parse returns a set of the one domain that text defines; path names it in
// errors. It is what an editor or a checker of a single file needs.
func Parse(path string, text []byte) (*Set, error) {
	d, err := read(&source{path: path, text: text})
	if err != nil {
		return nil, err
	}
	return &Set{domains: []*domain{d}}, nil
}

// load reads the YAML files of one folder, and of the folders right below it.
func load(below *Set, fsys fs.FS, label string, shipped bool, text func(string) ([]byte, error)) (*Set, error) {
	byName := map[string]*domain{}
	if below != nil {
		for _, d := range below.domains {
			byName[d.info.GetName()] = d
		}
	}
	var errs []error
	files, err := list(fsys)
	if err != nil {
		errs = append(errs, fmt.Errorf("reading the domain folder %s: %w", label, err))
	}
	var fresh []*domain
	for _, r := range readAll(files, label, shipped, text) {
		d, err := r.domain, r.err
		if err == nil {
			err = d.unlike(fresh)
		}
		if err != nil {
			errs = append(errs, err)
			continue
		}
		fresh = append(fresh, d)
	}
	for _, d := range fresh {
		// Who replaces the base needs not know that it is one.
		if old := byName[d.info.GetName()]; old != nil && old.base {
			d.base = true
		}
		byName[d.info.GetName()] = d
	}
	set := &Set{domains: slices.Collect(maps.Values(byName))}
	slices.SortFunc(set.domains, func(a, b *domain) int {
		if a.base != b.base {
			if a.base {
				return -1
			}
			return 1
		}
		return strings.Compare(a.info.GetName(), b.info.GetName())
	})
	if len(set.domains) > 1 && set.domains[1].base {
		d := set.domains[1]
		errs = append(errs, d.source.errorf("$.base", "both %q and %q are the base; there is one", set.domains[0].info.GetName(), d.info.GetName()))
	}
	return set, errors.Join(errs...)
}

// Version returns a word for all that decides how a note is read: two sets with the
// same one read every note alike. What only answers are made with does not count.
func (s *Set) Version() string {
	s.once.Do(func() {
		sum := sha256.New()
		for _, d := range s.domains {
			for _, m := range []proto.Message{d.info, d.schema} {
				text, _ := proto.MarshalOptions{Deterministic: true}.Marshal(m) // it was built from UTF-8
				fmt.Fprintf(sum, "%d ", len(text))
				sum.Write(text)
			}
		}
		s.version = hex.EncodeToString(sum.Sum(nil)[:8])
	})
	return s.version
}

// Infos describes every domain, the base first, then by name. The messages are
// shared, and not to be changed.
func (s *Set) Infos() []*commonv1.DomainInfo {
	out := make([]*commonv1.DomainInfo, 0, len(s.domains))
	for _, d := range s.domains {
		out = append(out, d.info)
	}
	return out
}

// Names are the names of all domains, the base first.
func (s *Set) Names() []string {
	var out []string
	for _, d := range s.domains {
		out = append(out, d.info.GetName())
	}
	return out
}

// mostSchemas is how many a retriever takes.
const mostSchemas = 64

// Schemas returns what all domains declare, packed, those named first: a number that one
// domain has read is not one that another has missed.
func (s *Set) Schemas(first ...string) []*commonv1.DomainSchema {
	all := s.Reading(append(slices.Clip(first), s.Names()...), "").GetSchemas()
	return all[:min(len(all), mostSchemas)]
}

// Base returns the name of the base domain, "" if there is none.
func (s *Set) Base() string {
	if len(s.domains) > 0 && s.domains[0].base {
		return s.domains[0].info.GetName()
	}
	return ""
}

// Check returns an error wrapping ErrUnknown if a name is none of the set's
// domains, with the nearest that is.
func (s *Set) Check(names []string) error {
	have := s.Names()
	for _, n := range names {
		if slices.Contains(have, n) {
			continue
		}
		hint := "there are " + strings.Join(have, ", ")
		if near := slip.Nearest(n, have); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		return fmt.Errorf("%w %q: %s", ErrUnknown, n, hint)
	}
	return nil
}

// Reading combines the domains by which a note is read: those that were selected
// for it, and those whose patterns find something in it. No word tells what
// "4 mi, 41:30" is, and a note on a day at work may end with what was eaten. It has
// what notes are read with and what is learnt from them, and no more: it is sent with
// each of them, so the schemas are packed.
func (s *Set) Reading(selected []string, text string) *commonv1.DomainContext {
	reading := slices.Clone(selected)
	for _, d := range s.domains {
		if !slices.Contains(reading, d.info.GetName()) && len(d.reads().Extract(text).Data.GetFields()) > 0 {
			reading = append(reading, d.info.GetName())
		}
	}
	out := &commonv1.DomainContext{}
	var expertise, guidance []string
	for _, d := range s.loaded(reading) {
		out.Loaded = append(out.Loaded, d.info.GetName())
		out.Schemas = append(out.Schemas, d.packed)
		expertise = append(expertise, section(d, d.expert)...)
		guidance = append(guidance, section(d, d.guidance)...)
	}
	out.Expertise, out.ContextGuidance = strings.Join(expertise, "\n\n"), strings.Join(guidance, "\n\n")
	return out
}

// loaded returns the base and the selected domains, each once, in the order in which
// they were selected.
func (s *Set) loaded(selected []string) []*domain {
	var out []*domain
	for _, d := range s.domains {
		if d.base {
			out = append(out, d)
		}
	}
	for _, name := range selected {
		for _, d := range s.domains {
			if d.info.GetName() == name && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	return out
}

// section returns what a domain says under a heading of its name, nothing if it says
// nothing.
func section(d *domain, text string) []string {
	if text == "" {
		return nil
	}
	return []string{"## " + title(d.info.GetName()) + "\n\n" + text}
}

// Context combines the base and the selected domains, in the order in which
// they were selected; unknown names and repetitions are passed over. The vocabulary
// is the caller's own; the messages are shared, and not to be changed.
func (s *Set) Context(selected []string) *commonv1.DomainContext {
	out := &commonv1.DomainContext{Vocabulary: map[string]string{}}
	loaded := s.loaded(selected)
	var expertise, guidance []string
	for _, d := range loaded {
		out.Loaded = append(out.Loaded, d.info.GetName())
		maps.Copy(out.Vocabulary, d.schema.GetVocabulary())
		expertise = append(expertise, section(d, d.expert)...)
		guidance = append(guidance, section(d, d.guidance)...)
		out.EvaluationRules = append(out.EvaluationRules, d.rules...)
		out.Schemas = append(out.Schemas, d.schema)
	}
	out.Expertise = strings.Join(expertise, "\n\n")
	out.ContextGuidance = strings.Join(guidance, "\n\n")
	out.Bearings = s.bearingsOn(loaded)
	for _, d := range s.domains {
		if !slices.Contains(loaded, d) {
			out.Available = append(out.Available, d.info)
		}
	}
	return out
}

// title makes a heading of a domain's name: "sleep-debt" is "Sleep debt".
func title(name string) string {
	name = strings.NewReplacer("-", " ", "_", " ").Replace(name)
	return strings.ToUpper(name[:1]) + name[1:]
}
