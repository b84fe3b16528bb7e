package telemetry

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// A mask finds one kind of text that nobody should read in a trace, and says what
// stands in its place. It rather hides too much than too little.
type mask struct {
	find *regexp.Regexp
	with string            // what replaces it; may name groups
	when func(string) bool // whether it is such a text; nil: always
}

// masks are applied in this order: what holds others comes before them.
var masks = []mask{
	{find: regexp.MustCompile(`(?s)-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|\z)`), with: "[key]"},
	{find: regexp.MustCompile(`\beyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*`), with: "[key]"}, // JSON web token
	// Keys that say whose they are: OpenAI, Anthropic, Stripe, GitHub, GitLab, Slack,
	// AWS, Google, Hugging Face, npm.
	{find: regexp.MustCompile(`\b(?:(?:sk|pk|rk)[-_][\w-]{12,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[a-z]-[\w-]{8,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{30,}|hf_\w{16,}|npm_\w{16,})`), with: "[key]"},
	{find: regexp.MustCompile(`(?i)\b(bearer\s+)[\w.~+/=-]{12,}`), with: "${1}[key]"},
	{find: regexp.MustCompile(`(://)[^\s/@:]*:[^\s/@]+@`), with: "${1}[secret]@"},
	{find: regexp.MustCompile(`(?i)\b((?:pass(?:word|wd|phrase|code)?|pwd|passwort|kennwort|secret|token|api[ _-]?key|pin(?: code)?|cvv|cvc)\b["']?\s*(?:is\b|[:=])\s*["']?)[^\s"',;<]+`), with: "${1}[secret]"},
	{find: regexp.MustCompile(`[\pL\pN._%+'-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+`), with: "[e-mail]"},
	{find: regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b`), with: "[account]", when: iban},
	{find: regexp.MustCompile(`\b\d(?:[ -]?\d){12,18}\b`), with: "[card]", when: luhn},
	{find: regexp.MustCompile(`\b[A-Za-z0-9_+/=-]{32,}`), with: "[key]", when: random},
	// With a country's code, with a trunk's zero, in groups as in North America and
	// India, and ten digits in a row.
	{find: regexp.MustCompile(`\+\(?\d[\d\s()./-]{5,}\d`), with: "[phone]", when: enoughDigits},
	{find: regexp.MustCompile(`\(?\b0\d{1,5}\)?[\s/.-]*\d[\d\s/.-]{3,}\d\b`), with: "[phone]", when: enoughDigits},
	{find: regexp.MustCompile(`(?:\(\d{3}\)\s?|\b\d{3}[-. ])\d{3}[-. ]\d{4}\b|\b\d{5}[ -]\d{5}\b|\b\d{3}-\d{4}\b|\b\d{10,12}\b`), with: "[phone]"},
}

// Redact takes out of a text what nobody should read in a trace: keys, passwords,
// e-mail addresses, numbers of phones, cards and accounts. It knows them by their
// form alone; names and places stay.
func Redact(text string) string {
	for _, m := range masks {
		if m.when == nil {
			text = m.find.ReplaceAllString(text, m.with)
			continue
		}
		text = m.find.ReplaceAllStringFunc(text, func(found string) string {
			if m.when(found) {
				return m.with
			}
			return found
		})
	}
	return text
}

// Excerpt is a text that may go into a trace: redacted, then cut to so many bytes,
// with a sign of it.
func Excerpt(text string, most int) string {
	text = Redact(text)
	if len(text) <= most {
		return text
	}
	cut := max(most, 0)
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// luhn reports whether the digits of a text have the check digit of a card.
func luhn(text string) bool {
	digits := digitsOf(text)
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// iban reports whether a text has the check digits of an account.
func iban(text string) bool {
	text = strings.ReplaceAll(text, " ", "")
	rest := 0
	for _, r := range text[4:] + text[:4] {
		if r >= 'A' {
			rest = (rest*100 + int(r-'A') + 10) % 97
		} else {
			rest = (rest*10 + int(r-'0')) % 97
		}
	}
	return rest == 1
}

// random reports whether a long word looks made by a machine.
func random(word string) bool {
	digits := len(digitsOf(word))
	letters := 0
	for _, r := range word {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			letters++
		}
	}
	return digits >= 4 && letters >= 4
}

var date = regexp.MustCompile(`^\d{1,2}([./-])\d{1,2}[./-](?:\d{4}|\d{2})$`)

// enoughDigits reports whether a text can be a phone's number, and is no date.
func enoughDigits(text string) bool {
	n := len(digitsOf(text))
	return n >= 7 && n <= 15 && !date.MatchString(strings.TrimSpace(text))
}
