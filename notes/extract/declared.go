package extract

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// A Declaration is a field that a domain's schema declares, with what values of it
// are about.
type Declaration struct {
	Domain string
	// Path is where its values stand, with the domain, and "[]" for the items of a
	// list: "strength.sets[].load".
	Path    string
	Key     string // name of the field: "load"
	Measure string // as in Field
	Numeric bool
	Text    bool // it holds words
	// Quantity is true if value and unit stand in an object of their own.
	Quantity bool
	Kind     Kind   // if Numeric
	Unit     string // in which it is kept, empty for "as the user writes it"
	// Dimension is that of its unit, or of the values that patterns put there; empty
	// for bare numbers.
	Dimension string
	// Subject is what every value is about, empty if each names it: then Names are
	// the kinds of names that it may have.
	Subject string
	Names   []string
	// Own is true if the schema gives the subject of this number alone.
	Own bool
	// Beside are the kinds of names that other texts of the same object may have.
	Beside []string
}

// Parent is the path of the object that holds the field: "strength.sets[]".
func (d Declaration) Parent() string { return strings.TrimSuffix(d.Path, "."+d.Key) }

// Declared returns the fields that a schema declares, in the order of their paths.
func Declared(s *commonv1.DomainSchema) []Declaration {
	w := declarations{slots: slotDimensions(s)}
	w.walk(newNode(s.GetJsonSchema().AsMap()), Declaration{Domain: s.GetDomain(), Path: s.GetDomain(), Subject: s.GetDomain()})
	return w.out
}

// Declared returns the fields that the schemas declare, as the function of that name
// does, and also where a schema's patterns are packed.
func (ex *Extractor) Declared() []Declaration {
	var out []Declaration
	for _, d := range ex.domains {
		out = append(out, d.declared...)
	}
	return out
}

type declarations struct {
	slots map[string]string
	out   []Declaration
}

func (w *declarations) walk(n node, at Declaration) {
	if m := n.text(annotateMeasure); m != "" {
		at.Measure = m
	}
	own := n.text(SubjectKey)
	at.Subject = cmp.Or(own, at.Subject)
	if item, ok := n.items(); ok {
		at.Path += "[]"
		w.walk(item, at)
		return
	}
	props, _ := n.raw["properties"].(map[string]any)
	_, value := props["value"]
	_, unit := props["unit"]
	switch kind, _ := n.raw["type"].(string); {
	case value && unit, kind == "number", kind == "integer":
		at.Numeric, at.Own = true, own != ""
		at.Kind, at.Unit = cmp.Or(Kind(n.text(KindKey)), Reading), n.text(annotateUnit)
		if at.Quantity = value && unit; value {
			at.Dimension = cmp.Or(quantity.Dimension(at.Unit), w.slots[at.Key])
		}
		w.out = append(w.out, at)
	case props == nil:
		at.Text = kind == "string"
		w.out = append(w.out, at)
	default:
		keys := slices.Sorted(maps.Keys(props))
		at.Names, at.Beside = nil, nil
		for _, key := range keys {
			p := n.property(key)
			if named, _ := p.raw[SubjectKey].(bool); named {
				at.Names = append(at.Names, key)
			} else if kind, _ := p.raw["type"].(string); kind == "string" {
				at.Beside = append(at.Beside, key)
			}
		}
		for _, key := range keys {
			next := at
			next.Key, next.Measure, next.Path = key, key, at.Path+"."+key
			w.walk(n.property(key), next)
		}
	}
}

// typedSlot is a slot of a pattern with its first type: "{load:mass|number}".
var typedSlot = regexp.MustCompile(`\{_?(\w+)(?:\.\w+)?:(\w+)`)

// slotDimensions tells which dimension a domain's patterns put into a field: slots
// have the names of their fields.
func slotDimensions(s *commonv1.DomainSchema) map[string]string {
	out := map[string]string{}
	for _, p := range s.GetPatterns() {
		for _, m := range typedSlot.FindAllStringSubmatch(p.GetMatch(), -1) {
			dimension := m[2]
			if unit, ok := quantity.Canonical(m[2]); ok {
				dimension = quantity.Dimension(unit)
			}
			if dimension == "elapsed" || dimension == "clock" || strings.HasPrefix(dimension, "clock") {
				dimension = quantity.Duration
			}
			if out[m[1]] == "" && quantity.Known(dimension) {
				out[m[1]] = dimension
			}
		}
	}
	return out
}
