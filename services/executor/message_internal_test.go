package executor

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever lines stand among messages, and over however many lines those go, they are what is
// read.
func TestMessagesAreFoundAmongLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var text strings.Builder
		var want []string
		for i := range rapid.IntRange(0, 6).Draw(t, "messages") {
			stray := rapid.SampledFrom([]string{"", "\n", "INFO {\n", "[1] x\n", "[x]\n", "{a\n", `{"a":1}` + "\n", `["a"]` + "\n", "\"\n", "}\n", "{\n  a: 1\n}\n", "\xff\n"})
			text.WriteString(stray.Draw(t, "stray"))
			m := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"a":[{"b":"}\"{"},1.50]}}`, i)
			want = append(want, m)
			if rapid.Bool().Draw(t, "lines") {
				m = strings.NewReplacer(",", ",\n  ", "{\"j", "{\n\"j").Replace(m)
			}
			text.WriteString(m + rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end"))
		}
		var h heard
		read, err := io.ReadAll(newMessageReader(io.NopCloser(strings.NewReader(text.String())), standardOutput, &h))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for d := json.NewDecoder(strings.NewReader(string(read))); d.More(); {
			var m json.RawMessage
			if err := d.Decode(&m); err != nil {
				t.Fatal(err, string(read))
			}
			got = append(got, strings.NewReplacer("\n", "", "  ", "").Replace(string(m)))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("read %q of %q", got, text.String())
		}
	})
}

// What is kept exact says the same, but for numbers that the SDK would read as others.
func FuzzKeptExact(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"n":9007199254740993,"s":"\u00e9"},"tools":[{"name":"a"},{"name":7},3]}}`))
	f.Add([]byte(`{"result":{"tools":[{"name":"a","inputSchema":{}}],"nextCursor":"1"}} `))
	f.Fuzz(func(t *testing.T, message []byte) {
		out := keptExact(message, func(string, string) {})
		if json.Valid(message) && !json.Valid(out) {
			t.Fatalf("%q becomes %q", message, out)
		}
	})
}
