package retriever

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/notes"
	"github.com/weft-mesh/weft/notes/dayfile"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
	"github.com/weft-mesh/weft/store/vault"
)

// largeDiary opens a vault of 100,000 notes, 27 a day until the end of January
// 2026.
func largeDiary(b *testing.B) *vault.Vault {
	b.Helper()
	dir := b.TempDir()
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("bench press squat felt heavy slept badly ran easy long short coffee breakfast rice chicken work meeting tired happy rain sun knee shoulder stretch walk read book call family money shop cook soup tempo interval pace heart rate deload week month sleep quality morning evening before after with and the was")
	for left, day := 100_000, notes.NewDay(2026, 1, 31); left > 0; day = day.AddDays(-1) {
		content := ""
		for i := range min(27, left) {
			text := make([]string, 40)
			for j := range text {
				text[j] = words[r.IntN(len(words))]
			}
			if left%10_000 == 0 {
				text[0] = "marathon"
			}
			content = dayfile.Append(content, dayfile.Clock{Hour: i * 53 / 60, Minute: i * 53 % 60}, false, strings.Join(text, " "))
			left--
		}
		path := filepath.Join(dir, filepath.FromSlash(dayfile.RawPath(day)))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	v, err := vault.Open(dir, vault.Options{ReadOnly: true})
	if err != nil {
		b.Fatal(err)
	}
	return v
}

func standIns(topic string, words []string) *commonv1.RetrievalInstruction {
	in := keywords(false, words...)
	in.Topic = topic
	return in
}

func BenchmarkRetrieve(b *testing.B) {
	s := service(b, largeDiary(b))
	within := func(from, to string, in *commonv1.RetrievalInstruction) *commonv1.RetrievalInstruction {
		in.DateRange = days(from, to)
		return in
	}
	if _, err := s.Retrieve(b.Context(), request(topic("warm up"))); err != nil {
		b.Fatal(err)
	}
	type list = []*commonv1.RetrievalInstruction
	for _, tt := range []struct {
		name string
		in   list
	}{
		{"everything", list{inDays("", "")}},
		{"a week", list{inDays("2020-05-04", "2020-05-10")}},
		{"a year", list{inDays("2020-01-01", "2020-12-31")}},
		{"a rare word", list{keywords(false, "marathon")}},
		{"a common word", list{keywords(false, "run")}},
		{"any of three words", list{keywords(false, "run", "knee", "rain")}},
		{"all of three words", list{keywords(true, "run", "knee", "rain")}},
		{"a phrase", list{keywords(false, "bench press")}},
		{"a topic", list{topic("sleep quality")}},
		{"a topic by other words", list{standIns("garden", strings.Fields("allotment plot bed shed greenhouse compost seedlings pruned weeded watered mulch harvest dug leeks beans onions garlic netting slugs plants planted seeds weeds tomatoes lawn balcony mowed soup rain sun"))}},
		{"a topic in a year", list{within("2020-01-01", "2020-12-31", topic("sleep quality"))}},
		{"a common word in a year", list{within("2020-01-01", "2020-12-31", keywords(false, "run"))}},
		{"two years compared", list{inDays("2019-01-01", "2019-12-31"), inDays("2020-01-01", "2020-12-31")}},
		{"two common words compared", list{keywords(false, "run"), keywords(false, "knee")}},
		{"files by pattern", list{pattern("logs/raw/2020/0?/*")}},
	} {
		b.Run(tt.name, func(b *testing.B) {
			req := request(tt.in...)
			req.MaxEntries = 500
			for b.Loop() {
				if resp, err := s.Retrieve(b.Context(), req); err != nil || len(resp.GetEntries()) == 0 {
					b.Fatalf("%d entries, %v", len(resp.GetEntries()), err)
				}
			}
		})
	}
}
