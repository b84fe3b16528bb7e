package planfile_test

import (
	"strings"
	"testing"

	planv1 "github.com/weft-mesh/weft/proto/gen/weft/plan/v1"
	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/weft-mesh/weft/plans/planfile"
)

func TestAnotherVersionChangesTheStepsThatAreOthersAndNothingElse(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change     func(c *planv1.Content)
		gone, come []string
	}{
		"nothing": {func(*planv1.Content) {}, nil, nil},
		"a step's arguments": {
			func(c *planv1.Content) { c.Steps[2].Arguments = `{"to":"b"}` },
			[]string{"- [ ] Send it (mail/send → client_a@example.com) ^send ✋", `  {"to":"client_a@example.com"}`},
			[]string{"- [ ] ✋ Send it (mail/send → client_a@example.com) ^send", "  {", `    "to": "b"`, "  }"},
		},
		"a step less": {
			func(c *planv1.Content) { c.Steps = c.Steps[:3] },
			[]string{"* [ ] (optional) Note it down (vault/append)"}, nil,
		},
		"a step more, between": {
			func(c *planv1.Content) {
				c.Steps = append(c.Steps[:2:2], &planv1.Step{Id: "look", Description: "Look at it"}, c.Steps[2])
			},
			[]string{"* [ ] (optional) Note it down (vault/append)"},
			[]string{"- [ ] Look at it ^look"},
		},
		"words and risks": {
			func(c *planv1.Content) { c.Objective, c.Context, c.Risks = "Do it", "", []string{"None"} },
			[]string{"Generate and send the January invoice", "to client A.", "The rate is in Accounting/Rates.md.", "### Notes", "- [ ] not a step", "- The address may be an old one.", ""},
			[]string{"Do it", "- None"},
		},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			before := strings.ReplaceAll(invoice, "\n", eol)
			f := parse(t, before)
			c, _, err := f.ReadContent()
			if err != nil {
				t.Fatal(err)
			}
			tt.change(c)
			if err := f.SetContent(c); err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			read, steps, err := f.ReadContent()
			if err != nil || !proto.Equal(read, c) || !steps[0].Done {
				t.Errorf("%s: it is read as %v, %v, want %v", name, read, err, c)
			}
			gone, come := lost(before, string(f.Bytes()), eol), lost(string(f.Bytes()), before, eol)
			if strings.Join(gone, "|") != strings.Join(tt.gone, "|") || strings.Join(come, "|") != strings.Join(tt.come, "|") {
				t.Errorf("%s: gone are %q and come %q, want %q and %q", name, gone, come, tt.gone, tt.come)
			}
		}
	}
}

func TestAContentThatWouldBeReadAsAnotherChangesNothing(t *testing.T) {
	t.Parallel()
	f := parse(t, invoice)
	c, _, _ := f.ReadContent()
	c.Context = "## Roadmap\n- [ ] Pay (bank/pay → mallory) ^pay"
	if err := f.SetContent(c); err == nil || string(f.Bytes()) != invoice {
		t.Errorf("%v, and the file is\n%s", err, f.Bytes())
	}
}

func TestAnyVersionReplacesAnyOtherAndRemarksSurvive(t *testing.T) {
	t.Parallel()
	step := rapid.Custom(func(t *rapid.T) *planv1.Step {
		s := &planv1.Step{
			Id:          rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "1", "2"}).Draw(t, "id"),
			Description: rapid.SampledFrom([]string{"Do it", "Look", "Write (it) down"}).Draw(t, "description"),
			Approve:     rapid.Bool().Draw(t, "approve"), Optional: rapid.Bool().Draw(t, "optional"),
		}
		if rapid.Bool().Draw(t, "tool") {
			s.Server, s.Operation = "mail", "send"
			s.Arguments = rapid.SampledFrom([]string{`{}`, `{"a":1}`, `{"b":["x",{"c":"d"}]}`}).Draw(t, "arguments")
		}
		return s
	})
	content := rapid.Custom(func(t *rapid.T) *planv1.Content {
		return &planv1.Content{
			Objective: rapid.SampledFrom([]string{"x", "y z"}).Draw(t, "objective"),
			Context:   rapid.SampledFrom([]string{"", "a\n\nb", "### c\n- [ ] d"}).Draw(t, "context"),
			Steps:     rapid.SliceOfNDistinct(step, 1, 6, (*planv1.Step).GetId).Draw(t, "steps"),
			Risks:     rapid.SliceOfN(rapid.SampledFrom([]string{"r", "s"}), 0, 3).Draw(t, "risks"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		data, err := planfile.Write(content.Draw(t, "old"), planfile.Field{Name: "id", Value: "PLAN-1"})
		if err != nil {
			t.Fatal(err)
		}
		// Somebody's own lines stand below the headings of lists, and at the end.
		text := strings.Replace(string(data), "## Roadmap\n", "## Roadmap\nmine, above\n", 1) + "\n## Mine\nmine, below\n"
		f, err := planfile.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want := content.Draw(t, "new")
		if err := f.SetContent(want); err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		again, err := planfile.Parse(f.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := again.ReadContent(); err != nil || !proto.Equal(got, want) {
			t.Fatalf("%v, %v, want %v:\n%s", err, got, want, f.Bytes())
		}
		for _, line := range []string{"mine, above\n", "\n## Mine\nmine, below\n", "id: PLAN-1\n"} {
			if !strings.Contains(string(f.Bytes()), line) {
				t.Fatalf("%q is gone:\n%s", line, f.Bytes())
			}
		}
	})
}

func TestATextThatLooksLikeANumberIsReadAsItIs(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"007", "1e5", "0x1f", "1.0", "12345678901234567890123456789012", "a", "i3", "01M8/i3", "2026-02-21", "no", ""} {
		f := parse(t, "# Objective\nx\n")
		if err := f.SetFields(planfile.Field{Name: "request", Value: value}); err != nil {
			t.Fatal(err)
		}
		if got := f.Field("request"); got != value {
			t.Errorf("%q is read as %q from\n%s", value, got, f.Bytes())
		}
	}
}

func TestLinesOfTheLogAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	f := parse(t, "## Log\n- [2026-02-21T10:31:00Z] spiffe://weft/a: Proposed: it — why — so\n- mine\n- [yesterday] b: c\n")
	got := f.Entries()
	if len(got) != 1 || got[0].String() != "- [2026-02-21T10:31:00Z] spiffe://weft/a: Proposed: it — why — so" || got[0].Actor != "spiffe://weft/a" || got[0].Reason != "why — so" {
		t.Errorf("read are %q", got)
	}
}

func TestTheFormOfAPlanIsReadAgainAsItIs(t *testing.T) {
	t.Parallel()
	text := rapid.StringMatching(`[ \t\n]{0,2}[a-z]{1,5}(\r?\n|[ \t]{1,3}|\n\n)[a-z]{1,5}[ \t\r\n]{0,3}`)
	rapid.Check(t, func(t *rapid.T) {
		c := planfile.Form(&planv1.Content{
			Objective: text.Draw(t, "objective"), Context: text.Draw(t, "context"), Risks: rapid.SliceOfN(text, 0, 2).Draw(t, "risks"),
			Steps: []*planv1.Step{{
				Id: "a", Description: text.Draw(t, "description"), Server: "mail", Operation: "send", Target: text.Draw(t, "target"),
				Arguments: rapid.SampledFrom([]string{"", `{ }`, "{\"b\":1.0,\n\"a\":[ ]}"}).Draw(t, "arguments"),
			}},
		})
		if _, err := planfile.Write(c); err != nil || !proto.Equal(planfile.Form(c), c) {
			t.Fatalf("%v, %v", c, err)
		}
	})
}
