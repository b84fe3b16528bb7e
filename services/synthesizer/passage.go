package synthesizer

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/weft-mesh/weft/notes/grounding"
	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

const (
	// brief is how many bytes of a note make a quote that stands for itself.
	brief = 110
	// maxQuote is how many bytes of a note are quoted at most.
	maxQuote = 200
)

// A clause is a piece of a note that can be quoted: a sentence, or a part of a
// long one. Its bounds are offsets in the note.
type clause struct {
	start, end int
	item       bool // of a list, or a heading: what stands beside it is another thing
}

// clauses returns the clauses of a note in its order, without the markup before
// their words.
func clauses(text string) []clause {
	var out []clause
	at := 0
	for _, s := range grounding.Sentences(text) {
		start := at + strings.Index(text[at:], s)
		at = start + len(s)
		bare := bareSentence(s)
		if bare == "" {
			continue
		}
		item := bare != s
		from := at - len(s) + strings.Index(s, bare)
		for _, p := range pieces(bare) {
			out = append(out, clause{from + p.start, from + p.end, item})
		}
	}
	return out
}

// pieces cuts a long sentence where a new thought begins: people who write in
// small letters have no sentences otherwise.
func pieces(s string) []clause {
	if len(s) <= brief {
		return []clause{{end: len(s)}}
	}
	var out []clause
	start := 0
	for i := 0; i+1 < len(s); i++ {
		if strings.IndexByte(".;!?", s[i]) >= 0 && s[i+1] == ' ' && i > start {
			out = append(out, clause{start: start, end: i + 1})
			for i++; i < len(s) && s[i] == ' '; i++ {
			}
			start = i
		}
	}
	if start < len(s) {
		out = append(out, clause{start: start, end: len(s)})
	}
	return out
}

// passage returns the words of a note that score best, with what stands beside
// them as far as that says more or is short, and their score. The words are a
// part of the note as it stands.
func passage(text string, score func(string) float64) (string, float64) {
	all := clauses(text)
	if len(all) == 0 {
		return "", 0
	}
	scores := make([]float64, len(all))
	best := 0
	for i, c := range all {
		scores[i] = score(text[c.start:c.end])
		if scores[i] > scores[best] {
			best = i
		}
	}
	from, to := best, best
	for grown := true; grown; {
		grown = false
		for _, next := range []int{to + 1, from - 1} {
			if next < 0 || next >= len(all) || all[next].item || all[best].item {
				continue
			}
			start, end := min(all[from].start, all[next].start), max(all[to].end, all[next].end)
			if room := brief; end-start <= room || scores[next] >= 0.5 && end-start <= maxQuote {
				from, to, grown = min(from, next), max(to, next), true
			}
		}
	}
	quote := text[all[from].start:all[to].end]
	if len(quote) > maxQuote {
		quote = around(quote, score)
	}
	return quote, scores[best]
}

// around cuts a quote that is too long to the part that scores best.
func around(s string, score func(string) float64) string {
	best, at := -1.0, 0
	for i := 0; i < len(s); i++ {
		if i > 0 && s[i-1] != ' ' {
			continue
		}
		if len(s)-i < maxQuote && i > 0 {
			break
		}
		if v := score(cut(s[i:], maxQuote)); v > best {
			best, at = v, i
		}
	}
	return cut(s[at:], maxQuote)
}

// shownAs is a quote on one line, with a sign where words of the note before or
// behind it are left out in the middle of a sentence.
func shownAs(text, quote string) string {
	var b strings.Builder
	sep := ""
	for line := range strings.SplitSeq(quote, "\n") {
		words := bareSentence(strings.TrimSpace(line))
		if words == "" {
			continue
		}
		b.WriteString(sep + words)
		sep = between(line, words)
	}
	shown := b.String()
	if at := strings.Index(text, quote); at >= 0 {
		if before := strings.TrimRight(text[:at], " \t"); before != "" && !ends(before) && bareSentence(lastLine(before)+" x") != "x" {
			shown = "… " + shown
		}
		if rest := text[at+len(quote):]; !ends(quote) && strings.Trim(rest, " \t\r\n.") != "" && !strings.HasPrefix(strings.TrimLeft(rest, " \t\r"), "\n") {
			shown += " …"
		}
	}
	return shown
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// ends reports whether a text stops where a sentence or a line may.
func ends(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?;:…)\n", r)
}

// asked weighs the words of a question: the fewer of the notes have one, the
// more it says.
func asked(question string, entries []*commonv1.Entry) map[string]float64 {
	in := map[string]int{}
	words := search.Meaning(question)
	for _, e := range entries {
		seen := map[string]bool{}
		for _, t := range search.Tokens(e.GetText()) {
			if words[t.Stem] && !seen[t.Stem] {
				seen[t.Stem] = true
				in[t.Stem]++
			}
		}
	}
	out := map[string]float64{}
	most := math.Log(1 + float64(len(entries)))
	for w := range words {
		if n := in[w]; n > 0 && most > 0 {
			out[w] = math.Log(1+float64(len(entries))/float64(n)) / most
		} else {
			out[w] = 1
		}
	}
	return out
}
