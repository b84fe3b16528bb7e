package analyzer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// An attribute is what a question asks of its subject that is neither an amount
// nor a day: a colour, an age, a name, what somebody said. A note on the subject
// that does not tell it is no answer, however close it comes.
type attribute struct {
	what  string         // completes "the notes on the lamp do not tell …"
	asks  *regexp.Regexp // in the question; what its group has must not be the user
	told  *regexp.Regexp // in the words of a note around the subject
	names naming         // where a name tells it as well
	noun  *regexp.Regexp // subjects that are only its name
	words bool           // no number tells it, whatever else the question sounds like
	topic bool           // the note tells it of what stands behind "about"
	verb  bool           // the verb of the question tells it: "Lena put flowers there"
}

var attributes = []attribute{
	{
		what: "the colour",
		asks: regexp.MustCompile(`(?i)\b(?:what|which) colou?r\b|\bcolou?r of\b`),
		told: regexp.MustCompile(`(?i)\b(?:black|white|red|green|blue|yellow|orange|purple|pink|brown|gr[ae]y|beige|teal|navy|turquoise|gold(?:en)?|silver|violet|maroon|cream|mint|olive|lilac|ivory)\b`),
		noun: regexp.MustCompile(`(?i)^(?:colou?rs?)$`),
	}, {
		what: "the size",
		asks: regexp.MustCompile(`(?i)\b(?:what|which)\b.{0,20}\bsize\b|\bsize of\b`),
		told: regexp.MustCompile(`(?i)\bsized? (?:is |was |= ?)?(?:\d|x?[sml]\b|xx?l\b)|\b\d+(?:\.5)? (?:eu|us|uk|inch(?:es)?|cm|mm|m2|sqm|sq)\b|\b(?:eu|us|uk) ?\d`),
		noun: regexp.MustCompile(`(?i)^size$`),
	}, {
		what: "the age",
		asks: regexp.MustCompile(`(?i)\bhow old\b|\b(?:what|the) age\b`),
		told: regexp.MustCompile(`(?i)\b\d+(?:st|nd|rd|th)?[ -]?(?:years?|yrs?|months?|weeks?|days?)?[ -]?(?:old|birthday|bday)\b|\b\d+ ?(?:yo|y/o)\b|\b(?:turn(?:s|ed|ing)?|aged?) \d+|\bborn\b`),
		noun: regexp.MustCompile(`(?i)^(?:old|age)$`),
	}, {
		what:  "that name",
		asks:  regexp.MustCompile(`(?i)\b(?:last|family|sur|middle|full|second|maiden)[ -]?name\b`),
		told:  regexp.MustCompile(`(?i)\b(?:last|family|sur|middle|full|second|maiden)[ -]?name\b`),
		names: behind,
		noun:  regexp.MustCompile(`(?i)^(?:.*name)$`),
	}, {
		what:  "the name",
		asks:  regexp.MustCompile(`(?i)\bnames? of\b|['’]s name\b|\bwhat(?:['’]?s| is| was| are)\b.*\bcalled\b`),
		told:  regexp.MustCompile(`(?i)\b(?:called|named|nicknamed?|name(?:['’]s| is| was))\b|\b(?:mr|mrs|ms|dr|uncle|aunt)\.? ?\pL+`),
		names: nextTo,
		noun:  regexp.MustCompile(`(?i)^(?:names?|called|call)$`),
	}, {
		what: "the name",
		asks: regexp.MustCompile(`(?i)\bwhat d(?:o|id) (?:\pL+ ){1,2}(?:call|name)\b`),
		told: regexp.MustCompile(`(?i)\b(?:called|named|nicknamed?|name(?:['’]s| is| was)?)\b`),
		noun: regexp.MustCompile(`(?i)^(?:names?|called|call)$`),
	}, {
		what:  "which one",
		asks:  regexp.MustCompile(`(?i)\b(?:what|which)(?:['’]?s| is| was| are| were)?(?: the)? (?:book|novel|film|movie|song|album|show|series|podcast|band|artist|restaurant|hotel|caf[eé]|bar|pub|brand|airline|school|university|hospital|company|museum|theat(?:re|er)|gym|shop|store|market|club|church|magazine|app|charity|employer)s?\b`),
		noun:  regexp.MustCompile(`(?i)^brand$`),
		told:  regexp.MustCompile(`(?i)\b(?:called|named|titled)\b|["“][^"”]+["”]`),
		names: nextTo,
	}, {
		what:  "the place",
		asks:  regexp.MustCompile(`(?i)\b(?:what|which)(?:['’]?s| is| was)?(?: the)? (?:city|town|village|country|place|island|beach|street|station|airport|neighbou?rhood)\b`),
		told:  regexp.MustCompile(`(?i)\b(?:street|avenue|road|square|[a-z0-9]+ (?:st|ave|rd|blvd))\b`),
		names: around,
		noun:  regexp.MustCompile(`(?i)^(?:city|town|village|country|place|island|beach|street|station|airport|neighbou?rhood)$`),
	}, {
		what: "the food",
		asks: regexp.MustCompile(`(?i)\b(?:what|which)(?: (?:kind|sort|type)s? of)? (?:food|meal|dish|cuisine)\b`),
		told: regexp.MustCompile(`\pL`), // any name of a dish, which no list has all of
		noun: regexp.MustCompile(`(?i)^(?:food|eat|meal|dish|cuisine|kind)$`),
	}, {
		what: "what was said", words: true, topic: true,
		asks: regexp.MustCompile(`(?i)\bwhat\b.*?\b(?:did|does|has|have|had|do)\s+(?:my |the |our )?(\pL+)(?:\s+\pL+){0,3}?\s+(?:say|said|tell|told|think|thought|want|wanted|answer|reply|replied|promise|suggest|recommend|advise|mention|explain)\b`),
		told: regexp.MustCompile(`(?i)\b(?:says?|said|saying|tells?|told|asks?|asked|thinks?|thought|wants?|wanted|call(?:s|ed)|answer\w*|repl(?:y|ie[sd])|writes?|wrote|texts?|texted|sent|promis\w+|suggest\w*|recommend\w*|advis\w+|mention\w*|explain\w*|warn\w*|agree[sd]?|refus\w+|insist\w*|announc\w+|admit\w*|orders?|ordered|prescrib\w+|counts|apparently|according)\b|["“]`),
		noun: regexp.MustCompile(`(?i)^(?:say|said|tell|told|think|thought|want|wanted|answer|reply|mention|explain)$`),
	}, {
		what: "what was given", words: true,
		asks: regexp.MustCompile(`(?i)\bwhat\b.*?\b(?:did|has|have)\s+(?:my |the |our )?(\pL+)(?:\s+\pL+){0,2}?\s+(?:give|given|get|got|buy|bought|bring|brought|send|sent|lend|lent)\s+(?:me|us)\b`),
		told: regexp.MustCompile(`(?i)\b(?:gave|gives?|given|got (?:me|us)|brought|brings?|bought me|sent|sends|lent|lends?|surprised)\b|\b(?:presents?|gifts?)? ?from (?:her|him|them)\b|\b(?:presents?|gifts?) from\b`),
		noun: regexp.MustCompile(`(?i)^(?:give|gave|given|get|got|buy|bring|send|lend)$`),
	}, {
		what:  "who it was",
		asks:  regexp.MustCompile(`(?i)^\W*(?:and\s+)?who\s+(?:did|do|else|has|have|[a-z]+(?:ed|t|n|de|ve|ght|s))\b`),
		told:  regexp.MustCompile(`(?i)\b(?:i|we|he|she|they|someone|somebody|everyone|mum|mom|mother|dad|father|sister|brother|wife|husband|partner|girlfriend|boyfriend|kids?|son|daughter|friends?|boss|doctor|coach|neighbou?rs?|plumber|landlord|guy|colleagues?|team)\b`),
		names: around,
		verb:  true,
	}, {
		what: "how many people",
		asks: regexp.MustCompile(`(?i)\bhow many (?:people|persons|guests|friends|colleagues|coworkers|kids|children|men|women|players|participants|students|others)\b`),
		told: regexp.MustCompile(`(?i)\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundreds?|dozens?|both) (?:of us|of them|\pL+ )?(?:people|persons|guests|friends|colleagues|coworkers|kids|children|men|women|players|participants|students|others|of us|of them)\b|\bof (?:us|them)\b|\bpeople: ?\d|\bjust (?:me|us|the two)\b|\balone\b`),
		noun: regexp.MustCompile(`(?i)^(?:people|persons|guests|friends)$`),
	}, {
		what: "a favourite",
		asks: regexp.MustCompile(`(?i)\bfavou?rite\b`),
		told: regexp.MustCompile(`(?i)\b(?:favou?rite|best|loves?|loved|adores?|prefers?)\b`),
		noun: regexp.MustCompile(`(?i)^favou?rite$`),
	}, {
		what: "a preference",
		asks: regexp.MustCompile(`(?i)\b(?:do|did|would|does) (?:i|we|(?:my )?\pL+) prefer\b|\b(?:do|did) (?:i|we) like\b.*\b(?:more|better|or)\b`),
		told: regexp.MustCompile(`(?i)\b(?:prefer(?:s|red)?|rather|better than|favou?rite|likes?|liked|loves?|loved|enjoy(?:s|ed)?|hates?|hated)\b`),
		noun: regexp.MustCompile(`(?i)^(?:prefer|like)$`),
	}, {
		what: "the job",
		asks: regexp.MustCompile(`(?i)['’]s (?:job|profession|occupation)\b|\bjob of\b|\bdo(?:es)? .*\bfor a living\b`),
		told: regexp.MustCompile(`(?i)\b(?:works?|working|worked) (?:as|at|in|for|nights|days)\b|\b(?:job|professional|profession|career)\b|\bis an? \pL+|\(\pL+\)`),
		noun: regexp.MustCompile(`(?i)^(?:job|profession|occupation|living|work)$`),
	}, {
		what: "the purchase",
		asks: regexp.MustCompile(`(?i)\bwhen did (?:i|we) (?:buy|get|order|purchase)\b`),
		told: regexp.MustCompile(`(?i)\b(?:bought|buy|got|get|order(?:ed)?|new|purchased?|paid|picked up|gift|present|arrived)\b|\d\.\d\d\b|[$€£]`),
		noun: regexp.MustCompile(`(?i)^(?:buy|get|order|purchase)$`),
	}, {
		what: "what was worn",
		asks: regexp.MustCompile(`(?i)\bwhat\b.*\b(?:wear|wore)\b`),
		told: regexp.MustCompile(`(?i)\b(?:wear|wore|wearing|worn|dress(?:ed)?|shirt|suit|jacket|jeans|costume|(?:came|come|went|go|going) as)\b`),
		noun: regexp.MustCompile(`(?i)^(?:wear|wore)$`),
	}, {
		what: "a goal",
		asks: regexp.MustCompile(`(?i)\bdo i (?:want|plan|hope|aim|intend) to\b|\bmy (?:goal|target|aim)\b`),
		told: regexp.MustCompile(`(?i)\b(?:goals?|targets?|wants?|aim|plan\w*|resolutions?|hope|hoping|try|trying|should|will|going to|gonna|next)\b`),
	}, {
		what: "a time of day",
		asks: regexp.MustCompile(`(?i)\bwhen did (?:i|we) (?:go to bed|get up|wake(?: up)?|get home|fall asleep)\b|\b(?:what|which) time\b|\bhow late (?:did|do|was|is)\b`),
		told: regexp.MustCompile(`(?i)\b\d{1,2}[:.h][0-5]\d\b|\b\d{1,2} ?(?:am|pm|o['’]?clock)\b|\b(?:at|by|until|till|from|around|before|after) (?:~ ?)?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b|\b(?:noon|midnight|half past|quarter (?:to|past))\b`),
		noun: regexp.MustCompile(`(?i)^(?:time|late|usually|go)$`),
	}, {
		what: "a birth",
		asks: regexp.MustCompile(`(?i)\bwhen\b.*\bborn\b`),
		told: regexp.MustCompile(`(?i)\b(?:born|birth|arrived|delivered|is here|baby (?:boy|girl))\b`),
		noun: regexp.MustCompile(`(?i)^(?:born)$`),
	}, {
		what: "a death",
		asks: regexp.MustCompile(`(?i)\bwhen did\b.*\bdie\b`),
		told: regexp.MustCompile(`(?i)\b(?:died|dead|passed(?: away)?|funeral|gone|lost)\b`),
		noun: regexp.MustCompile(`(?i)^(?:die)$`),
	}, {
		what: "a wedding",
		asks: regexp.MustCompile(`(?i)\bwhen\b.*\b(?:married|marry)\b`),
		told: regexp.MustCompile(`(?i)\b(?:married|wedding|wed|tied the knot|bride|groom)\b`),
		noun: regexp.MustCompile(`(?i)^(?:marry|married)$`),
	},
}

// theUser is who a note tells of anyway.
var theUser = []string{"i", "we", "you", "it", "notes", "my"}

// asksOf returns the attribute that a question asks of its subject, nil if none.
func (p *part) asksOf() *attribute {
	for i, a := range attributes {
		m := a.asks.FindStringSubmatch(p.question)
		if m != nil && (len(m) < 2 || !slices.Contains(theUser, strings.ToLower(m[1]))) {
			return &attributes[i]
		}
	}
	return nil
}

// withoutNouns leaves out of the subjects those that only name the attribute,
// where the question is about something else: the colour of the lamp is told
// without the word.
func (p *part) withoutNouns() []*subject {
	a := p.asksOf()
	if a == nil || a.noun == nil {
		return p.subjects
	}
	rest := slices.DeleteFunc(slices.Clone(p.subjects), func(s *subject) bool { return a.noun.MatchString(s.name) })
	if len(rest) == 0 {
		return p.subjects
	}
	return rest
}

// head reports whether a subject is the thing that a question asks which one it
// is, or what was said about: without a note on it there is no answer.
func (p *part) head(s *subject) bool {
	at, _ := s.place(p.tokens)
	return at >= 0 && heads.MatchString(p.question[:p.tokens[at].Start])
}

var heads = regexp.MustCompile(`(?i)(?:^\W*(?:what|which)|\b(?:name|colou?r|title|about)(?: of)?)\s+(?:(?:is|was|the|my|our|his|her|their|this|that)\s+)*$`)

// An untold stance has notes, none of which tells the attribute asked for.
type untold struct {
	part  *part
	about string
	stance
	*attribute
}

// particular answers a question for an attribute of its subject, or for what
// somebody else did, where no note tells it or only its sentence may be quoted.
// What no note tells is a gap, beside what comes closest.
func (q *inquiry) particular(p *part, st stance) bool {
	if st.subject == nil {
		return false
	}
	a, about := p.asksOf(), p.words(st.subject)
	if a == nil {
		d := q.deed(p)
		if d == nil {
			return false
		}
		if q.tellDeed(p, d, st.told) {
			q.told(p)
			return true
		}
		a, about = &attribute{what: "that"}, d.about(p)
	} else if slices.ContainsFunc(st.told, func(n *note) bool { return q.tells(p, st.subject, n, a) }) {
		q.told(p)
		return false
	}
	if !p.attributed && !slices.ContainsFunc(q.untold, func(u untold) bool { return u.part == p }) {
		q.untold = append(q.untold, untold{p, about, st, a})
	}
	if !p.attributed {
		q.lookUp(p, st)
	}
	return !p.attributed
}

// told notes that some note tells what a part asks in particular: then it is no
// gap that those on another of its subjects don't.
func (q *inquiry) told(p *part) {
	q.untold = slices.DeleteFunc(q.untold, func(u untold) bool { return u.part == p })
	p.attributed = true
}

// words names a subject as the question does, with what stands between its parts.
func (p *part) words(s *subject) string {
	from, to := len(p.tokens), 0
	for _, m := range append([]*subject{s}, s.all...) {
		if at, n := m.place(p.tokens); at >= 0 {
			from, to = min(from, at), max(to, at+n)
		}
	}
	if to == 0 || to-from > 6 {
		return s.name
	}
	if from > 0 && slices.Contains([]string{"the", "my", "our", "his", "her", "their"}, p.tokens[from-1].Folded) {
		from--
	}
	said := strings.TrimSuffix(strings.TrimSuffix(p.question[p.tokens[from].Start:p.tokens[to-1].End], "'s"), "’s")
	return strings.TrimSpace(toUser.Replace(" " + said + " "))
}

// toUser turns what users say of themselves into what is said to them.
var toUser = strings.NewReplacer(" i ", " you ", " I ", " you ", " my ", " your ", " My ", " your ", " me ", " you ", " our ", " your ", " we ", " you ")

// tells reports whether a note tells the attribute of the subject.
func (q *inquiry) tells(p *part, s *subject, n *note, a *attribute) bool {
	if a.topic && !q.onTopic(p, n) {
		return false
	}
	if a.topic && slices.ContainsFunc(n.tokens, func(t search.Token) bool { return p.says(t) && strings.HasPrefix(n.entry.GetText()[t.End:], ": ") }) {
		return true // "Tom: immovable"
	}
	if a.verb {
		if did, ok := p.didSo(n); ok {
			return did
		}
	}
	return a.told.MatchString(n.around(s)) || a.names != 0 && q.names(p, s, n, a.names)
}

// about is what a question asks somebody's words on.
var about = regexp.MustCompile(`(?i)\b(?:about|regarding|concerning)\s+(.+)$`)

// onTopic reports whether a note has one of the words behind "about", in any of
// its forms.
func (q *inquiry) onTopic(p *part, n *note) bool {
	m := about.FindStringSubmatch(p.question)
	if m == nil {
		return true
	}
	none := true
	for _, t := range search.Tokens(m[1]) {
		if search.Stopword(t.Folded) || search.Stopword(t.Stem) || slices.Contains([]string{"first", "second", "last", "next"}, t.Folded) {
			continue
		}
		none = false
		if token, said, denied := n.find(phrasesOf(q.lexicon.forms(t.Folded)...), nil); token >= 0 && (said || denied) {
			return true
		}
		if search.Contains(n.tokens, []search.Token{t}) {
			return true // planned or asked, it was spoken of
		}
	}
	return none
}

// around returns the words of a note that are on the subject: all if it is
// short, else its sentences with the subject and the one behind each, and those
// that go on with "she".
func (n *note) around(s *subject) string {
	text := n.entry.GetText()
	if len(text) <= shortNote {
		return text
	}
	wanted := map[int]bool{}
	for _, i := range s.placesIn(n) {
		k := n.sentenceOf(i)
		wanted[k], wanted[k+1] = true, true
	}
	for i, t := range n.tokens { // "… showed her the diary. she says …"
		if k := n.sentenceOf(i); i > 0 && n.sentenceOf(i-1) < k && wanted[k-1] && slices.Contains([]string{"he", "she", "they"}, t.Folded) {
			wanted[k] = true
		}
	}
	var b strings.Builder
	for i, t := range n.tokens {
		if !wanted[n.sentenceOf(i)] {
			continue
		}
		end := len(text)
		if i+1 < len(n.tokens) {
			end = n.tokens[i+1].Start
		}
		b.WriteString(text[t.Start:end])
	}
	return b.String()
}

// vague are verbs that notes have other words for.
var vague = []string{"is", "was", "are", "were", "did", "do", "has", "have", "had", "else", "came", "come", "went", "joined", "attended", "visited", "helped", "called", "paid", "organised", "organized", "took", "got"}

// didSo reports whether a note has the verb of a question for somebody, and
// whether it has to.
func (p *part) didSo(n *note) (did, ok bool) {
	at := slices.IndexFunc(p.tokens, func(t search.Token) bool { return t.Folded == "who" }) + 1
	if at == 0 || at >= len(p.tokens) || slices.Contains(vague, p.tokens[at].Folded) {
		return false, false
	}
	others, shared := 0, 0 // "I wanted a win" is none of a game
	for _, t := range p.tokens[at+1:] {
		if search.Stopword(t.Stem) {
			continue
		}
		others++
		if search.Contains(n.tokens, []search.Token{t}) {
			shared++
		}
	}
	return search.Contains(n.tokens, p.tokens[at:at+1]) && (others == 0 || shared > 0), true
}

// untoldGap is the gap of an attribute that no note tells.
func (q *inquiry) untoldGap(u untold) *commonv1.Gap {
	return &commonv1.Gap{
		Id: "attribute:" + slug(u.subjectName()) + "@" + u.span.key(), Type: commonv1.GapType_GAP_TYPE_TOPICAL, Severity: critical,
		Description: fmt.Sprintf("The notes on %s do not tell %s.", u.about, u.what),
		SearchTerms: u.subject.terms(), DateRange: dateRange(u.span.days),
	}
}
