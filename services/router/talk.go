package router

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/task"
	"github.com/weft-mesh/weft/notes/timespan"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	pb "github.com/weft-mesh/weft/proto/gen/weft/router/v1"
)

// longestTalk is how many bytes are said to the program at most; what is longer is
// about something.
const longestTalk = 400

// talk is talk.txt: what is said back, by the words that are said.
type talk struct {
	replies map[string]string
	longest int // words
	list    map[string][]string
}

var talking = sync.OnceValue(func() talk {
	t := talk{replies: map[string]string{}, list: map[string][]string{}}
	for _, s := range sections("talk.txt") {
		var phrases []string
		for _, line := range s.lines {
			phrases = append(phrases, strings.Split(line, " / ")...)
		}
		if s.heading == "delete" || s.heading == "it" || s.heading == "remind" {
			t.list[s.heading] = phrases
			continue
		}
		for _, p := range phrases {
			t.replies[p], t.longest = s.heading, max(t.longest, len(strings.Fields(p)))
		}
	}
	return t
})

// told reads what is said to the program and not to be kept as it is: small talk, and
// what it is to do that it doesn't. It reports false for everything else.
func told(req *pb.RouteRequest) (verdict, bool) {
	text := strings.TrimSpace(req.GetText())
	if req.GetIntent() != commonv1.InputType_INPUT_TYPE_UNSPECIFIED || len(text) > longestTalk {
		return verdict{}, false
	}
	if words, ok := plainWords(text); ok {
		if reply := talking().answer(words); reply != "" {
			return talkOf("It is small talk.", reply), true
		}
		if talking().deletes(strings.Join(words, " ")) {
			return talkOf("It wants a note deleted, which words can't.", deletion(req.GetRecent())), true
		}
	}
	return reminder(text, req.GetContext())
}

func talkOf(reason, reply string) verdict {
	return verdict{input: commonv1.InputType_INPUT_TYPE_TALK, confidence: 0.95, reason: reason, reply: reply}
}

// plainWords returns the words of a text that has nothing but words and marks.
func plainWords(text string) ([]string, bool) {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	if strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsSpace(r) && !strings.ContainsRune("'.,!?;…-–—", r)
	}) {
		return nil, false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	return words, len(words) > 0
}

// answer returns what is said back to the last of the phrases that words are, "" if
// they are anything else too.
func (t talk) answer(words []string) string {
	reply := ""
	for len(words) > 0 {
		n := min(t.longest, len(words))
		for ; n > 0; n-- {
			if r, ok := t.replies[strings.Join(words[:n], " ")]; ok {
				reply = r
				break
			}
		}
		if n == 0 {
			return ""
		}
		words = words[n:]
	}
	return reply
}

// deletes reports whether words ask for the end of a note, and of nothing else.
func (t talk) deletes(words string) bool {
	for _, verb := range t.list["delete"] {
		if what, ok := strings.CutPrefix(words, verb+" "); ok && slices.Contains(t.list["it"], what) {
			return true
		}
	}
	return false
}

// deletion says how a note is deleted; recent are the latest, newest first.
func deletion(recent []*commonv1.Entry) string {
	const how = "I can't delete notes from here. "
	if len(recent) == 0 {
		return how + "To delete one, find its id with `weft entries`, then run `weft entries rm ID`."
	}
	first, _, _ := strings.Cut(strings.TrimSpace(recent[0].GetText()), "\n")
	return fmt.Sprintf("%sThe latest by its day and time is “%s”: to delete it, run `weft entries rm %s`. `weft entries` shows the ids of others. "+
		"If only what it plans is off, keep a note that says so.", how, clip(first), recent[0].GetId())
}

// reminder reads a wish to be reminded. Nothing here rings, so what is to be done is
// kept as an open task, with the day that the words name.
func reminder(text string, at *commonv1.CallContext) (verdict, bool) {
	if len(sentencesOf(text)) != 1 || strings.Contains(text, "\n") {
		return verdict{}, false
	}
	what, when, ok := toDo(text)
	zone, err := time.LoadLocation(at.GetTimeZone())
	if !ok || err != nil {
		return verdict{}, false
	}
	ref := timespan.Ref{Now: at.GetNow().AsTime().In(zone), WeekStart: timespan.WeekStart(at.GetWeekStart())}
	if when != "" {
		if _, ok := task.Day(strings.TrimPrefix(when, "on "), ref); !ok {
			return verdict{}, false
		}
		what += " " + when
	}
	v := verdict{
		input: commonv1.InputType_INPUT_TYPE_LOG, confidence: 0.95, reason: "It asks to be reminded.",
		log: text, keepAs: "- [ ] " + what,
	}
	due := ""
	if day, ok := dueDay(what, ref); ok {
		v.keepAs += " 📅 " + day.String()
		due = ", due " + day.In(time.UTC).Format("Mon 2 Jan")
	}
	v.notices = []string{"Weft sends no reminders. It kept this as an open task" + due + ": `weft tasks` lists it."}
	return v, true
}

// toDo returns what a wish to be reminded is about, and the words between the wish
// and that, which have to be a time.
func toDo(text string) (what, when string, ok bool) {
	said := []rune(text)
	low := make([]rune, len(said))
	for i, r := range said {
		if low[i] = unicode.ToLower(r); r == '’' {
			low[i] = '\''
		}
	}
	for _, wish := range talking().list["remind"] {
		rest, begins := strings.CutPrefix(string(low), wish+" ")
		if !begins {
			continue
		}
		before, _, found := strings.Cut(" "+rest, " to ")
		if !found {
			return "", "", false
		}
		from := len([]rune(wish + before))
		what = strings.Trim(string(said[from+len(" to "):]), " .!?")
		return what, strings.TrimSpace(string(said[len([]rune(wish)):from])), what != ""
	}
	return "", "", false
}

// dueDay returns the first day that words name and that is not over, else the last one of the
// first stretch.
func dueDay(words string, ref timespan.Ref) (due notes.Day, ok bool) {
	for _, span := range timespan.Scan(words, ref) {
		day, named := task.Day(span.Text, ref)
		if !named || day.Before(notes.DayOf(ref.Now)) {
			continue
		}
		if span.Range.Days() == 1 {
			return day, true
		}
		if !ok {
			due, ok = day, true
		}
	}
	return due, ok
}
