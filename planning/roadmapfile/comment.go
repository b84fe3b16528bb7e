package roadmapfile

import (
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/planning/network"
	"github.com/weft-mesh/weft/planning/outline"
)

// commentForm is a comment of Weft's: n: and the id of a node, b: and that of a
// block, more: and the node to whose parts the lines below a heading belong, or
// weft: and a section. Behind an id stands what people have no sign for.
var commentForm = regexp.MustCompile(`<!--[ \t]*(n|b|more|weft):([A-Za-z0-9._@-]{1,64})((?:[ \t]+[A-Za-z0-9._@%+:,/=-]+)*?)[ \t]*-->`)

// comment returns the one of a node.
func (n *Node) comment() string {
	var b strings.Builder
	b.WriteString("<!-- n:" + n.ID)
	if !n.item() || n.Level == outline.MicroGoal {
		b.WriteString(" " + string(n.Level))
	}
	if n.Milestone {
		b.WriteString(" milestone")
	}
	if n.WholeDay {
		b.WriteString(" whole-day")
	}
	if n.Office {
		b.WriteString(" office")
	}
	if n.Daylight {
		b.WriteString(" daylight")
	}
	if n.Origin != "" {
		b.WriteString(" by=" + url.QueryEscape(string(n.Origin)))
	}
	if n.Stream != "" {
		b.WriteString(" stream=" + encode(n.Stream))
	}
	if n.MinChunk > 0 {
		fmt.Fprintf(&b, " chunk=%d", n.MinChunk)
	}
	if r := n.Repeat; r != (outline.Repeat{}) {
		fmt.Fprintf(&b, " every=%d/%s/%d", r.Every, encode(string(r.Unit)), r.Times)
	}
	for i, d := range n.Depends {
		b.WriteString([2]string{",", " after="}[btoi(i == 0)] + d.On)
		if d.Kind != "" || d.Lag != 0 || d.Calendar != "" {
			kind := d.Kind
			if kind == "" {
				kind = network.FinishStart
			}
			fmt.Fprintf(&b, ":%s%+d", kind, d.Lag)
		}
		if d.Calendar != "" {
			b.WriteString("/" + encode(d.Calendar))
		}
	}
	b.WriteString(" -->")
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// encode escapes all but letters, digits, "-", "_" and ".".
func encode(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "~", "%7E") }

// readComment reads what stands behind the id of a node. What it does not know
// is left out and told.
func (n *Node) readComment(words string) (unknown string) {
	for _, word := range strings.Fields(words) {
		key, value, pair := strings.Cut(word, "=")
		known := false
		switch {
		case !pair && (outline.Level(word).Depth() > 0):
			n.Level, known = outline.Level(word), true
		case word == "milestone":
			n.Milestone, known = true, true
		case word == "whole-day":
			n.WholeDay, known = true, true
		case word == "office":
			n.Office, known = true, true
		case word == "daylight":
			n.Daylight, known = true, true
		case key == "by":
			s, err := url.QueryUnescape(value)
			n.Origin, known = outline.Origin(s), err == nil
		case key == "stream":
			s, err := url.QueryUnescape(value)
			n.Stream, known = oneLine(s), err == nil
		case key == "chunk":
			m, err := strconv.Atoi(value)
			if known = err == nil && m >= 0 && m <= outline.MaxEstimate; known {
				n.MinChunk = m
			}
		case key == "every":
			n.Repeat, known = readRepeat(value)
		case key == "after":
			n.Depends, known = readDepends(value)
		}
		if !known {
			unknown = word
		}
	}
	return unknown
}

func readRepeat(value string) (outline.Repeat, bool) {
	parts := strings.Split(value, "/")
	if len(parts) != 3 {
		return outline.Repeat{}, false
	}
	every, err := strconv.Atoi(parts[0])
	times, err2 := strconv.Atoi(parts[2])
	unit, err3 := url.QueryUnescape(parts[1])
	return outline.Repeat{Every: every, Unit: outline.Unit(unit), Times: times}, err == nil && err2 == nil && err3 == nil
}

var dependForm = regexp.MustCompile(`^([A-Za-z0-9._@-]{1,64})(?::(FS|SS|FF|SF)([+-]\d{1,9})(?:/(.+))?)?$`)

func readDepends(value string) ([]outline.Dependency, bool) {
	var out []outline.Dependency
	for part := range strings.SplitSeq(value, ",") {
		m := dependForm.FindStringSubmatch(part)
		if m == nil {
			return nil, false
		}
		d := outline.Dependency{On: m[1]}
		if m[2] != "FS" {
			d.Kind = network.Kind(m[2])
		}
		d.Lag, _ = strconv.Atoi(m[3])
		calendar, err := url.QueryUnescape(m[4])
		if err != nil {
			return nil, false
		}
		d.Calendar = calendar
		out = append(out, d)
	}
	return out, true
}
