package domains_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// schemas returns the schemas of all shipped domains.
func schemas(t testing.TB) []*commonv1.DomainSchema {
	t.Helper()
	set := builtin(t)
	return set.Context(names(set)).GetSchemas()
}

func compiled(t testing.TB) *extract.Extractor {
	t.Helper()
	ex, err := extract.Compile(schemas(t))
	if err != nil {
		t.Fatal(err)
	}
	return ex
}

const busyDay = `Slept 11 to 6:30, felt rested. Coffee and toast for breakfast.
Bench press 5x5 @ 80kg, then squat 3x8 100kg, RPE 8. Skipped deadlifts.
Ran 5k in 25:30 in the evening, HR 150. Energy 6/10, mood 7/10 #training
Worked 9 to 5, 3 meetings. Spent €12.50 on lunch with Anna; baked bread at 230°C.

`

func BenchmarkExtractOneNote(b *testing.B) {
	ex := compiled(b)
	for b.Loop() {
		ex.Extract(busyDay)
	}
}

func BenchmarkCompileAllDomains(b *testing.B) {
	s := schemas(b)
	for b.Loop() {
		if _, err := extract.Compile(s); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkExtractOneNoteFromTheCache(b *testing.B) {
	s, c := schemas(b), extract.NewCache(32)
	for b.Loop() {
		ex, _ := c.Extractor(s)
		ex.Extract(busyDay)
	}
}

// Eight times the text takes about eight times the work; work that grows with
// the square of the text would be sixty-four times as much.
func TestExtractionIsLinear(t *testing.T) {
	t.Parallel()
	ex := compiled(t)
	for _, unit := range []string{
		busyDay, "bench ", "5x5 ", "had a a a a a ", "coffee, ", "slept 5 ", "no ", "(((", "& & ", "80kg ", "felt really very so ", "bench 5x5 80\n",
		"she had ", "Tom ran and ", "skipped, ", "ran ran 5 km in ", "\"had ", "if ",
	} {
		work := func(size int) int { return ex.Extract(strings.Repeat(unit, size/len(unit)+1)).Steps }
		if short, long := work(2<<10), work(16<<10); long > 12*short {
			t.Errorf("%q: 2 KiB take %d steps, 16 KiB %d", unit, short, long)
		}
	}
}

// A note of 60 KiB, the most that one may have, with every domain.
func BenchmarkExtractALongNote(b *testing.B) {
	ex := compiled(b)
	text := strings.Repeat(busyDay, 60<<10/len(busyDay)+1)[:60<<10]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		ex.Extract(text)
	}
}

// Notes that no pattern was written for give nothing: Weft's patterns are English.
func TestNotesInOtherLanguagesAndSignsInventNothing(t *testing.T) {
	t.Parallel()
	ex := compiled(t)
	for _, text := range []string{
		"🙃", "🏃‍♂️ 5️⃣ 😴💤💤", "???", "…", "今天跑了5公里，睡了7个小时", "오늘 8시간 잤다", "Сегодня спал 7 часов, пробежал 5 км",
		"Heute 8 Stunden gearbeitet, danach 5 km gelaufen und 2 Eier gegessen", "Hoy corrí 10 km en 50 minutos y dormí 6 horas",
		"J'ai dormi 7 heures, puis 30 minutes de marche", "Ho dormito 8 ore e mangiato 3 uova", "נרדמתי ב-23:30", "نمت 7 ساعات",
		"Spałem 6 godzin", "Eu dormi 5 horas e corri 3 km",
	} {
		if r := ex.Extract(text); len(r.Data.GetFields()) != 0 {
			t.Errorf("%q gives %v", text, r.Data)
		}
	}
}

func TestExtractionIsDeterministicAndInventsNoNumber(t *testing.T) {
	t.Parallel()
	ex, all := compiled(t), schemas(t)
	words := strings.Fields("bench squat 5x5 3x8 @ 80kg 185 ran 5k in 25:30 slept 7h 11 to 6:30 coffee and toast for breakfast no not , . \n energy 6/10 €5 lunch felt heavy tired #tag 30 min")
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 25).Draw(t, "words"), " ")
		a, b := ex.Extract(text), ex.Extract(text)
		if a.Data.String() != b.Data.String() && asJSON(a) != asJSON(b) || !slices.Equal(a.Notes, b.Notes) || !slices.Equal(a.Uncertain, b.Uncertain) {
			t.Fatalf("%q is read in two ways:\n%v\n%v", text, a, b)
		}
		for _, n := range extract.Numbers(a.Data, all) {
			if n.Domain == "strength" && n.Measure != "duration" && !strings.Contains(text, strconv.FormatFloat(n.Value, 'g', -1, 64)) {
				t.Fatalf("%q invents %v", text, n)
			}
		}
	})
}

func asJSON(r extract.Result) string {
	b, err := r.Data.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func FuzzExtract(f *testing.F) {
	for _, s := range []string{busyDay, "5x5", "\xff", "```", "[[", "- [ ]", "#", "1:2:3", "ran \n\n\n 5k", strings.Repeat("(", 100)} {
		f.Add(s)
	}
	ex := compiled(f)
	f.Fuzz(func(t *testing.T, text string) {
		r := ex.Extract(text)
		if r.Confidence < 0 || r.Confidence > 1 {
			t.Fatalf("confidence %v", r.Confidence)
		}
		for _, u := range r.Uncertain {
			if !strings.Contains(u, ".") {
				t.Fatalf("path %q", u)
			}
		}
	})
}
