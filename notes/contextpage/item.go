package contextpage

import (
	"regexp"
	"strings"

	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// An Item is one thing worth remembering, a line of the page.
type Item struct {
	Category  observerv1.Category
	Key       string // what it is about, for example "bench_press_record"
	Value     string // what is so, for example "87.5 kg"
	Certainty observerv1.Certainty
	Source    string // what it stands on: an entry id, or "query 2026-02-03"; may be empty
}

// bullet splits a list line into its mark, its key and the rest. Indented lines
// belong to the line above them and are left alone.
var bullet = regexp.MustCompile(`^([-*+][ \t]+)([^:\s](?:[^:]*[^:\s])?):[ \t]+(\S.*?)[ \t]*$`)

// mark is what Weft writes behind a value.
var mark = regexp.MustCompile(`^(.*\S)[ \t]+\((certain|likely|tentative)(?:, from ([^()]+))?\)$`)

var certaintyWords = map[observerv1.Certainty]string{
	observerv1.Certainty_CERTAINTY_TENTATIVE: "tentative",
	observerv1.Certainty_CERTAINTY_LIKELY:    "likely",
	observerv1.Certainty_CERTAINTY_CERTAIN:   "certain",
}

func certaintyOf(word string) observerv1.Certainty {
	for c, w := range certaintyWords {
		if strings.EqualFold(w, word) {
			return c
		}
	}
	return observerv1.Certainty_CERTAINTY_UNSPECIFIED
}

// parseItem reads a list line of a section. A line without a mark of its own
// was written by a person, or has its certainty in the section's heading.
func parseItem(text string, c observerv1.Category, heading observerv1.Certainty) (Item, string, bool) {
	m := bullet.FindStringSubmatch(text)
	if m == nil {
		return Item{}, "", false
	}
	it := Item{Category: c, Key: m[2], Value: m[3], Certainty: heading}
	if n := mark.FindStringSubmatch(it.Value); n != nil {
		it.Value, it.Certainty, it.Source = n[1], certaintyOf(n[2]), n[3]
	}
	return it, m[1], true
}

// Clean returns the item as the page can hold it: one line, no colon in the
// key, no parenthesis in the source, and a certainty.
func (it Item) Clean() Item {
	it.Key = oneLine(strings.ReplaceAll(it.Key, ":", " "))
	it.Value = oneLine(it.Value)
	it.Source = oneLine(strings.NewReplacer("(", " ", ")", " ").Replace(it.Source))
	if certaintyWords[it.Certainty] == "" {
		it.Certainty = observerv1.Certainty_CERTAINTY_TENTATIVE
	}
	return it
}

// String returns the item as a line of the page.
func (it Item) String() string { return it.line("- ") }

func (it Item) line(bullet string) string {
	s := bullet + it.Key + ": " + it.Value + " (" + certaintyWords[it.Certainty]
	if it.Source != "" {
		s += ", from " + it.Source
	}
	return s + ")"
}

// sameKey reports whether two keys mean the same: "Unit preference" is
// "unit_preference".
func sameKey(a, b string) bool { return foldKey(a) == foldKey(b) }

func foldKey(k string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(k), func(r rune) bool {
		return r == ' ' || r == '_' || r == '-' || r == '\t'
	}), "_")
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
}
