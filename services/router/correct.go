package router

import (
	"regexp"
	"slices"
	"strings"

	"github.com/weft-mesh/weft/notes/search"
)

// A correction is what a sentence corrects by.
type correction struct {
	words      string // the sentence
	reason     string
	confidence float64
}

// A sign is a form that corrections have.
type sign struct {
	form   *regexp.Regexp
	reason string
	// names is true if the words of the groups must name two of a kind: two
	// foods, two days. "Tea not coffee" corrects, "warm not hot" describes.
	names bool
	// subject is true if the words of the group must name what is kept: a term, a
	// measure, a day, a value.
	subject bool
	// counted is true if the sentence must tell a number: "the 40 lengths were
	// breaststroke, not free".
	counted bool
	// alone is true if it counts only where nothing else is told.
	alone bool
}

// Parts of the forms.
const (
	// oops announces a change of what was said.
	oops = `(?:no|nope|nah|sorry|sory|sry|o+ps+|ups|whoops|wait|hold on|hang on|actually|nvm|never mind|my bad|my mistake|mea culpa|i made a mistake|i messed up|correction|typo|edit|fix|update|scratch that|strike that|scrap that)`
	// after may stand before a correction.
	after = `(?:\W*(?:` + oops + `|(?:can|could|would|will) you|please|pls|ah|oh|argh|ugh|hm+|and|ok|looking back|on second thought|small|quick|minor|note)\b[\s,.!:;–—-]*)`
	value = `(?:[€$£~]?\d+(?:[.,:/hx×]\d+)*(?:\s?(?:%|€|°c?|[a-z]+))?|\b(?:half )?an hour\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half)\b|` + day + `)`
	day   = `(?:yesterday|today|this morning|this evening|last night|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d+(?:st|nd|rd|th))`
	month = `(?:january|february|march|april|may|june|july|august|september|october|november|december)`
	// record is what keeps a value better than a memory does.
	record = `(?:watch|garmin|scales?|app|receipt|tracker|fitbit|phone|strava|log|calendar|clock|ticket|bill|machine|meter|cuff|computer)`
	prep   = `(?:(?:at|on|in|for|the|a|an|till|until|from|to|only|just) )*`
	not    = `(?:and )?(?:not|instead of|rather than|isn't|wasn't)`
	said   = `(?:had |have )?(?:said|wrote|written|put|logged|noted|typed|entered|recorded|tracked|saved|noted down|wrote down)`
	had    = `(?:'d|'ve)? `
	did    = `(?:ran|swam|slept|did|had|ate|walked|worked|paid|spent|lifted|benched|squatted|weighed|biked|cycled|drank|read|studied|took|bought|met|saw|used|watched|made|woke up at|got up at)`
	kept   = `(?:entry|note|log|record|reading|number|value)`
	be     = `(?:was|were|is|are|'s)`
	unit   = `(?:kgs?|lbs?|pounds|kilos|km|k|miles|meters|metres|grams|ounces|oz|ml|minutes|mins?|seconds|hours|reps|sets|steps|euros?|dollars|pounds|percent)`
	thing  = `(?:the|my|that|this|those|our|last) [^.;:?]{1,40}?`
)

func expr(parts ...string) *regexp.Regexp { return regexp.MustCompile(strings.Join(parts, "")) }

// signs are looked for in one sentence in lower case, the surest first.
var signs = []sign{
	{form: expr(`^\W*(?:small |quick |minor )?(?:correction|corrected|fix|edit|typo|erratum|amendment)\s*(?:[:,\-–—]|(?:on|for|of|to|about|regarding)\b[^.;?]*[:,\-–—] ?)`), reason: "It says that it is a correction."},
	{form: expr(`^\*[^\s*][^*]{0,24}$|^[^\s*]\S*(?: \S+)?\*+$`), reason: "An asterisk marks a correction."},
	{form: expr(`^`, after, `*(?:edit|correction|typo) `, prep, `\d|^`, after, `*typo\b(?:$|[^a-z]* (?:above|meant|should|sorry))|\b(?:was|is|that's|it's) a typo\b`), reason: "It calls what was kept a typo.", alone: true},
	{form: expr(`^`, after, `*(?:scratch|strike|scrap) (?:that|the|my)\b`), reason: "It takes back what was said."},
	{form: expr(`^`, after, `*(?:ignore|disregard|forget|undo|delete|cancel|remove) (?:that|this|it|last|the last (?:one|note|entry)|the above|my last (?:one|note|entry|message)|the previous (?:one|note|entry))[.!]?$|^`, after, `*(?:ignore|disregard|forget|undo|delete|cancel|remove) (?:the|my) (?:last|previous) (?:one|note|entry|message)\b`), reason: "It takes back what was said."},
	{form: expr(`^`, after, `*forget what i (?:said|wrote|put)\b`), reason: "It takes back what was said."},
	{form: expr(`^`, after, `*(?:delete|remove) (?:the|my|that) .*\bfrom (?:today|yesterday|my|the (?:note|log|entry|list))\b`), reason: "It tells to change what was kept."},
	{form: expr(`^`, after, `*(?:ignore|disregard|undo|delete|remove) (?:that|this|it|the|my|what i (?:said|wrote))\b.*\b(?:last|previous|earlier|note|entry|wrote|said|it's|it was)\b`), reason: "It takes back what was said."},

	{form: expr(`\bi (?:mean|meant|ment) (?:to (?:say|write|put|type|log|enter)\b|(?:[^.]* )?(?:not|instead of|rather than)\b)`), reason: "\"I meant\" corrects what was said."},
	{form: expr(`\b(?:what i meant was|but (?:i )?meant|meant to (?:say|write|put|type|log|enter))\b`), reason: "\"Meant\" corrects what was said."},
	{form: expr(`^`, after, `*(?:i )?(?:mean|meant|ment) `, prep, value), reason: "\"Meant\" corrects what was said."},
	{form: expr(`^`, after, `*i (?:mean|meant|ment) (?:the |a |an )?[a-z-]+(?: [a-z-]+)?(?:$|[,.!])`), reason: "\"I meant\" corrects what was said."},
	{form: expr(`^`, after, `+meant (?:the |a |an )?[a-z-]+(?: [a-z-]+)?(?:$|[,.!])`), reason: "\"Meant\" corrects what was said."},

	{form: expr(`^`, after, `*should (?:be|have been|read|say) `, prep, `\d`), reason: "\"Should be\" and a value replace what was kept."},
	{form: expr(`\b(?:it|that|this|which|those|these) (?:should be|should have been|should've been|should say|should read|ought to be) (?:`, prep, value, `|[^.]*\bnot\b|"|“)`), reason: "\"Should be\" replaces what was kept."},
	{form: expr(`^`, after, `*(?:the|my|that|those|one|last|[a-z]+'s) [^.;:?!]* (?:should be|should have been|should've been) `, prep, `(?:[€$£]?\d|`, unit, `[.!]?$)`), reason: "\"Should be\" and a value replace what was kept."},
	{form: expr(`^`, after, `*(?:the |my )?[a-z][a-z' ]* should (?:say|read) (?:[a-z]+ ){0,3}`, prep, value), reason: "\"Should be\" and a value replace what was kept."},

	{form: expr(`^`, after, `*(?:change|correct|update|fix|edit|amend|adjust|replace|swap) (.*?)\b(?:to|from|into|with|by|for) `, prep, value), reason: "It tells to change what was kept.", subject: true},
	{form: expr(`^`, after, `*(?:fix|correct|change) (?:the |my |that |yesterday's )([a-z ]+)[,:;–-] .*`, value), reason: "It tells to change what was kept.", subject: true},
	{form: expr(`^`, after, `*(?:change|swap|replace|correct|fix|edit|delete|remove|update)\b.*\bin (?:my|the|that) (?:last |previous )?(?:note|entry|log)\b`), reason: "It tells to change what was kept."},
	{form: expr(`^`, after, `*(?:change|correct|update|fix|edit|amend|delete|remove) (?:that|this|it|the|my|last|yesterday's|today's)\b[^.]*\b(?:entry|note|log|record)\b`), reason: "It tells to change what was kept."},
	{form: expr(`^`, after, `*(?:make|set) (?:that|it|this) (?:to )?(?:a |the )?(?:[a-z]+ )?`, value), reason: "It tells to change what was kept."},
	{form: expr(`^`, after, `*make that (?:a |an |the )?([a-z]+(?: [a-z]+)?)[.!]?$`), reason: "It tells to change what was kept."},

	{form: expr(`^`, after, `*(?:wrong|incorrect) (?:day|date|time|number|weight|units?|word|name|person|amount|value|month|year|exercise|entry|one|note|reps|sets|distance|food|weekday|place|price|order|meal|duration|title|hour|week)(?:[,.:;!]|$| (?:for|on|in|of) (?:the |my |that |[a-z]+'s )?[a-z ]{1,24}[,.:;!])`), reason: "It says that something kept is wrong."},
	{form: expr(`^`, after, `*wrong (?:day|date|time|number|weight|unit|name|amount|value|distance|price|dose)s? (?:for|in|on|of|yesterday|above|there|again)\b`), reason: "It says that something kept is wrong."},
	{form: expr(`^`, after, `*(?:i |i've )?(?:mixed up|confused|swapped|switched) [^.;?]*\b(?:it's|it was|should|not|other way)\b`), reason: "It says that something was kept wrongly."},
	{form: expr(`^`, after, `*(?:i )?(?:made a )?(?:mistake|error) (?:in|with|on) (?:the|my|that|yesterday's|today's|last) [^.;?]*\b(?:`, kept, `|weight|date|time|dose|run|swim|sets|reps|it's|it was|should)\b`), reason: "It says that something was kept wrongly."},
	{form: expr(`\b`, kept, ` (?:from|for|of|at|on) [^.;?]{1,24} (?:is|was) (?:wrong|incorrect|a typo|a mistake|not right|off)\b`), reason: "It says that something kept is wrong."},
	{form: expr(`\b(?:got|spelled|spelt) (?:that|it|the [a-z]+|my [a-z]+|[a-z]+) (?:wrong|mixed up|backwards|(?:the )?wrong way a?round)\b`), reason: "It says that something was kept wrongly."},
	{form: expr(`\b(?:that|it|this|the [a-z]+ is|the (?:date|day|time|weight|number|amount|name|entry|note|unit)|my [a-z]+ entry|last (?:entry|note)|[a-z]+'s [a-z]+)(?:'s| is| was|) (?:wrong|incorrect|a typo|a mistake|not right|inaccurate|mistyped|off by)(?:$|[.,;:! ])`), reason: "It says that something kept is wrong."},
	{form: expr(`\b(?:mistyped|misspelled|misspelt|mislogged|misrecorded|misentered|misread|miscounted|miscalculated|misremembered|fat-fingered|fat fingered)\b|\b(?:swapped|mixed up|transposed|switched) (?:the |two |some )?(?:digits|numbers|days|dates|names|units)`), reason: "It says that something was kept wrongly."},
	{form: expr(`\b(?:mistakenly|wrongly|accidentally|incorrectly) `, said, `\b|(?:\bi|^`, after, `*) ?`, said, `\b[^.]*\b(?:by mistake|by accident|twice by|wrongly|incorrectly|the wrong|wrong)\b`), reason: "It says that something was kept wrongly."},

	{form: expr(`\bi (?:`, said, `|had) (?:[a-z]+ ){0,4}`, value, `[^.]*\b(?:but|though|it's|it was|it is|that's|should)\b`), reason: "It says what was written and what is right."},
	{form: expr(value, `[^.]*[,;(–—-] ?(?:sorry,? )?(?:but )?(?:i|i'd|i had|i have|when i) (?:mistakenly |wrongly )?(?:`, said, `|written) (?:down )?`, prep, value), reason: "It says what is right and what was written."},
	{form: expr(`\b(?:the|my) [a-z ]+ i`, had, said, `\b[^.]* (?:is|was|were|should be) `, prep, value), reason: "It says what was written and what is right."},
	{form: expr(`^`, after, `*i`, had, said, ` [^.;?]{1,40}?,? (?:but|and) (?:it|that|they|she|he|we|i)(?: was| were|'s| is| should| actually|'d| meant)\b`), reason: "It says what was written and what is right."},
	{form: expr(`\b`, not, ` [^.;?]{1,30} (?:like|as) i`, had, said, `\b`), reason: "It says what is right and what was written."},
	{form: expr(`\b`, kept, ` (?:says|said|has|shows|showed|reads) [^.;?]*`, value, `[^.?]*\b(?:make|should|it's|it was|change|but)\b`), reason: "It says what was written and what is right."},
	{form: expr(`[,.;] ?(?:so )?please (?:adjust|correct|fix|change|amend|update)(?: (?:it|that|this|accordingly))?[.!]?$|^`, after, `*please (?:adjust|correct|fix|change|amend|update)(?: (?:it|that|this))?[.!]?$`), reason: "It tells to change what was kept."},
	{form: expr(`\b(?:was|is) (?:recorded|logged|entered|noted|saved) as\b`), reason: "It says what was kept and what is right."},

	{form: expr(`\b(?:`, be, `|took|cost|should) [^.;?!]{0,30}`, value, `[^.;?!]{0,30}[,(–—-] ?(?:i'm |so )?(?:sorry|my bad|my mistake|oops|typo|a typo|mistyped|i mistyped|i was wrong|i misread[a-z ]*)\)?[.!]*$`), reason: "It says sorry for what was kept."},
	{form: expr(`\b(?:no|not) [^.;?!]{2,40}, (?:i was wrong|my bad|my mistake)[.!]*$`), reason: "It says sorry for what was kept."},
	{form: expr(`^`, after, `*`, value, `(?: [a-z]+)? (?:is|was|are|were) (?:wrong|incorrect|not right|a typo|a mistake)\b`), reason: "It says that something kept is wrong."},
	{form: expr(`^`, after, `*(?:swap|switch) (?:those|them|these|the)\b.*`, value), reason: "It tells to change what was kept."},
	{form: expr(`\b`, be, ` [^.;?!]*`, value, `[^.;?!]*[,;–-] (?:the |my )?`, record, ` (?:says|said|shows|showed)[.!]*$`), reason: "It says where the right value stands."},
	{form: expr(`^\W*`, value, `,? (?:sorry|oops|typo|my bad|actually|instead)[.!]*$`), reason: "A value is put in the place of the one before."},
	{form: expr(`^(?:`, oops, `[\s,.!:;–—-]+)+(?:the |my )?[a-z][a-z ]{1,30} ?(?:=|:|->|→) ?`, value), reason: "A value is put in the place of the one before."},
	{form: expr(`^`, after, `*`, unit, `,? not `, unit, `,? (?:obviously|of course|sorry|lol|please)[.!]*$`), reason: "One unit is put in the place of another."},
	{form: expr(`^`, after, `*`, value, ` should (?:be|have been) `, prep, value), reason: "\"Should be\" and a value replace what was kept."},
	{form: expr(value, `,? i (?:mean|meant|ment)[.!]*$`), reason: "\"I meant\" corrects what was said."},
	{form: expr(`^(?:`, after, `|lol|haha|well|probably)*\W*(?:more like|closer to) `, value), reason: "A value is put in the place of the one before."},
	{form: expr(`^(?:`, oops, `[\s,.!:;–—-]+)+\d[\d.,:]*\s?[x×]\s?\d[^,;?]{0,16}[.!]?$`), reason: "A value is put in the place of the one before."},
	{form: expr(`^`, after, `*(?:`, day, `:? |on `, day, `,? )?(?:one |the |my )?[a-z'-]+(?: [a-z'-]+)? (?:was|were|took|cost) (?:actually|really|in fact) `, prep, value), reason: "\"Actually\" and a value replace what was kept.", alone: true},
	{form: expr(value, ` actually(?:$|[,.!;] ?)`), reason: "\"Actually\" and a value replace what was kept.", alone: true},

	{form: expr(value, `[^.;,]{0,24}?,? `, not, ` `, prep, value, `[^.;,]{0,24}(?:$|[.;!]|, ?(?:sorry|my|please|pls|typo|oops|i|how|so|that|the)\b)|\b(?:`, be, `|took|cost) [^.;,]{0,24}`, value, `[^.;,]{0,24}?,? `, not, ` `, prep, value), reason: "One value is put in the place of another."},
	{form: expr(`\b`, not, ` `, prep, value, `[^.;,]{0,16}?,? (?:but|it was|it's) `, prep, value), reason: "One value is put in the place of another."},
	{form: expr(`^`, after, `*(?:it |that |this )?(?:wasn't|was not|weren't|isn't) [^.;]{1,24}?,? (?:it was|but|more like|rather) `), reason: "One thing is put in the place of another."},
	{form: expr(`\b(?:wasn't|was not|isn't) `, prep, value, `\b[^.;]{0,60}, ?(?:but|it was|it's) `, prep, value), reason: "One value is put in the place of another."},
	{form: expr(`^`, after, `*i didn't [a-z]+ `, prep, value, `[^.;?]{0,30}(?:,|but|\.) ?(?:i |it was |but )?`), reason: "One value is put in the place of another."},
	{form: expr(`^(?:(?:oh|ah|hmm?|ok|no|nope|wait|o+ps+|ups|sorry|sry|actually|hold on)[\s,.!:;–—-]+)+i (?:only |actually )?`, did, ` [^.;?]{1,30}, ?not (?:a |an |the |any )?[a-z' -]{2,24}[.!]?$`), reason: "One thing is put in the place of another."},
	{form: expr(`^`, after, `*(?:it|that|this) (?:was|is) `, prep, value, `,? (?:actually|really|in fact|sorry)[.!]?$`), reason: "A value is put in the place of the one before."},
	{form: expr(`^`, after, `*rather `, value, ` than `, value), reason: "One value is put in the place of another."},
	{form: expr(`^`, after, `*(?:(?:my |the )?last|previous|[a-z]+'s) `, kept, ` ?:`), reason: "It names what was kept and says it anew."},
	{form: expr(`^`, after, `*(?:add|append)(?: this)? to (?:my|the|that|yesterday's|today's) (?:last |previous )?`, kept, `\b`), reason: "It tells to change what was kept."},
	{form: expr(`^`, after, `*(?:it's|it is|(?:her|his|the) name (?:is|was)) (?:spelled|spelt|written) `), reason: "It says how something is spelled."},
	{form: expr(`^`, after, `*(?:change|replace|swap) (?:the |my )?([a-z -]+?) (?:to|with|for|by) (?:the |a )?([a-z -]+?)[.!]?$`), reason: "It tells to change what was kept.", names: true},
	{form: expr(`^`, after, `*not `, prep, value, `, `, prep, value, `[.!]?$`), reason: "One value is put in the place of another."},
	{form: expr(`^`, after, `*`, unit, `,? not `, unit, `[.!]?$|^`, after, `*(?:that|it|those) (?:was|were|is|should be) (?:in |for )(?:the )?(?:`, unit, `|`, day, `)[.!]?$`), reason: "One unit is put in the place of another."},
	{form: expr(`\d\s?`, unit, `,? not `, unit, `\b`), reason: "One unit is put in the place of another."},
	{form: expr(`\b`, be, ` \d[\d.,]*,? no \d`), reason: "One value is put in the place of another."},
	{form: expr(`^`, after, `*(?:on `, day, `,? |`, day, `,? )?(?:it|that|this|those|these|they)(?: (?:was|were|wasn't|weren't|is|isn't)|'s|s)(?: actually| really)? [^.;]*,? (?:not|instead of|rather than) `), reason: "One thing is put in the place of another."},
	{form: expr(`^`, after, `*`, thing, ` `, be, ` (?:a |an |the |with |for |in |on |at )?([a-z' -]+?),? `, not, ` (?:a |an |the |with |for |in |on |at )?([a-z' -]+?)[.!]?$`), reason: "One thing is put in the place of another.", names: true},
	{form: expr(`\b(?:didn't|wasn't|weren't) (?:have |eat |drink |do |take )?(?:a |an |the |any )?([a-z -]+?)[,;]? (?:it|that|they) (?:was|were) (?:a |an |the )?([a-z -]+?)[.!]?$`), reason: "One thing is put in the place of another.", names: true},
	{form: expr(`(?:\b`, be, ` |^`, after, `*)(?:on |in )?(?:the |my )?(?:left|right)\b[a-z ]*,? not (?:the )?(?:left|right)\b`), reason: "One side is put in the place of the other."},
	{form: expr(`^`, after, `*(?:move|shift) (?:yesterday's|today's|that|the (?:last|note|entry)|my (?:last|note|entry))\b.* to `, value, `|\b(?:note|entry|log)\b.* belongs to\b.*`), reason: "It tells to change what was kept."},
	{form: expr(`^`, after, `+(?:the |a )?([a-z' -]+?),? `, not, ` (?:the |a )?([a-z' -]+?)[.!]?$`), reason: "One thing is put in the place of another.", names: true},
	{form: expr(`^`, after, `*not (?:a |an |the )?([a-z' -]+?)(?:[,;–—-]+ ?|,? but |\. )(?:a |an |the )?([a-z' -]+?)(?:$|[.!,])`), reason: "One thing is put in the place of another.", names: true},

	{form: expr(`^(?:`, oops, `[\s,.!:;–—-]+)+(?:more like |only |it's |make it )?`, value, `(?: [a-z]+){0,2}[.!]?$`), reason: "A value is put in the place of the one before."},
	{form: expr(`^(?:(?:no|nope|nah|wait)[\s,.!–—-]+)+(?:it|that|they|those|these|he|she) (?:was|were|is|are)(?: [^\s?]+){1,5}[.!]?$`), reason: "What follows \"no\" is put in the place of what was said.", alone: true},
	{form: expr(`^(?:that|those) (?:was|were) `, prep, value, `[.!]?$`), reason: "A value is put in the place of the one before."},
	{form: expr(`^`, after, `*(?:in |on |at |with )?`, month, `,? not (?:in |on |at )?`, month, `[.!]?$`), reason: "One month is put in the place of another."},
	{form: expr(`^`, after, `*`, thing, ` `, be, ` [a-z ]{3,30},? (?:and )?not [a-z]{3,20}[.!]?$`), reason: "One thing is put in the place of another.", counted: true},
	{form: expr(`^`, after, `*`, oops, `[\s,.!:;–—-]+(?:sorry[\s,.!]+)?(?:the |my |that |this |it |those )?[^.;:?!]{0,40}?\b(?:was|were|is|are|took|cost|it's|that's) (?:actually |really |only |for )?`, prep, value), reason: "A value is put in the place of the one before."},
	{form: expr(`^`, after, `*`, oops, `[\s,.!:;–—-]+i (?:only |actually )?`, did, ` `, value), reason: "A value is put in the place of the one before.", alone: true},
	{form: expr(`^(?:turns out )?(?:`, thing, `|it|[a-z]+'s [^.;:?,]{1,30}?) (?:`, be, `|took|cost) (?:actually|in fact|really|more like|closer to|rather) `, prep, value), reason: "\"Actually\" and a value replace what was kept.", alone: true},
	{form: expr(`^`, after, `*turns out (?:it|that|the [a-z ]+|my [a-z ]+) (?:was|were|is|took|cost) (?:only |actually |really )?`, value), reason: "What turned out is put in the place of what was said.", alone: true},
	{form: expr(`(?:\bbut |, |\bactually )(?:my|the) `, record, ` (?:says|said|shows|showed) `, value, `|\b(?:my|the) `, record, ` (?:says|said|shows|showed) (?:it was|it's|only|actually) (?:only |actually )?`, value), reason: "It says where the right value stands.", alone: true},
	{form: expr(`^`, after, `*(?:i )?(?:just )?(?:checked|double-checked|rechecked|looked it up)\b[^.]{0,30}[,:;–-] (?:it|that|the [a-z ]+|[a-z]+) (?:was|were|is) `, value), reason: "It says where the right value stands.", alone: true},
	{form: expr(`\b(?:was|were|took) [^,;]{0,6}`, value, `[^,;]{0,12}[,;–-] (?:i )?(?:just )?(?:found|saw|see|checked|looked|read|got) (?:it|the|that|up)\b`), reason: "It says where the right value stands.", alone: true},
}

// restated says again what a thing was: "saturday's nap was 30 min", "that taxi
// was 32". Whoever tells it for the first time says "napped 30 min".
var restated = expr(`^`, after, `*(?:(?:that|those) [a-z]+(?: [a-z]+| of [a-z]+)?`,
	`|(?:the|my) [a-z ]+? (?:yesterday|last night|last week|on [a-z]+day|with [a-z]+ on [a-z]+day)`,
	`|[a-z]+(?: [a-z]+)? (?:yesterday|this morning|at noon|last week|on [a-z]+day)`,
	`|(?:last week|last night|yesterday|[a-z]+day)'?s [a-z]+(?: [a-z]+)?|(?:mon|tues|wednes|thurs|fri|satur|sun)day`,
	`) (?:`, be, `|took|cost) (?:a |an |about |only |just |more like |closer to |rather )*`, value, `[^,;]{0,20}(?:$|[.,;])`)

// spread tells in one sentence what was written and in the next what is right,
// or what is right and why it wasn't.
var spread = []*regexp.Regexp{
	expr(`^`, after, `*i(?:'d| had)? `, said, ` [^.;?!]*`, value, `[^.;?!]*[.;!] (?:it|that|they|there|looking back|but|actually|in fact)\b[^.;?!]*`, value),
	expr(`^[^.;?!]*\b(?:`, be, `|took|cost) [^.;?!]*`, value, `[^;?!]*?[.;!] i (?:must have|misread|misremembered|miscounted|misheard|mistyped|looked at the wrong|mixed)\b`),
}

// renamed gives what was kept another name: "that should be front squat". It
// corrects only if that is the name of something: "that should be fun".
var renamed = expr(`\b(?:it|that|this) (?:should be|should have been|should've been) (?:a |an )?([a-z][a-z -]*?)[.!]?$`)

// plans speak of what was intended or how it felt; "5k, not 10k as planned" and
// "fun, not hard at all" correct nothing.
var plans = expr(`\b(?:planned|plan|goal|target|usual|usually|expected|hoped|supposed|wrong of|instead of usual|like usual|normally|wanted|by the time|should be [^.,]*(?:enough|fine|ok|okay|done|ready|able|there|home|sunny|warm)|not [^,.]+, not|should(?: have|'ve) been\b[^.]*\bbut (?:i |we )?(?:only|just|had|ended|stopped|did|was|got|ran|quit|gave|couldn't|skipped)|i should be|i should have|at all|because|not (?:very|so|too|that|hard|easy|bad|good|great|fun|nice|terrible|just|really|only|what|as|like|sure|much|the (?:best|worst)))\b`)

// hints are words of which each correction has at least one.
var hints = wordSet("correction corrected fix edit typo erratum amendment scratch strike ignore disregard undo forget delete remove mean meant ment should ought change correct update amend adjust make set wrong incorrect mistake mistyped misspelled misspelt mislogged misrecorded misentered misread miscounted miscalculated misremembered fat swapped mixed transposed switched mistakenly wrongly accidentally incorrectly said wrote put logged noted typed entered recorded tracked saved not no instead rather isn't wasn't no nope nah sorry sory oops whoops wait hold actually bad says shows showed fact really closer more checked turns edit remove delete swap replace can't wasn't weren't should've that was were is took cost it's that's ups sry scrap nvm confused error please recorded written have should've isn't didn't hang never mea bit")

// Only a short text corrects; in a longer one only its first sentence may. A page
// of a diary that says "it was Monday, not Tuesday" remembers.
const (
	shortSentences = 4
	shortWords     = 60
)

// corrects reports whether a text changes something that was kept before. A lone
// text has no question beside it.
func (j judge) corrects(text string, lone bool) (correction, bool) {
	list := sentences(text)
	words := 0
	for _, s := range list {
		words += len(s.words)
	}
	short := len(list) <= shortSentences && words <= shortWords
	if low := lowered(text); short && slices.ContainsFunc(spread, func(form *regexp.Regexp) bool { return form.MatchString(low) }) {
		return correction{text, "It says what was written and what is right.", 0.9}, true
	}
	for i, s := range list {
		if s.closing == '?' || i > 0 && !short {
			break
		}
		if len(s.words) <= shortWords {
			if c, ok := j.correctsBy(s, lone && len(list) == 1); ok {
				return c, true
			}
		}
	}
	return correction{}, false
}

func (j judge) correctsBy(s sentence, alone bool) (correction, bool) {
	marked := strings.Contains(s.text, "*")
	if !marked && !slices.ContainsFunc(s.words, func(w word) bool { return hints[w.low] || strings.HasSuffix(w.low, "'s") }) {
		return correction{}, false
	}
	low := lowered(s.text)
	if plans.MatchString(low) {
		return correction{}, false
	}
	if m := renamed.FindStringSubmatch(low); m != nil && j.known(m[1]) {
		return correction{s.text, "\"Should be\" replaces what was kept.", 0.9}, true
	}
	if m := instead.FindStringSubmatch(low); m != nil && j.known(m[1]) {
		return correction{s.text, "A name is put in the place of the one before.", 0.7}, true
	}
	if named.MatchString(s.text) {
		return correction{s.text, "One name is put in the place of another.", 0.9}, true
	}
	for _, sign := range signs {
		m := sign.form.FindStringSubmatch(low)
		if m == nil || sign.alone && !alone || sign.names && !(j.known(m[1]) && j.known(m[2])) ||
			sign.subject && !j.kept(m[1]) {
			continue
		}
		return correction{s.text, sign.reason, 0.9}, true
	}
	if alone && restated.MatchString(low) {
		return correction{s.text, "It tells again what something was.", 0.6}, true
	}
	return correction{}, false
}

// lowered returns a text in lower case with plain apostrophes.
func lowered(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

// kept reports whether words name what notes keep.
func (j judge) kept(words string) bool {
	if strings.ContainsAny(words, "0123456789") {
		return true
	}
	for _, p := range spans(words) {
		if w := words[p.start:p.end]; j.measures(w) || w == "that" || w == "it" || w == "entry" || w == "note" || w == "date" || strings.HasSuffix(w, "'s") || j.class["time"][w] {
			return true
		}
	}
	return false
}

// instead says nothing but a name: "no, pilates".
var instead = expr(`^(?:(?:no|nope|nah|wait|sorry|oops|typo|correction)[\s,.!:;–—-]+)+(?:the |a |an )?([a-z-]+(?: [a-z-]+)?)[.!]?$`)

// named puts one name in the place of another: "it was Ines, not Iris".
var named = regexp.MustCompile(`^(?:\pL+[,.!]? )?[Nn]ot \p{Lu}[\pL'-]+[,;] ?(?:but )?\p{Lu}[\pL'-]+[.!]?$|\bI said \p{Lu}[\pL'-]+, (?:it|that) was \p{Lu}|(?i:\b(?:was|were|is|actually)\b)[^.;?!,]{0,30}\p{Lu}[\pL-]+(?:['’]s)?(?: \pL+)?, (?:not|instead of) \p{Lu}[\pL-]+(?:['’]s)?[.!]?$|(?:\bcalled|\bis|\bwas|\bwere|'s|’s|\bwith|^)\s+(?:actually )?\p{Lu}[\pL'-]+(?:,| and|, and)? (?:not|instead of) (?:with )?\p{Lu}[\pL'-]+`)

var (
	replaced  = regexp.MustCompile(`(?i)\b(?:not|instead of|rather than|recorded as|logged as|no)\s+(?:at |on |in |a |an |the |till |until )*(.+?)(?:\s+(?:but|and it|→|sorry|when|in the)\b\s?|\s*[.,;!→(]\s|[.,;!]?$)`)
	wrote     = regexp.MustCompile(`(?i)\bi (?:mistakenly |wrongly |accidentally )?(?:said|wrote|put|logged|noted|typed|entered|recorded|tracked)\s+(?:down |the |my |a )*(.+?)(?:\s+(?:but|by|for|is|was)\b|[,;.!(]|$)`)
	changed   = regexp.MustCompile(`(?i)^\W*(?:actually,? |sorry,? |please |fix: ?)*(?:change|correct|update|fix|edit|amend|adjust|ignore|disregard|delete|remove|forget)\s+([^:,;]+?)(?:\s+(?:to|from|into|was|is)\b|[:,;]|$)`)
	mistaken  = regexp.MustCompile(`(?i)\b(?:the wrong|^wrong) ([^,.;!]+)`)
	announced = regexp.MustCompile(`(?i)^\W*(?:(?:small|quick|minor|correction|corrected|fix|edit|update|typo|erratum|actually|please|sorry|sory|oops|whoops|wait|no|nope|ah|oh|hmm|and|i write bad)\b[\s:,.!–-]*)+`)
	subject   = regexp.MustCompile(`(?i)^(?:the |my )?((?:[^,;:]|:\d)+?)(?:(?:'s|’s)?\s+(?:was|were|is|are|should be|should have been|should've been|should say|should read|ought to be|recorded as|logged as)\b|(?:'s|’s) (?:at|on|in|actually)\b)`)
	performed = regexp.MustCompile(`(?i)^i (?:only |actually )?([a-z]+) (?:[\d.,:]+ ?)?(.*?)(?:,? not\b.*|,? instead\b.*|[,;.!].*|$)`)
	pronoun   = regexp.MustCompile(`(?i)^(?:it|that|this|those|these|they|i|we|he|she|which|what|i meant|there)(?:'s)?$`)
)

// target returns the words for what is corrected: the subject, if it is named,
// and the value or word that is replaced. Empty if the text says neither.
func target(words string) string {
	var parts []string
	add := func(s string) {
		s = strings.Trim(strings.TrimSpace(s), "\"“”'‘’.,;:!")
		s = strings.TrimPrefix(strings.TrimPrefix(s, "the "), "my ")
		if s == "" || pronoun.MatchString(s) || len(strings.Fields(s)) > 8 {
			return
		}
		for _, have := range parts {
			if strings.Contains(strings.ToLower(have), strings.ToLower(s)) {
				return
			}
		}
		parts = append(parts, s)
	}
	first := func(form *regexp.Regexp, in string) bool {
		m := form.FindStringSubmatch(in)
		if m != nil {
			add(m[1])
		}
		return m != nil
	}
	bare := announced.ReplaceAllString(strings.TrimSpace(words), "")
	if !first(changed, words) && !first(subject, bare) {
		if m := performed.FindStringSubmatch(bare); m != nil && m[1] != "meant" && m[1] != "mean" {
			add(m[1] + " " + m[2])
		}
	}
	named := len(parts) > 0
	if !first(replaced, bare) {
		first(wrote, bare)
	}
	if len(parts) == 0 {
		first(mistaken, bare)
	}
	if !named && len(parts) == 0 {
		add(content(bare))
	}
	return strings.Join(parts, " ")
}

// content returns the words of a text that could name something, at most six.
func content(text string) string {
	var out []string
	tokens := search.Tokens(text)
	for i, t := range tokens {
		if i > 0 && tokens[i-1].End == t.Start { // a unit glued to its number
			continue
		}
		if !search.Stopword(t.Stem) && !empty[t.Folded] && (t.Folded[0] < '0' || t.Folded[0] > '9') && len(out) < 6 {
			out = append(out, t.Text)
		}
	}
	return strings.Join(out, " ")
}

// empty are words of corrections that say nothing of what is corrected.
var empty = wordSet("meant mean wrong mistake typo correction edit actually sorry oops said wrote put logged noted typed entered recorded make made scratch ignore note entry should read say turns really like watch says checked")
