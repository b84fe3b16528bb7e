package extract

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// A SyntaxError is a mistake in a pattern or a template.
type SyntaxError struct {
	Offset int // byte offset in the pattern
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("at character %d: %s", e.Offset+1, e.Reason)
}

type opcode uint8

const (
	opWord  opcode = iota // the token text
	opSlot                // a typed slot
	opSplit               // one of several ways
	opJump
	opGap   // a few words
	opStart // the beginning of a clause
	opStop  // the end of a clause
	opPart  // the end of a part: a comma, a conjunction, or the end of the clause
	opBegin // the beginning of one
	opAfter // directly behind the match before
	opTold  // behind a match of the paragraph that captured the slot called word
	opEnd
)

// An instruction of a compiled pattern. The shipped domains have tens of thousands,
// so it is small.
type instruction struct {
	word string
	op   opcode
	ways int32 // of opSplit, how many ways there are
	slot int32 // index into program.slots; of opSplit the first of its ways
	next int32 // of opJump, where it leads; of opSplit, behind the group
}

// A program is a compiled pattern.
type program struct {
	code   []instruction
	ways   []int32 // of the splits, each in order of preference
	slots  []slot
	kinds  []string // the kinds of names that the slots ask for
	rivals []string // the kinds of names that no gap passes over
	// follows is true where the pattern begins with "&", and so goes on with the
	// list that the match before it was of; "&&" goes on with any.
	follows bool
}

// split returns where the ways of a split lead.
func (pr *program) split(in *instruction) []int32 { return pr.ways[in.slot : in.slot+in.ways] }

// maxGap is how many words "..." may pass over.
const maxGap = 6

// maxPattern bounds a pattern's text in bytes; longer ones are several patterns.
const maxPattern = 4000

// A parser reads a pattern by recursive descent and emits code as it goes.
type parser struct {
	src   string
	pos   int
	prog  *program
	kinds map[string]bool // the name kinds of the domain
	depth int
}

// parsePattern compiles a pattern. kinds are the domain's kinds of names, which
// slots may have as their types.
func parsePattern(src string, kinds map[string]bool) (*program, error) {
	if len(src) > maxPattern {
		return nil, &SyntaxError{maxPattern, fmt.Sprintf("the pattern is longer than %d bytes", maxPattern)}
	}
	p := &parser{src: src, prog: &program{code: make([]instruction, 0, len(src)/4+2)}, kinds: kinds}
	if err := p.sequence(""); err != nil {
		return nil, err
	}
	if p.pos < len(p.src) {
		return nil, p.errorf("%q closes nothing", p.src[p.pos])
	}
	p.emit(instruction{op: opEnd})
	p.prog.code = slices.Clone(p.prog.code) // without what it had to grow into
	for _, s := range p.prog.slots {
		for _, t := range s.types {
			if t.kind == slotName && !slices.Contains(p.prog.kinds, t.name) {
				p.prog.kinds = append(p.prog.kinds, t.name)
			}
		}
	}
	if p.prog.nullable() {
		return nil, &SyntaxError{0, "the pattern matches the empty text: at least one part must not be optional"}
	}
	return p.prog, nil
}

// captures reports whether the program has a slot of that name.
func (pr *program) captures(name string) bool {
	return slices.ContainsFunc(pr.slots, func(s slot) bool { return s.name == name })
}

// Slots returns the names of a pattern's slots, in their order. kinds are the
// kinds of names that its domain has. An error is a *SyntaxError.
func Slots(pattern string, kinds []string) ([]string, error) {
	known := map[string]bool{}
	for _, k := range kinds {
		known[k] = true
	}
	prog, err := parsePattern(pattern, known)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range prog.slots {
		if !slices.Contains(names, s.name) {
			names = append(names, s.name)
		}
	}
	return names, nil
}

func (p *parser) errorf(format string, args ...any) error {
	return &SyntaxError{p.pos, fmt.Sprintf(format, args...)}
}

func (p *parser) emit(i instruction) int {
	p.prog.code = append(p.prog.code, i)
	return len(p.prog.code) - 1
}

// sequence reads parts up to one of the closing characters or the end.
func (p *parser) sequence(closing string) error {
	for p.pos < len(p.src) {
		if strings.IndexByte(closing, p.src[p.pos]) >= 0 {
			return nil
		}
		if err := p.part(); err != nil {
			return err
		}
	}
	if closing != "" {
		return p.errorf("%q is missing", closing[len(closing)-1:])
	}
	return nil
}

// part reads one part of a pattern.
func (p *parser) part() error {
	switch rest := p.src[p.pos:]; rest[0] {
	case ' ', '\t', '\n':
		p.pos++
	case '(':
		return p.group(')', false)
	case '[':
		return p.group(']', true)
	case '{':
		if strings.HasPrefix(rest, "{<") {
			return p.told()
		}
		return p.slot()
	case '^':
		p.single(opStart)
	case '$':
		p.single(opStop)
	case ';':
		if len(p.prog.code) == 0 {
			p.single(opBegin)
		} else {
			p.single(opPart)
		}
	case '&':
		if strings.HasPrefix(rest, "&&") {
			p.pos++
		} else {
			p.prog.follows = p.prog.follows || len(p.prog.code) == 0
		}
		p.single(opAfter)
	case ')', ']', '}', '|':
		return p.errorf("%q closes nothing", rest[0])
	default:
		p.words(rest)
	}
	return nil
}

// words reads a gap or a word.
func (p *parser) words(rest string) {
	for _, gap := range []string{"...", "…"} {
		if strings.HasPrefix(rest, gap) {
			p.pos += len(gap)
			p.emit(instruction{op: opGap})
			return
		}
	}
	if rest[0] == '\\' && len(rest) > 1 {
		p.pos++
	}
	end, _ := tokenEnd(p.src, p.pos)
	p.emit(instruction{op: opWord, word: plain(p.src[p.pos:end])})
	p.pos = end
}

func (p *parser) single(op opcode) {
	p.pos++
	p.emit(instruction{op: op})
}

// group reads "(a|b)" or "[a|b]".
func (p *parser) group(closing byte, optional bool) error {
	if p.depth++; p.depth > 8 {
		return p.errorf("groups are nested deeper than 8")
	}
	defer func() { p.depth-- }()
	p.pos++
	split := p.emit(instruction{op: opSplit})
	var ways []int32
	var jumps []int
	for {
		ways = append(ways, int32(len(p.prog.code)))
		before := len(p.prog.code)
		if err := p.sequence("|" + string(closing)); err != nil {
			return err
		}
		if len(p.prog.code) == before {
			return p.errorf("an alternative is empty; write [a] for what may be absent")
		}
		jumps = append(jumps, p.emit(instruction{op: opJump}))
		p.pos++
		if p.src[p.pos-1] == closing {
			break
		}
	}
	after := int32(len(p.prog.code))
	if optional {
		ways = append(ways, after)
	}
	code := p.prog.code
	code[split].slot, code[split].ways, code[split].next = int32(len(p.prog.ways)), int32(len(ways)), after
	p.prog.ways = append(p.prog.ways, ways...)
	for _, j := range jumps {
		code[j].next = after
	}
	return nil
}

// slot reads "{name}", "{name:type|type}", "{name:int(1..12)}" or
// "{name:=word|other words}".
func (p *parser) slot() error {
	end := strings.IndexByte(p.src[p.pos:], '}')
	if end < 0 {
		return p.errorf("%q is missing", "}")
	}
	body := p.src[p.pos+1 : p.pos+end]
	name, types, typed := strings.Cut(body, ":")
	name = strings.TrimSpace(name)
	if !isName(name) {
		return p.errorf("%q is not the name of a slot (lower-case letters, digits, _)", name)
	}
	if !typed {
		types = name
	}
	s := slot{name: name}
	if list, ok := strings.CutPrefix(strings.TrimSpace(types), "="); ok {
		s.types = []slotType{{kind: slotWords, words: splitWords(list)}}
		if len(s.types[0].words) == 0 {
			return p.errorf("the word list of {%s} is empty", name)
		}
	} else {
		for _, t := range strings.Split(types, "|") {
			st, err := p.slotType(strings.TrimSpace(t))
			if err != nil {
				return err
			}
			s.types = append(s.types, st)
		}
	}
	p.pos += end + 1
	p.prog.slots = append(p.prog.slots, s)
	p.emit(instruction{op: opSlot, slot: int32(len(p.prog.slots) - 1)})
	return nil
}

// told reads "{<name}".
func (p *parser) told() error {
	name, _, closed := strings.Cut(p.src[p.pos+len("{<"):], "}")
	if !closed {
		return p.errorf("%q is missing", "}")
	}
	if !isName(name) {
		return p.errorf("%q is not the name of a slot (lower-case letters, digits, _)", name)
	}
	p.pos += len("{<") + len(name) + len("}")
	p.emit(instruction{op: opTold, word: name})
	return nil
}

func (p *parser) slotType(text string) (slotType, error) {
	base, bounds, bounded := strings.Cut(text, "(")
	st := slotType{low: -unbounded, high: unbounded, name: base}
	switch k, builtin := slotKinds[base]; {
	case builtin:
		st.kind = k
	case isDimension(base):
		st.kind = slotQuantity
	case quantity.Dimension(base) != "":
		st.kind, st.name, st.unit = slotQuantity, quantity.Dimension(base), base
	case p.kinds[base]:
		st.kind = slotName
	default:
		return st, p.errorf("%q is neither a slot type nor a kind of names in this domain", base)
	}
	if !bounded {
		return st, nil
	}
	if st.kind == slotName {
		return st, p.onlyNames(&st, bounds)
	}
	lo, hi, ok := strings.Cut(strings.TrimSuffix(bounds, ")"), "..")
	if !ok || !strings.HasSuffix(bounds, ")") {
		return st, p.errorf("bounds look like (1..12), (20..) or (..5), not (%s", bounds)
	}
	for _, b := range []struct {
		text string
		to   *float64
	}{{lo, &st.low}, {hi, &st.high}} {
		if b.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(b.text, 64)
		if err != nil {
			return st, p.errorf("%q is not a number", b.text)
		}
		*b.to = v
	}
	return st, nil
}

// onlyNames reads the names to which a slot restricts its kind: "(work, focus)".
func (p *parser) onlyNames(st *slotType, list string) error {
	list, closed := strings.CutSuffix(list, ")")
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); name == "" || !closed {
			return p.errorf("names of a kind look like (squat, bench press), not (%s", list)
		}
		st.only = append(st.only, name)
	}
	return nil
}

func splitWords(list string) [][]string {
	var out [][]string
	for _, w := range strings.Split(list, "|") {
		if ws := wordsOf(w); len(ws) > 0 {
			out = append(out, ws)
		}
	}
	return out
}

// wordsOf splits a name or alias into the texts of its tokens, without hyphens.
func wordsOf(s string) []string {
	var out []string
	for _, t := range tokenize(s).tokens {
		if t.kind != opaque && !t.skippable() {
			out = append(out, t.text)
		}
	}
	return out
}

// isName reports whether s can name a slot, a kind or a domain.
func isName(s string) bool {
	for i, c := range s {
		letter := c >= 'a' && c <= 'z' || c == '_'
		if !letter && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// nullable reports whether the program can match without reading a token.
func (pr *program) nullable() bool {
	seen := make([]bool, len(pr.code))
	var walk func(pc int) bool
	walk = func(pc int) bool {
		if seen[pc] {
			return false
		}
		seen[pc] = true
		switch i := &pr.code[pc]; i.op {
		case opEnd:
			return true
		case opWord, opSlot:
			return false
		case opJump:
			return walk(int(i.next))
		case opSplit:
			return slices.ContainsFunc(pr.split(i), func(way int32) bool { return walk(int(way)) })
		default:
			return walk(pc + 1)
		}
	}
	return walk(0)
}
