package contextpage

import (
	"cmp"
	"regexp"
	"slices"

	"github.com/weft-mesh/weft/notes"
	observerv1 "github.com/weft-mesh/weft/proto/gen/weft/observer/v1"
)

// Tokens estimates how many tokens a text takes, at four bytes a token.
func Tokens(text string) int { return (len(text) + 3) / 4 }

var sourceDay = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// Trim takes lines off the page until it has at most max tokens, and returns
// them: tentative ones first, then likely ones, within each the oldest first.
// What is certain stays, and so does what is not understood, so that the page
// may still be too long.
func (p *Page) Trim(max int) []string {
	size := len(p.String())
	if (size+3)/4 <= max {
		return nil
	}
	var drop []int
	for _, i := range p.expendable() {
		if (size+3)/4 <= max {
			break
		}
		drop = append(drop, i)
		size -= len(p.lines[i].text) + len(p.lines[i].end)
	}
	return p.remove(drop)
}

// Fade takes tentative lines off the page whose source is older than a day, and
// returns them: what nothing has confirmed since was perhaps nothing. A line
// without a dated source stays.
func (p *Page) Fade(before notes.Day) []string {
	return p.RemoveLines(func(it Item) bool {
		day, err := notes.ParseDay(sourceDay.FindString(it.Source))
		return it.Certainty == observerv1.Certainty_CERTAINTY_TENTATIVE && err == nil && !day.IsZero() && day.Before(before)
	})
}

// RemoveLines removes the lines for which gone reports true, and returns them. It keeps
// a line with more lines under it: a person wrote those.
func (p *Page) RemoveLines(gone func(Item) bool) []string {
	var drop []int
	for i, l := range p.lines {
		if l.item != nil && !p.continued(i) && gone(*l.item) {
			drop = append(drop, i)
		}
	}
	return p.remove(drop)
}

// remove takes lines off the page and returns them in the order given.
func (p *Page) remove(drop []int) []string {
	var removed []string
	for _, i := range drop {
		removed = append(removed, p.lines[i].text)
	}
	kept := p.lines[:0:0]
	for i, l := range p.lines {
		if !slices.Contains(drop, i) {
			kept = append(kept, l)
		}
	}
	p.lines = kept
	p.tail -= len(drop)
	return removed
}

// expendable returns the indexes of the lines that may go, the first to go
// first. A line with more lines under it is a person's and stays.
func (p *Page) expendable() []int {
	var at []int
	for i, l := range p.lines {
		if l.item != nil && l.item.Certainty < observerv1.Certainty_CERTAINTY_CERTAIN && !p.continued(i) {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int {
		x, y := p.lines[a].item, p.lines[b].item
		return cmp.Or(
			cmp.Compare(x.Certainty, y.Certainty),
			cmp.Compare(sourceDay.FindString(x.Source), sourceDay.FindString(y.Source)),
		)
	})
	return at
}
