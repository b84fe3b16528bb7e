package invoices_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/weft-mesh/weft/examples/tools/invoices"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

func open(t *testing.T, dir string) *toolservertest.Client {
	t.Helper()
	s, err := invoices.New(invoices.Options{Dir: dir, Seed: true, Now: func() time.Time { return time.Date(2026, 2, 2, 9, 0, 0, 0, time.UTC) }})
	return toolservertest.Open(t, s, err)
}

func file(t *testing.T, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "issued", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

const acmeInJanuary = `# Invoice 2026-001

To: Acme Analytics, billing@acme-analytics.example

Issued: 2026-02-02, for 2026-01. Due: 2026-02-16

| | hours | EUR |
|---|---:|---:|
| 2026-01-05 Kick-off workshop | 4:00 | 380.00 |
| 2026-01-08 Import of the sales data | 6:30 | 617.50 |
| 2026-01-14 Dashboard, first version | 7:45 | 736.25 |
| 2026-01-22 Review with the team | 3:00 | 285.00 |
| **Total** | | **2018.75** |
`

func TestAnInvoiceHasTheHoursOfItsMonth(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	var client invoices.Client
	c.Do("find_client", invoices.Query{Client: "acme", Period: invoices.Period{Month: "2026-01"}}, &client)
	if client.OpenMinutes != 1275 || client.Email != "billing@acme-analytics.example" {
		t.Errorf("the client is %+v", client)
	}
	var got, again invoices.Invoice
	c.Do("create_invoice", invoices.Order{RequestID: "r1", Client: "Acme Analytics", Month: "2026-01"}, &got)
	if got.Number != "2026-001" || got.Email != client.Email || got.TotalCents != 201875 || got.Currency != "EUR" || got.Due != "2026-02-16" || len(got.Lines) != 4 {
		t.Errorf("it is %+v", got)
	}
	if text := file(t, dir, got.File); text != acmeInJanuary {
		t.Errorf("its file is\n%s", text)
	}
	c.Do("get_invoice", invoices.Reference{Number: got.Number}, &again)
	if !reflect.DeepEqual(got, again) {
		t.Errorf("it is %+v, and then %+v", got, again)
	}
	// An hour is on one invoice.
	if said := c.Refused("create_invoice", invoices.Order{RequestID: "r2", Client: "acme", Month: "2026-01"}); !strings.Contains(said, "no hours of acme in 2026-01") {
		t.Errorf("it says %q", said)
	}
	c.Do("create_invoice", invoices.Order{RequestID: "r2", Client: "acme", Month: "2026-02"}, &got)
	if got.Number != "2026-002" || got.TotalCents != 33250 {
		t.Errorf("the next is %+v", got)
	}
}

func TestAmountsAreRoundedToACentLineByLine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var got invoices.Invoice
	open(t, dir).Do("create_invoice", invoices.Order{RequestID: "r1", Client: "cafe", Month: "2026-01"}, &got)
	// 75 and 50 minutes at 72.50: 90.625 and 60.4166…
	if got.Lines[0].AmountCents != 9063 || got.Lines[1].AmountCents != 6042 || got.TotalCents != 15105 {
		t.Errorf("it is %+v", got)
	}
	if text := file(t, dir, got.File); !strings.Contains(text, `| 2026-01-27 Opening hours \| holidays | 0:50 | 60.42 |`) {
		t.Errorf("its file is\n%s", text)
	}
}

func TestAnInvoiceIsCreatedOnceForEachRequest(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	order := invoices.Order{RequestID: "run/step/1", Client: "delta", Month: "2026-01", Lines: []invoices.NewLine{{Text: "Fixed price", AmountCents: 150_000}}}
	var first, second invoices.Invoice
	c.Do("create_invoice", order, &first)
	// As if the server had died between the book and the file.
	if err := os.Remove(filepath.Join(dir, "issued", first.File)); err != nil {
		t.Fatal(err)
	}
	order.Client, order.Lines = "birch", nil
	c.Do("create_invoice", order, &second)
	if first.TotalCents != 150_000 || first.Currency != "USD" || !reflect.DeepEqual(first, second) {
		t.Errorf("the first is %+v, the second %+v", first, second)
	}
	if text := file(t, dir, first.File); !strings.Contains(text, "Fixed price") {
		t.Errorf("its file is\n%s", text)
	}
	var birch invoices.Client
	if c.Do("find_client", invoices.Query{Client: "Birch"}, &birch); birch.OpenMinutes != 435 {
		t.Errorf("the hours of the other client are %+v", birch)
	}
}

func TestOfManyWhoAskForAnInvoiceAtOnceAllGetTheSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	servers := []*toolservertest.Client{open(t, dir), open(t, dir)}
	numbers := make(chan string)
	for i := range 12 {
		go func() {
			res, err := servers[i%2].Call("create_invoice", invoices.Order{RequestID: fmt.Sprint(i % 3), Client: "acme", Month: "2026-01",
				Lines: []invoices.NewLine{{Text: "Fixed price", AmountCents: 100}}})
			if err != nil || res.IsError {
				numbers <- fmt.Sprint(res, err)
				return
			}
			numbers <- res.StructuredContent.(map[string]any)["number"].(string)
		}()
	}
	count := map[string]int{}
	for range 12 {
		count[<-numbers]++
	}
	if want := map[string]int{"2026-001": 4, "2026-002": 4, "2026-003": 4}; !reflect.DeepEqual(count, want) {
		t.Errorf("they got %v", count)
	}
}

func TestACancelledInvoiceStaysAndItsHoursAreFree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	order := invoices.Order{RequestID: "r1", Client: "birch", Month: "2026-01"}
	var first, cancelled, again, second invoices.Invoice
	c.Do("create_invoice", order, &first)
	ref := invoices.Reference{Number: first.Number}
	c.Do("cancel_invoice", invoices.Cancellation{Reference: ref, Reason: "wrong month"}, &cancelled)
	c.Do("cancel_invoice", invoices.Cancellation{Reference: ref, Reason: "another reason"}, &again)
	want := first
	want.Cancelled, want.Reason = "2026-02-02", "wrong month"
	if !reflect.DeepEqual(cancelled, want) || !reflect.DeepEqual(again, want) {
		t.Errorf("it is %+v, and then %+v, want %+v", cancelled, again, want)
	}
	if text := file(t, dir, first.File); !strings.Contains(text, "**Cancelled on 2026-02-02.** wrong month") {
		t.Errorf("its file is\n%s", text)
	}
	// The request has had its invoice.
	if c.Do("create_invoice", order, &again); !reflect.DeepEqual(again, want) {
		t.Errorf("the same request brings %+v", again)
	}
	order.RequestID = "r2"
	if c.Do("create_invoice", order, &second); second.Number != "2026-002" || second.TotalCents != first.TotalCents {
		t.Errorf("the next is %+v", second)
	}
	c.Refused("cancel_invoice", invoices.Cancellation{Reference: invoices.Reference{Number: "2026-009"}})
}

func TestWhatCanNotBeInvoicedIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, dir)
	lines := func(l ...invoices.NewLine) invoices.Order {
		return invoices.Order{RequestID: "r1", Client: "acme", Month: "2026-01", Lines: l}
	}
	fine := invoices.NewLine{Text: "a", AmountCents: 1}
	for name, o := range map[string]invoices.Order{
		"no client":           {RequestID: "r1", Client: "nobody", Month: "2026-01"},
		"a part of a name":    {RequestID: "r1", Client: "Acme", Month: "2026-01"},
		"a pattern":           {RequestID: "r1", Client: "%", Month: "2026-01"},
		"no month":            {RequestID: "r1", Client: "acme", Month: "January"},
		"a pattern of months": {RequestID: "r1", Client: "acme", Month: "2026-%"},
		"no request":          {Client: "acme", Month: "2026-01"},
		"no hours":            {RequestID: "r1", Client: "elm", Month: "2026-01"},
		"an amount of zero":   lines(fine, invoices.NewLine{Text: "b"}),
		"less than nothing":   lines(fine, invoices.NewLine{Text: "b", AmountCents: -1}),
		"too much":            lines(fine, invoices.NewLine{Text: "b", AmountCents: 100_000_001}),
		"a line without text": lines(fine, invoices.NewLine{AmountCents: 1}),
		"a line of two":       lines(fine, invoices.NewLine{Text: "b\n# c", AmountCents: 1}),
		"too many lines":      lines(slices.Repeat([]invoices.NewLine{fine}, 101)...),
	} {
		if said := c.Refused("create_invoice", o); strings.Contains(said, "json") {
			t.Errorf("%s: it says %q", name, said)
		}
	}
	if left, err := os.ReadDir(filepath.Join(dir, "issued")); err != nil || len(left) > 0 {
		t.Errorf("left are %v, %v", left, err)
	}
	var got invoices.Invoice
	if c.Do("create_invoice", lines(fine), &got); got.Number != "2026-001" {
		t.Errorf("a number was used: %+v", got)
	}
}

func TestClientsAreListedAndFound(t *testing.T) {
	t.Parallel()
	c := open(t, t.TempDir())
	var all invoices.Clients
	c.Do("list_clients", invoices.Period{Month: "2026-01"}, &all)
	open := map[string]int64{}
	for _, got := range all.Clients {
		open[got.ID] = got.OpenMinutes
	}
	if want := map[string]int64{"acme": 1275, "birch": 435, "cafe": 125, "delta": 900, "elm": 0}; !reflect.DeepEqual(open, want) {
		t.Errorf("they have %v", open)
	}
	var got invoices.Client
	for query, want := range map[string]string{"LUMI": "cafe", "elm": "elm", "birch & sons": "birch"} {
		if c.Do("find_client", invoices.Query{Client: query}, &got); got.ID != want {
			t.Errorf("%q is %+v", query, got)
		}
	}
	if said := c.Refused("find_client", invoices.Query{Client: "s"}); !strings.Contains(said, "Acme Analytics, Birch & Sons") {
		t.Errorf("it says %q", said)
	}
	c.Refused("find_client", invoices.Query{Client: ""})
	c.Refused("list_clients", invoices.Period{Month: "%"})
}

func TestABookIsNotFilledTwiceAndKeepsWhatItHas(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var first, second invoices.Invoice
	open(t, dir).Do("create_invoice", invoices.Order{RequestID: "r1", Client: "acme", Month: "2026-01"}, &first)
	if open(t, dir).Do("get_invoice", invoices.Reference{Number: "2026-001"}, &second); !reflect.DeepEqual(first, second) {
		t.Errorf("it is %+v, and then %+v", first, second)
	}
	s, err := invoices.New(invoices.Options{Dir: t.TempDir()})
	var all invoices.Clients
	if toolservertest.Open(t, s, err).Do("list_clients", invoices.Period{}, &all); all.Clients == nil || len(all.Clients) > 0 {
		t.Errorf("a new book has %+v", all)
	}
}

func TestNothingIsWrittenOutsideTheFolder(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(filepath.Join(outside, "book.json"), filepath.Join(dir, "book.json")); err != nil {
		t.Fatal(err)
	}
	if s, err := invoices.New(invoices.Options{Dir: dir, Seed: true}); err == nil {
		_ = s.Close()
		t.Error("a book is opened that is elsewhere")
	}
	dir = t.TempDir()
	c := open(t, dir)
	if err := os.Remove(filepath.Join(dir, "issued")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "issued")); err != nil {
		t.Fatal(err)
	}
	order := invoices.Order{RequestID: "r1", Client: "acme", Month: "2026-01"}
	if said := c.Refused("create_invoice", order); !strings.Contains(said, "2026-001 is in the book") {
		t.Errorf("it says %q", said)
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("outside are %v, %v", left, err)
	}
}

func TestToolsSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	open(t, t.TempDir()).Tools(map[string]toolservertest.Hint{
		"list_clients": toolservertest.Reads, "find_client": toolservertest.Reads, "get_invoice": toolservertest.Reads,
		"create_invoice": toolservertest.Adds, "cancel_invoice": toolservertest.Destroys,
	})
}
