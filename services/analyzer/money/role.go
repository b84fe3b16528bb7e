package money

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/weft-mesh/weft/notes/quantity"
)

// marks say by the words right before an amount or right behind it what it is;
// the first that fits decides.
var marks = []struct {
	Role
	before, behind *regexp.Regexp
}{
	{Role: Total, before: ends(`=|(?:sub)?total|altogether|all together|in all|all in|all up|sum|(?:came|comes|come|adds? up|added up) (?:up )?to`, `(?:of|is|was|at|:|about|nearly|just|exactly)`)},
	{Role: Total, behind: begins(`(?:in )?total\b|altogether\b|all together\b|all (?:in|up)\b|in all\b`)},
	{Role: Left, before: ends(`(?:still )?(?:owes?(?: me| him| her| us| them)?|owed|owing|outstanding|remaining|leaves|left)`, `(?:is|of|:|on it|me|another|about)`)},
	{Role: Left, behind: begins(`(?:more )?(?:is |are |still |now )*(?:left|to go|to come|remaining|outstanding|owing|to pay|due|short|still|balance)\b|(?:that |which )?(?:(?:he|she|they|i|we) )(?:still )?owes?\b`)},
	{Role: Unmoved, before: ends(`not|instead of|rather than|than|(?:went|gone|goes|going|prices?|is|are|it's|,) ?(?:up|down)|would|could|worth|budget|under|max|limit|asks?|asking|asked|wants?|wanted|quoted?|quotes?|estimated?|bid|saw|goes for|minimum|was only|used to be|saved?|saving|won't pay|if`, `(?:of|is|was|by|from|to|for|be|cost|at|around|about|me|us|only)`)},
	{Role: Returned, before: ends(`refund(?:ed)?|refunds|reimburse[ds]?|reimbursement|rebate|cash ?back|covers?|covered|gives|discount|money back`, `(?:of|was|is|me|us|about|for|:)`)},
	{Role: Returned, behind: begins(`(?:was |were )?(?:back|refund(?:ed)?|returned|rebate|cash ?back|reimbursed|discount|of it|cancelled|waived)\b|off\s*(?:$|[.,;!)])`)},
	{Role: Unmoved, behind: begins(`(?:more|less|cheaper|dearer|higher|lower|over|under|if|or so if|budget|limit|max|for sale|(?:an|per|a) hour|million)\b`)},
	{Role: Part, before: ends(`(?:incl(?:uding|udes?|\.)?|of (?:which|that|it)|advance|mine|my half|my share)`, `(?:of|was|is|:|about)`)},
	{Role: Part, behind: begins(`(?:in )?advance\b|down\b|of (?:that|which)\b|deposit paid\b`)},
}

// ends is a pattern of words at the end of what stands before an amount, with small
// words behind them.
func ends(words, small string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + words + `)(?:\s*` + small + `){0,2}\s*[~(]?$`)
}

// begins is a pattern of words right behind an amount.
func begins(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)^[\s,]{0,2}(?:` + words + `)`)
}

var (
	// times stands between how many there were and the price of one: "2 x 85".
	times = regexp.MustCompile(`(?i)(\d+)\s*(?:x|×|\*|@)\s*$`)
	// apieceOf stands between so many of something and the price of one: "3 bags at 3200".
	apieceOf = regexp.MustCompile(`(?i)(\d+)\s+\pL+\s+(?:at|@|of)\s*[$€£₹]?$`)
	// eachWay stands behind a fare that is paid twice.
	eachWay = regexp.MustCompile(`(?i)^\s*(?:each|per|one) way\b`)
	// partly says that an amount is only a part of the price before it.
	partly = regexp.MustCompile(`(?i)^\W*(?:(?:a|the|my|first|with|paid|put|gave|and)\W+)*(?:deposit|advance|down ?payment|half|instal+ment|paid|so far)\b|\bdown\W*$`)
	// each stands behind the price of one of several.
	each = regexp.MustCompile(`(?i)^\s*(?:each|apiece|a ?piece|ea|per (?:person|head|ticket)|pp|a head)\b`)
	// equals stands behind an amount that only leads to the one behind it.
	equals = regexp.MustCompile(`^\s*=`)
	// paidOff says that what was owed is paid.
	paidOff = regexp.MustCompile(`(?i)\b(?:paid (?:it|that|them|up|in full|off)|settled)\b`)
	// lending is a sentence on money that is to be paid back.
	lending = regexp.MustCompile(`(?i)\b(?:lent|lend|lends|loaned|borrow(?:ed|s)?|owes?|owed)\b`)
)

// roleOf reads what an amount is from the words before it, back to the item before,
// and behind it.
func roleOf(before, behind string) Role {
	for _, m := range marks {
		if m.before != nil && m.before.MatchString(before) || m.behind != nil && m.behind.MatchString(behind) {
			return m.Role
		}
	}
	return Price
}

// manifold returns how many times an amount was paid: "2 x 85", "2 queens, $45 each".
func manifold(before, behind string) float64 {
	for _, counted := range []*regexp.Regexp{times, apieceOf} {
		if m := counted.FindStringSubmatch(before); m != nil {
			n, _ := strconv.ParseFloat(m[1], 64)
			return n
		}
	}
	if eachWay.MatchString(behind) {
		return 2
	}
	if !each.MatchString(behind) {
		return 1
	}
	words := strings.FieldsFunc(before, func(r rune) bool { return strings.ContainsRune(" ,:;()\n", r) })
	for _, w := range words {
		if n, err := strconv.ParseFloat(w, 64); err == nil && n > 0 && n < 100 {
			return n
		}
		if n, ok := quantity.NumberWord(w); ok && n > 0 {
			return n
		}
	}
	return 1
}
