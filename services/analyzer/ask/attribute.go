package ask

import (
	"regexp"
	"slices"
	"strings"
)

// A Naming is where a note has a name.
type Naming int

// The places of names.
const (
	_      Naming = iota
	NextTo        // next to the subject: "the Iron House gym", "movie w ines, hamnet"
	Behind        // as the next word: "Priya Sharma"
	Around        // anywhere around it
)

// An Attribute is what a question asks of its subject that is neither an amount
// nor a day: a colour, an age, a name, what somebody said. A note on the subject
// that does not tell it is no answer, however close it comes.
type Attribute struct {
	What  string         // completes "the notes on the lamp do not tell …"
	asks  *regexp.Regexp // in the question; what its group has must not be the user
	told  *regexp.Regexp // in the words of a note around the subject
	noun  *regexp.Regexp // subjects that are only its name
	Names Naming         // where a name tells it as well
	Words bool           // no number tells it, whatever else the question sounds like
	Topic bool           // the note tells it of what stands behind "about"
	Verb  bool           // the verb of the question tells it: "Lena put flowers there"
	Dated bool           // it is a day that its words give
}

var attributes = []Attribute{
	{
		What: "the colour",
		asks: regexp.MustCompile(`(?i)\b(?:what|which) colou?r\b|\bcolou?r of\b`),
		told: regexp.MustCompile(`(?i)\b(?:black|white|red|green|blue|yellow|orange|purple|pink|brown|gr[ae]y|beige|teal|navy|turquoise|gold(?:en)?|silver|violet|maroon|cream|mint|olive|lilac|ivory)\b`),
		noun: regexp.MustCompile(`(?i)^(?:colou?rs?)$`),
	}, {
		What: "the size",
		asks: regexp.MustCompile(`(?i)\b(?:what|which)\b.{0,20}\bsize\b|\bsize of\b`),
		told: regexp.MustCompile(`(?i)\bsized? (?:is |was |= ?)?(?:\d|x?[sml]\b|xx?l\b)|\b\d+(?:\.5)? (?:eu|us|uk|inch(?:es)?|cm|mm|m2|sqm|sq)\b|\b(?:eu|us|uk) ?\d`),
		noun: regexp.MustCompile(`(?i)^size$`),
	}, {
		What: "the age",
		asks: regexp.MustCompile(`(?i)\bhow old\b|\b(?:what|the) age\b`),
		told: regexp.MustCompile(`(?i)\b\d+(?:st|nd|rd|th)?[ -]?(?:years?|yrs?|months?|weeks?|days?)?[ -]?(?:old|birthday|bday)\b|\b\d+ ?(?:yo|y/o)\b|\b(?:turn(?:s|ed|ing)?|aged?) \d+|\bborn\b`),
		noun: regexp.MustCompile(`(?i)^(?:old|age)$`),
	}, {
		What:  "that name",
		asks:  regexp.MustCompile(`(?i)\b(?:last|family|sur|middle|full|second|maiden)[ -]?name\b`),
		told:  regexp.MustCompile(`(?i)\b(?:last|family|sur|middle|full|second|maiden)[ -]?name\b`),
		Names: Behind,
		noun:  regexp.MustCompile(`(?i)^(?:.*name)$`),
	}, {
		What:  "the name",
		asks:  regexp.MustCompile(`(?i)\bnames? of\b|['’]s name\b|\bwhat(?:['’]?s| is| was| are)\b.*\bcalled\b`),
		told:  regexp.MustCompile(`(?i)\b(?:called|named|nicknamed?|name(?:['’]s| is| was))\b|\b(?:mr|mrs|ms|dr|uncle|aunt)\.? ?\pL+`),
		Names: NextTo,
		noun:  regexp.MustCompile(`(?i)^(?:names?|called|call)$`),
	}, {
		What: "the name",
		asks: regexp.MustCompile(`(?i)\bwhat d(?:o|id) (?:\pL+ ){1,2}(?:call|name)\b`),
		told: regexp.MustCompile(`(?i)\b(?:called|named|nicknamed?|name(?:['’]s| is| was)?)\b`),
		noun: regexp.MustCompile(`(?i)^(?:names?|called|call)$`),
	}, {
		What:  "which one",
		asks:  regexp.MustCompile(`(?i)\b(?:what|which)(?:['’]?s| is| was| are| were)?(?: the)? (?:book|novel|film|movie|song|album|show|series|podcast|band|artist|restaurant|hotel|caf[eé]|bar|pub|brand|airline|school|university|hospital|company|museum|theat(?:re|er)|gym|shop|store|market|club|church|magazine|app|charity|employer)s?\b`),
		noun:  regexp.MustCompile(`(?i)^brand$`),
		told:  regexp.MustCompile(`(?i)\b(?:called|named|titled)\b|["“][^"”]+["”]`),
		Names: NextTo,
	}, {
		What:  "the place",
		asks:  regexp.MustCompile(`(?i)\b(?:what|which)(?:['’]?s| is| was)?(?: the)? (?:city|town|village|country|place|island|beach|street|station|airport|neighbou?rhood)\b`),
		told:  regexp.MustCompile(`(?i)\b(?:street|avenue|road|square|[a-z0-9]+ (?:st|ave|rd|blvd))\b`),
		Names: Around,
		noun:  regexp.MustCompile(`(?i)^(?:city|town|village|country|place|island|beach|street|station|airport|neighbou?rhood)$`),
	}, {
		What: "the food",
		asks: regexp.MustCompile(`(?i)\b(?:what|which)(?: (?:kind|sort|type)s? of)? (?:food|meal|dish|cuisine)\b`),
		told: regexp.MustCompile(`\pL`), // any name of a dish, which no list has all of
		noun: regexp.MustCompile(`(?i)^(?:food|eat|meal|dish|cuisine|kind)$`),
	}, {
		What: "what was said", Words: true, Topic: true,
		asks: regexp.MustCompile(`(?i)\bwhat\b.*?\b(?:did|does|has|have|had|do)\s+(?:my |the |our )?(\pL+)(?:\s+\pL+){0,3}?\s+(?:say|said|tell|told|think|thought|want|wanted|answer|reply|replied|promise|suggest|recommend|advise|mention|explain)\b`),
		told: regexp.MustCompile(`(?i)\b(?:says?|said|saying|tells?|told|asks?|asked|thinks?|thought|wants?|wanted|call(?:s|ed)|answer\w*|repl(?:y|ie[sd])|writes?|wrote|texts?|texted|sent|promis\w+|suggest\w*|recommend\w*|advis\w+|mention\w*|explain\w*|warn\w*|agree[sd]?|refus\w+|insist\w*|announc\w+|admit\w*|orders?|ordered|prescrib\w+|counts|apparently|according)\b|["“]`),
		noun: regexp.MustCompile(`(?i)^(?:say|said|tell|told|think|thought|want|wanted|answer|reply|mention|explain)$`),
	}, {
		What: "what was given", Words: true,
		asks: regexp.MustCompile(`(?i)\bwhat\b.*?\b(?:did|has|have)\s+(?:my |the |our )?(\pL+)(?:\s+\pL+){0,2}?\s+(?:give|given|get|got|buy|bought|bring|brought|send|sent|lend|lent)\s+(?:me|us)\b`),
		told: regexp.MustCompile(`(?i)\b(?:gave|gives?|given|got (?:me|us)|brought|brings?|bought me|sent|sends|lent|lends?|surprised)\b|\b(?:presents?|gifts?)? ?from (?:her|him|them)\b|\b(?:presents?|gifts?) from\b`),
		noun: regexp.MustCompile(`(?i)^(?:give|gave|given|get|got|buy|bring|send|lend)$`),
	}, {
		What:  "who it was",
		asks:  regexp.MustCompile(`(?i)^\W*(?:and\s+)?who\s+(?:did|do|else|has|have|[a-z]+(?:ed|t|n|de|ve|ght|s))\b`),
		told:  regexp.MustCompile(`(?i)\b(?:i|we|he|she|they|someone|somebody|everyone|mum|mom|mother|dad|father|sister|brother|wife|husband|partner|girlfriend|boyfriend|kids?|son|daughter|friends?|boss|doctor|coach|neighbou?rs?|plumber|landlord|guy|colleagues?|team)\b`),
		Names: Around,
		Verb:  true,
	}, {
		What: "how many people",
		asks: regexp.MustCompile(`(?i)\bhow many (?:people|persons|guests|friends|colleagues|coworkers|kids|children|men|women|players|participants|students|others)\b`),
		told: regexp.MustCompile(`(?i)\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundreds?|dozens?|both) (?:of us|of them|\pL+ )?(?:people|persons|guests|friends|colleagues|coworkers|kids|children|men|women|players|participants|students|others|of us|of them)\b|\bof (?:us|them)\b|\bpeople: ?\d|\bjust (?:me|us|the two)\b|\balone\b`),
		noun: regexp.MustCompile(`(?i)^(?:people|persons|guests|friends)$`),
	}, {
		What: "a favourite",
		asks: regexp.MustCompile(`(?i)\bfavou?rite\b`),
		told: regexp.MustCompile(`(?i)\b(?:favou?rite|best|loves?|loved|adores?|prefers?)\b`),
		noun: regexp.MustCompile(`(?i)^favou?rite$`),
	}, {
		What: "a preference",
		asks: regexp.MustCompile(`(?i)\b(?:do|did|would|does) (?:i|we|(?:my )?\pL+) prefer\b|\b(?:do|did) (?:i|we) like\b.*\b(?:more|better|or)\b`),
		told: regexp.MustCompile(`(?i)\b(?:prefer(?:s|red)?|rather|better than|favou?rite|likes?|liked|loves?|loved|enjoy(?:s|ed)?|hates?|hated)\b`),
		noun: regexp.MustCompile(`(?i)^(?:prefer|like)$`),
	}, {
		What: "the job",
		asks: regexp.MustCompile(`(?i)['’]s (?:job|profession|occupation)\b|\bjob of\b|\bdo(?:es)? .*\bfor a living\b`),
		told: regexp.MustCompile(`(?i)\b(?:works?|working|worked) (?:as|at|in|for|nights|days)\b|\b(?:job|professional|profession|career)\b|\bis an? \pL+|\(\pL+\)`),
		noun: regexp.MustCompile(`(?i)^(?:job|profession|occupation|living|work)$`),
	}, {
		What: "the purchase",
		asks: regexp.MustCompile(`(?i)\bwhen did (?:i|we) (?:buy|get|order|purchase)\b`),
		told: regexp.MustCompile(`(?i)\b(?:bought|buy|got|get|order(?:ed)?|new|purchased?|paid|picked up|gift|present|arrived)\b|\d\.\d\d\b|[$€£]`),
		noun: regexp.MustCompile(`(?i)^(?:buy|get|order|purchase)$`),
	}, {
		What: "what was worn",
		asks: regexp.MustCompile(`(?i)\bwhat\b.*\b(?:wear|wore)\b`),
		told: regexp.MustCompile(`(?i)\b(?:wear|wore|wearing|worn|dress(?:ed)?|shirt|suit|jacket|jeans|costume|(?:came|come|went|go|going) as)\b`),
		noun: regexp.MustCompile(`(?i)^(?:wear|wore)$`),
	}, {
		What: "a goal",
		asks: regexp.MustCompile(`(?i)\bdo i (?:want|plan|hope|aim|intend) to\b|\bmy (?:goal|target|aim)\b`),
		told: regexp.MustCompile(`(?i)\b(?:goals?|targets?|wants?|aim|plan\w*|resolutions?|hope|hoping|try|trying|should|will|going to|gonna|next)\b`),
	}, {
		What: "a time of day",
		asks: regexp.MustCompile(`(?i)\bwhen did (?:i|we) (?:go to bed|get up|wake(?: up)?|get home|fall asleep)\b|\b(?:what|which) time\b|\bhow late (?:did|do|was|is)\b`),
		told: regexp.MustCompile(`(?i)\b\d{1,2}[:.h][0-5]\d\b|\b\d{1,2} ?(?:am|pm|o['’]?clock)\b|\b(?:at|by|until|till|from|around|before|after) (?:~ ?)?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight)\b|\b(?:noon|midnight|half past|quarter (?:to|past))\b`),
		noun: regexp.MustCompile(`(?i)^(?:time|late|usually|go)$`),
	}, {
		What: "a birth", Dated: true,
		asks: regexp.MustCompile(`(?i)\bwhen\b.*\bborn\b`),
		told: regexp.MustCompile(`(?i)\b(?:born|birth|arrived|delivered|is here|baby (?:boy|girl))\b`),
		noun: regexp.MustCompile(`(?i)^(?:born)$`),
	}, {
		What: "a death", Dated: true,
		asks: regexp.MustCompile(`(?i)\bwhen did\b.*\bdie\b`),
		told: regexp.MustCompile(`(?i)\b(?:died|dead|passed(?: away)?|funeral|gone|lost)\b`),
		noun: regexp.MustCompile(`(?i)^(?:die)$`),
	}, {
		What: "a wedding", Dated: true,
		asks: regexp.MustCompile(`(?i)\bwhen\b.*\b(?:married|marry)\b`),
		told: regexp.MustCompile(`(?i)\b(?:married|wedding|wed|tied the knot|bride|groom)\b`),
		noun: regexp.MustCompile(`(?i)^(?:marry|married)$`),
	},
}

// theUser is who a note tells of anyway.
var theUser = []string{"i", "we", "you", "it", "notes", "my"}

// attribute finds what the question asks of its subject, nil if it asks nothing
// in particular.
func (q *Query) attribute() *Attribute {
	for i, a := range attributes {
		m := a.asks.FindStringSubmatch(q.Text)
		if m != nil && (len(m) < 2 || !slices.Contains(theUser, strings.ToLower(m[1]))) {
			return &attributes[i]
		}
	}
	return nil
}

// Told reports whether words on the subject tell the attribute.
func (a *Attribute) Told(words string) bool { return a.told.MatchString(words) }

// Noun reports whether a term only names the attribute: the colour of the lamp is
// told without the word.
func (a *Attribute) Noun(term string) bool { return a.noun != nil && a.noun.MatchString(term) }

// about is what a question asks somebody's words on.
var about = regexp.MustCompile(`(?i)\b(?:about|regarding|concerning)\s+(.+)$`)

// Topic returns the words behind "about", "" if there are none.
func (q *Query) Topic() string {
	if m := about.FindStringSubmatch(q.Text); m != nil {
		return m[1]
	}
	return ""
}
