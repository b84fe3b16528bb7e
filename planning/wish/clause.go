package wish

import (
	"regexp"
	"slices"
	"strings"
)

// A clause is read whole or not at all: what is said in a part of it may be bound
// by the rest, "not after 9 unless it's Friday". So nothing may be left of it but
// glue; in the clause of the goal, the goal's own words in one piece, none of which
// binds anything.
type clause struct {
	from, to int
	found    []finding
	left     []left // words that nothing was found in
}

type left struct {
	word     string
	from, to int
}

var (
	// A conjunction begins a clause where somebody does something after it.
	border  = regexp.MustCompile(`([.;:!?,]+(?:\s+|$)|,|[()\n]+|\s[–—-]+\s)|(\s+)(?:and|but|so|because)\s+(?:i|we|it|my|our|he|she|they)\b`)
	hard    = regexp.MustCompile(`[.;:!?()\n]`)
	glue    = set("and & i we i'm we're i've we've can have got the please thanks it it's is be so")
	and     = set("and &")
	subject = set("i i'm i've i'll we we're we've he he's she she's they they're")
	// binding words say that something holds in part only.
	binding = set("unless except if but until till when whenever while after before since because only just not no never without than other every each alternate second " +
		"from then least most between although depending provided otherwise instead sometimes usually maybe")
	// tied words belong to what comes next, and so does a number to another.
	tied      = set("of or to under over about around nearly almost roughly")
	aNumber   = regexp.MustCompile(`^(?:\d+|` + strings.ReplaceAll(numberWords, " ", "|") + `)$`)
	objective = regexp.MustCompile(`(?i)^(?:(?:and|so|but|please|now|hi|hello)\b[\s,]*)*(?:(?:(?:i|we)(?:['’]d| would)? (?:like|hope|plan)|(?:(?:i|we) )?(?:want|need))(?: to)?|help me|my goal is(?: to)?)\b\s*`)
	ends      = regexp.MustCompile(`(?i)^(?:(?:and|so|but|please|to)\b\s*)+|(?i)(?:\s*\b(?:and|or|but|with|please|i can|i have|on|at|in|for|to|by|an?|the|my))+$`)
)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// clauses splits the text. What is found is never split.
func (r *reader) clauses() []clause {
	var out []clause
	from, at := 0, 0
	add := func(to int) {
		c := clause{from: from, to: to}
		for ; at < len(r.found) && r.found[at].from < to; at++ {
			c.found = append(c.found, r.found[at])
		}
		for _, w := range word.FindAllIndex(r.left[from:to], -1) {
			c.left = append(c.left, left{strings.ReplaceAll(string(r.left[from+w[0]:from+w[1]]), "’", "'"), from + w[0], from + w[1]})
		}
		if len(c.found)+len(c.left) > 0 {
			out = append(out, c)
		}
	}
	for _, m := range border.FindAllStringSubmatchIndex(r.small, -1) {
		cut := m[2:4]
		if cut[0] < 0 {
			cut = m[4:6]
		}
		inside := slices.ContainsFunc(r.found, func(f finding) bool { return f.from <= cut[0] && cut[0] < f.to }) || r.left[cut[0]] == mark[0]
		if inside || cut[1]-cut[0] == 1 && r.digit(cut[0]-1) && r.digit(cut[1]) { // "1,5"
			continue
		}
		add(cut[0])
		from = cut[1]
	}
	add(len(r.text))
	return out
}

func (r *reader) digit(at int) bool {
	return at >= 0 && at < len(r.small) && r.small[at] >= '0' && r.small[at] <= '9'
}

// own are the words that are left and say something.
func (c clause) own() []left {
	return slices.DeleteFunc(slices.Clone(c.left), func(l left) bool { return glue[l.word] })
}

// goal returns the index of the clause that says what the wish is about: one that
// says what somebody wants and of which it is known what that takes, else one of
// these, else the first that says anything.
func (r *reader) goal(clauses []clause, known func(string) bool) int {
	best, worth := -1, 0
	for i, c := range clauses {
		if len(c.own()) == 0 {
			continue
		}
		text := r.text[c.left[0].from:c.left[len(c.left)-1].to]
		n := 1
		if objective.MatchString(text) {
			n++
		}
		if known != nil && known(text) {
			n += 2
		}
		if n > worth {
			best, worth = i, n
		}
	}
	return best
}

// read keeps what was found in a clause if that is all that it says; false if not.
func (r *reader) read(c clause, goal bool) bool {
	if !c.whole() || goal && !c.apart() || !goal && (len(c.own()) > 0 || slices.ContainsFunc(c.found, func(f finding) bool { return f.vague })) {
		return false
	}
	w, later := r.wish, r.saidLater(c.from)
	for _, f := range c.found {
		var instead []string
		if later > 0 {
			instead = w.giveWay(f, later)
		}
		if f.anew {
			instead, w.Windows = w.dropReadings(aboutHours, later), nil
		}
		before := w
		if !f.set(&w) {
			if later == 0 || f.kind != window {
				return false
			}
			if instead, w.Windows = w.dropReadings(aboutHours, later), nil; !f.set(&w) {
				return false
			}
		}
		means := f.means
		if f.frees != nil {
			w.dropReadings(aboutNever, later+1)
			if len(w.Never) > 0 {
				means += "; still not " + windowsText(w.Never)
			}
		}
		if instead = slices.DeleteFunc(instead, func(was string) bool { return was == means }); len(instead) > 0 {
			means += ", instead of " + strings.Join(instead, ", ")
		}
		about := subjectOf(before, w)
		if f.frees != nil {
			about = aboutNever
		}
		w.Readings = append(slices.Clip(w.Readings), Reading{Words: strings.Trim(r.text[f.begin():f.to], " ,;.:("), Means: means, Assumed: f.assumed, about: about, later: later, bounds: f.bounds, nevers: f.nevers})
	}
	r.wish = w
	return true
}

// whole tells whether nothing of what was found in a clause may bound the rest.
func (c clause) whole() bool {
	has := map[kind]bool{}
	for _, f := range c.found {
		has[f.kind] = true
	}
	for i, f := range c.found {
		if i > 0 && (!f.after(c.found[i-1]) || f.mayBeRefused(c.found[i-1]) && and[c.before(i)]) {
			return false
		}
	}
	said := func(l left) bool { return and[l.word] }
	weekly := has[window] || has[refusal] || has[exception] || has[often] || has[amount] || has[session]
	return !slices.ContainsFunc(c.left, func(l left) bool { return l.word[0] == mark[0] }) && // a day that nobody took
		!(has[dated] && weekly) && // "evenings until March"
		!(has[often] && has[window] && slices.ContainsFunc(c.left, said)) // "two evenings a week and Saturdays"
}

// after tells whether a finding means the same after another as by itself.
func (f finding) after(last finding) bool {
	switch {
	case f.kind == exception: // not of "at most 2 hours a day"
		return last.kind == window || last.kind == often
	case f.bare && f.kind == refusal: // "not before 9am, Mondays off"
		return last.kind != exception
	case f.bare: // "not Monday and Fridays"
		return last.kind != refusal && last.kind != exception
	}
	return true
}

// mayBeRefused tells whether "and" may join a time to one that may not be: "not Mondays and in the evenings".
func (f finding) mayBeRefused(last finding) bool {
	return last.kind == refusal && f.kind == window && !f.only && f.frees == nil
}

// continues tells whether what was found in a clause may go on with the clause before,
// which was not read or says when it may not be: "I play in a band, Tuesdays".
func (c clause) continues(before clause, read, goal bool) bool {
	if len(c.found) == 0 {
		return false
	}
	joined := false
	for _, l := range c.left {
		if l.from > c.found[0].from {
			break
		}
		if joined = and[l.word]; !joined { // it has words of its own: "and I can …"
			return false
		}
	}
	if joined && !read {
		return true
	}
	last := finding{kind: session}
	if n := len(before.found); n > 0 {
		last = before.found[n-1]
	}
	switch f := c.found[0]; {
	case f.bare, f.kind == exception:
		return !read || !f.after(last)
	case f.kind == window, f.kind == often, f.kind == amount, f.kind == session:
		first := slices.IndexFunc(before.left, func(l left) bool { return !and[l.word] && l.word != "but" && l.word != "so" })
		return !read && !goal && first >= 0 && subject[before.left[first].word]
	}
	return false
}

// apart tells whether the goal's words stand apart from what was found beside them.
func (c clause) apart() bool {
	own := c.own()
	if len(own) == 0 {
		return true
	}
	first, last := own[0], own[len(own)-1]
	if slices.ContainsFunc(c.left, func(l left) bool { return binding[l.word] }) {
		return false
	}
	for i, f := range c.found {
		if f.from > first.from && f.from < last.from || f.follows(c.before(i)) {
			return false
		}
	}
	if slices.ContainsFunc(c.found, func(f finding) bool { return f.lone }) {
		return false
	}
	// After what was found the goal begins anew: "by June I want to …".
	return len(c.found) == 0 || c.found[0].from > first.from || glue[c.left[0].word]
}

// before is the word that stands right before what was found, "" if there is none.
func (c clause) before(i int) string {
	word := ""
	for _, l := range c.left {
		if l.to <= c.found[i].begin() && (i == 0 || l.from >= c.found[i-1].to) {
			word = l.word
		}
	}
	return word
}

// begin is where the first of its words stands.
func (f finding) begin() int {
	if f.lead[1] > 0 {
		return f.lead[0]
	}
	return f.from
}

// follows tells whether a word before a finding may belong to it.
func (f finding) follows(word string) bool {
	counts := f.kind == often || f.kind == amount || f.kind == session
	return word != "" && (f.bare || tied[word] || counts && aNumber.MatchString(word))
}

// title returns the goal's words. Where they don't stand apart, it is what comes
// before that, or all.
func (r *reader) title(c clause, read bool) string {
	if read {
		from, to := c.left[0].from, c.left[len(c.left)-1].to
		for _, f := range c.found {
			if f.lead[1] > 0 && f.lead[0] >= from { // "I want 60 hours of driving practice in all"
				return strings.TrimSpace(r.trim(from, f.lead[0]) + " " + r.trim(f.lead[1], to))
			}
		}
		return r.trim(from, to)
	}
	cut := c.to
	for _, f := range c.found {
		cut = min(cut, f.from)
	}
	for _, l := range c.left {
		if binding[l.word] || l.word[0] == mark[0] {
			cut = min(cut, l.from)
		}
	}
	if text := r.trim(c.from, cut); text != "" {
		return text
	}
	return r.trim(c.from, c.to)
}

func (r *reader) trim(from, to int) string {
	text := strings.Join(strings.Fields(r.text[from:max(from, to)]), " ")
	return ends.ReplaceAllString(objective.ReplaceAllString(text, ""), "")
}

// settle reads the clauses, and quotes those that are not read: of one sentence
// together.
func (r *reader) settle(known func(string) bool) {
	clauses := r.clauses()
	goal := r.goal(clauses, known)
	read := false // the clause before
	for i, c := range clauses {
		sentence := i > 0 && !hard.MatchString(r.text[clauses[i-1].to:c.from]) // of the clause before
		before := read
		read = !(sentence && i != goal && c.continues(clauses[i-1], before, i-1 == goal)) && (len(c.found)+len(c.own()) == 0 || r.read(c, i == goal))
		if i == goal {
			r.wish.Title = r.title(c, read)
		}
		from := c.from
		if n := len(r.wish.Unread); !read && sentence && !before {
			from = clauses[i-1].to - len(r.wish.Unread[n-1])
			r.wish.Unread = r.wish.Unread[:n-1]
		}
		if !read {
			r.wish.Unread = append(r.wish.Unread, strings.Trim(r.text[from:c.to], " ,;.:\n\t"))
		}
	}
}
