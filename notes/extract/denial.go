package extract

import (
	_ "embed"
	"strings"
)

//go:embed denial.txt
var denialFile string

// maxDenied is how many words a denial reaches.
const maxDenied = 6

// denial is the table of denial.txt: for a first word, the phrases that begin
// with it, by list.
type denial map[string][]denialPhrase

type denialPhrase struct {
	list  string
	words []string
}

func parseDenial(file string) denial {
	d := denial{}
	for line := range strings.Lines(file) {
		list, phrases, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(list, "#") {
			continue
		}
		for _, p := range strings.Split(phrases, "|") {
			w := strings.Fields(p)
			d[w[0]] = append(d[w[0]], denialPhrase{list, w})
		}
	}
	return d
}

// at returns the longest phrase at token i and its length in tokens.
func (d denial) at(s *scanned, i int) (list string, length int) {
	for _, p := range d[s.tokens[i].text] {
		if len(p.words) <= length {
			continue
		}
		k := 0
		for k < len(p.words) && i+k < len(s.tokens) && s.tokens[i+k].text == p.words[k] && s.tokens[i+k].clause == s.tokens[i].clause {
			k++
		}
		if k == len(p.words) {
			list, length = p.list, k
		}
	}
	return list, length
}

// mark sets the denier of every token that the text denies.
func (d denial) mark(s *scanned) {
	for i := 0; i < len(s.tokens); {
		list, n := d.at(s, i)
		switch list {
		case "deny":
			d.reach(s, i, n, false)
		case "plan":
			d.reach(s, i, n, true)
		case "future":
			s.unreal[s.tokens[i].clause] = true
		}
		i += max(n, 1)
	}
}

// reach marks what the denial of n tokens at i denies.
func (d denial) reach(s *scanned, i, n int, plan bool) {
	seen := 0
	for k := i + n; k < len(s.tokens) && s.tokens[k].clause == s.tokens[i].clause; k++ {
		t := &s.tokens[k]
		if list, _ := d.at(s, k); list == "end" {
			return
		}
		if !plan && (t.text == "," || t.text == "(" || t.text == ")" || seen == maxDenied) {
			return
		}
		if t.denier < 0 {
			t.denier = i
		}
		if t.kind == word {
			seen++
		}
	}
}

// denies reports whether a token denies the one behind it.
func (s *scanned) denies(i int) bool {
	return i+1 < len(s.tokens) && s.tokens[i+1].denier == i
}

// denied reports whether the match from token i to end says something that the
// text denies.
func (d denial) denied(s *scanned, i, end int, captured []value) bool {
	if s.unreal[s.tokens[i].clause] {
		return true
	}
	outside := func(k int) bool { return s.tokens[k].denier >= 0 && s.tokens[k].denier < i }
	if outside(i) {
		return true
	}
	for _, v := range captured {
		if outside(v.from) {
			return true
		}
	}
	for end < len(s.tokens) && s.tokens[end].skippable() {
		end++
	}
	if end >= len(s.tokens) || s.tokens[end].clause != s.tokens[i].clause {
		return false
	}
	list, _ := d.at(s, end)
	if list == "undo" {
		return true
	}
	// "skipped" is in both lists: behind a name and before none it undoes.
	if list == "deny" && (s.tokens[end].text == "skipped" || s.tokens[end].text == "cancelled" || s.tokens[end].text == "canceled" || s.tokens[end].text == "missed") {
		return end+1 >= len(s.tokens) || s.tokens[end+1].clause != s.tokens[end].clause || s.tokens[end+1].kind == punct
	}
	return false
}
