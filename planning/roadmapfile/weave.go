package roadmapfile

import (
	"strings"
	"time"
)

// A thread is an element on its way into the result, in a list.
type thread struct {
	key        string
	text, free string
	loose      bool
	fresh      bool // it was not there, or not here
	prev, next *thread
}

// A weaver makes the text of a document out of a person's file: it changes what
// is another in the document, and leaves every other byte.
type weaver struct {
	t        *file
	m        *Document
	labelled map[string]bool // the keys that Weft's last text had

	head       *thread // it stands for what is before the first element
	at         map[string]*thread
	was, is    map[string]piece
	wasZ, isZ  *time.Location
	front      front
	pieces     []piece
	notTouched map[*thread]*thread // what followed each in the file
}

func (w *weaver) weave() []byte {
	w.wasZ, w.isZ = w.t.zone, w.t.zone
	if zone, err := time.LoadLocation(w.m.Zone); err == nil {
		w.isZ = zone
	}
	w.was, w.is = map[string]piece{}, map[string]piece{}
	old := pieces(&w.t.doc, w.wasZ)
	for _, p := range old {
		w.was[p.key] = p
	}
	w.pieces = pieces(w.m, w.isZ)
	for _, p := range w.pieces {
		w.is[p.key] = p
	}
	w.t.matchMores()
	w.list()
	moved := map[string]*thread{}
	stay := w.stay(old)
	for _, e := range w.t.elements {
		p, there := w.was[e.key]
		x := w.at[e.key]
		switch _, left := w.is[e.key]; {
		case !there: // nothing of the document
		case !left:
			w.unlink(x, p)
		case !stay[e.key]:
			x.free = w.unlink(x, p)
			moved[e.key] = x
		}
	}
	w.place(moved)
	w.nest()
	w.setFront()
	return []byte(w.String())
}

// list makes threads of the file.
func (w *weaver) list() {
	w.head = &thread{free: w.t.head}
	w.at, w.notTouched = map[string]*thread{}, map[*thread]*thread{}
	last := w.head
	for _, e := range w.t.elements {
		x := &thread{key: e.key, text: e.text, free: e.free, prev: last, loose: w.is[e.key].loose}
		last.next, w.notTouched[last] = x, x
		w.at[e.key], last = x, x
	}
}

// unlink takes a thread out. What stands behind it stays where it is, but for
// blank lines of Weft's; what stands right below it is returned and goes with it
// if it is only moved.
func (w *weaver) unlink(x *thread, p piece) (with string) {
	x.prev.next = x.next
	if x.next != nil {
		x.next.prev = x.prev
	}
	below, behind := tight(x.free, (&line{prefix: x.text}).indent()+1)
	if _, left := w.is[p.key]; left {
		with, x.free = below, behind
	}
	if !oneBlank(x.free) {
		quote := strings.TrimLeft(x.free, "\r\n")
		if (strings.HasPrefix(x.prev.key, nodeKey) || strings.HasPrefix(x.prev.key, notesKey)) && strings.TrimSpace(x.prev.free) == "" && quoteForm.MatchString(bare(quote[:strings.IndexByte(quote+"\n", '\n')])) {
			x.prev.free, x.free = "", w.t.eol+w.t.eol+quote // or it were notes of that node
		}
		x.prev.free = ended(x.prev.free, w.t.eol) + x.free
	}
	delete(w.at, p.key)
	return with
}

// ended is a text with a line end, if there is anything to end.
func ended(s, eol string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + eol
	}
	return s
}

// tight splits what stands right below a line and is indented by so much, up to
// the first blank line, from what follows.
func tight(free string, indent int) (below, behind string) {
	at := 0
	for l := range strings.Lines(free) {
		if strings.TrimSpace(l) == "" || headingForm.MatchString(bare(l)) || (&line{prefix: l}).indent() < indent {
			break
		}
		at += len(l)
	}
	return free[:at], free[at:]
}

// place changes what is another, and puts what is new or moved behind what it
// follows in the document.
func (w *weaver) place(moved map[string]*thread) {
	last := w.head
	elements, index := w.t.byKey, map[string]int{}
	for i, p := range w.pieces {
		index[p.key] = i
	}
	// behind is the last of those that come before a piece and follow each other
	// in the file, whatever their order is there.
	behind := func(p piece) *thread {
		for last.next != nil {
			if i, ok := index[last.next.key]; !ok || i > index[p.key] {
				break
			}
			last = last.next
		}
		return last
	}
	for _, p := range w.pieces {
		x := w.at[p.key]
		was, known := w.was[p.key]
		switch {
		case x != nil && !known: // a heading of Weft's without anything below it
		case x != nil:
			x.text = w.rewrite(elements[p.key], was, p)
		case moved[p.key] != nil:
			x = moved[p.key]
			x.text = w.rewrite(elements[p.key], was, p)
			w.insert(behind(p), x)
		case strings.HasPrefix(p.key, notesKey) && w.at[nodeKey+p.key[len(notesKey):]] == nil: // of a goal without a heading
			continue
		case known: // the file says it in another way, or does without
			continue
		default:
			x = &thread{key: p.key, text: strings.ReplaceAll(p.text, "\n", w.t.eol), loose: p.loose}
			w.insert(behind(p), x)
		}
		last = x
	}
}

// insert puts a thread behind another one: notes right below it, items of a list
// behind what stands right below it, headings behind all that follows.
func (w *weaver) insert(last, x *thread) {
	x.fresh = true
	x.prev, x.next = last, last.next
	if x.next != nil {
		x.next.prev = x
	}
	last.next = x
	w.at[x.key] = x
	switch {
	case last == w.head, x.loose && !strings.HasPrefix(x.key, notesKey):
	case strings.HasPrefix(x.key, notesKey):
		x.free += last.free
		if first, _, _ := strings.Cut(x.free, "\n"); strings.TrimSpace(first) != "" {
			x.free = w.t.eol + x.free
		}
		last.free = ""
	case last.loose:
		at := beforeHeading(last.free)
		x.free, last.free = x.free+last.free[at:], last.free[:at]
	default:
		below, behind := tight(last.free, (&line{prefix: x.text}).indent())
		x.free, last.free = x.free+behind, below
	}
}

// beforeHeading is where the first heading is in a text, or its end.
func beforeHeading(s string) int {
	at := 0
	for line := range strings.Lines(s) {
		if headingForm.MatchString(bare(line)) {
			return at
		}
		if nextFence("", bare(line)) != "" {
			break
		}
		at += len(line)
	}
	return len(s)
}

// stay returns the keys that keep their order: as many as can.
func (w *weaver) stay(old []piece) map[string]bool {
	at := map[string]int{}
	for i, p := range old {
		if w.t.byKey[p.key] != nil {
			at[p.key] = i
		}
	}
	var keys []string
	var order []int
	for _, p := range w.pieces {
		if i, ok := at[p.key]; ok {
			keys, order = append(keys, p.key), append(order, i)
		}
	}
	out := map[string]bool{}
	for _, i := range longestRising(order) {
		out[keys[i]] = true
	}
	return out
}

// longestRising returns the places of a longest rising part of a list.
func longestRising(list []int) []int {
	var ends []int // the place of the least end of a part of each length
	before := make([]int, len(list))
	for i, v := range list {
		lo, hi := 0, len(ends)
		for lo < hi {
			if mid := (lo + hi) / 2; list[ends[mid]] < v {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		before[i] = -1
		if lo > 0 {
			before[i] = ends[lo-1]
		}
		ends = append(ends[:lo], append([]int{i}, ends[min(lo+1, len(ends)):]...)...)
	}
	if len(ends) == 0 {
		return nil
	}
	var out []int
	for i := ends[len(ends)-1]; i >= 0; i = before[i] {
		out = append(out, i)
	}
	return out
}

func (w *weaver) setFront() {
	w.front = w.t.front
	was, is := w.t.doc.frontFields(), w.m.frontFields()
	for _, name := range fieldOrder {
		if was[name] != is[name] {
			w.front.set(name, is[name], w.t.eol)
		}
	}
}

// String puts all together. Where others follow each other than did in the file,
// there is a blank line if Weft writes one, and none if not.
func (w *weaver) String() string {
	var out strings.Builder
	out.WriteString(strings.Join(w.front.lines, ""))
	tail := "" // what was written last
	if len(w.front.lines) > 0 {
		tail = w.front.lines[len(w.front.lines)-1]
	}
	for x := w.head; x != nil; x = x.next {
		free := x.free
		kept, apart := w.notTouched[x] == x.next, false
		if x.next != nil {
			apart = x == w.head || x.loose || x.next.loose || x.next.fresh && own(free)
		}
		if !kept && !apart && oneBlank(free) {
			free = ""
		}
		for _, s := range []string{x.text, free} {
			if s != "" {
				out.WriteString(s)
				tail = s
			}
		}
		if x.next == nil {
			break
		}
		if ended(tail, w.t.eol) != tail {
			out.WriteString(w.t.eol)
			tail += w.t.eol
		}
		if !kept && apart && !blankEnd(tail) {
			out.WriteString(w.t.eol)
		}
	}
	return out.String()
}

// oneBlank says that a text is one blank line, which may be Weft's.
func oneBlank(s string) bool { return s == "" || s == "\n" || s == "\r\n" }

// own says that a text ends with a paragraph of the person's.
func own(free string) bool {
	free = bare(free)
	line := free[strings.LastIndexByte(free, '\n')+1:]
	return line != "" && line[0] != ' ' && line[0] != '\t' && !itemForm.MatchString(bare(line))
}

func blankEnd(s string) bool {
	s = strings.TrimSuffix(strings.TrimSuffix(s, "\n"), "\r")
	return s == "" || strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:]) == ""
}
