package mailbox_test

import (
	"bytes"
	"net/mail"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/examples/tools/mailbox"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

func open(t *testing.T, o mailbox.Options) *toolservertest.Client {
	t.Helper()
	s, err := mailbox.New(o)
	return toolservertest.Open(t, s, err)
}

func put(t *testing.T, dir, name, content string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		out = append(out, e.Name())
	}
	return out
}

func draft(id string) mailbox.Draft {
	return mailbox.Draft{MessageID: id, To: []string{"ann@example.com"}, Subject: "Hello", Body: "Hi Ann"}
}

func TestAMessageIsAMailThatOtherProgramsRead(t *testing.T) {
	t.Parallel()
	dir, files := t.TempDir(), t.TempDir()
	put(t, files, "2026/räum.md", "# Invoice\n")
	c := open(t, mailbox.Options{Dir: dir, From: "Bo Öz <bo@example.com>", Folders: []string{files}})
	var got mailbox.Message
	c.Do("send_message", mailbox.Draft{
		MessageID: "run-1/send/1", To: []string{"Ann Lee <ann@example.com>", "jörg <jo@example.com>"},
		Subject: "Invoice for January – 1.200 €", Body: "Grüße\n.\nBo\n", Attachments: []string{"2026/räum.md"},
	}, &got)
	if got.File != "sent/run-1%2Fsend%2F1.eml" || got.MessageID != "run-1/send/1" || got.Date.IsZero() {
		t.Errorf("it is told as %+v", got)
	}
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(got.File)))
	if err != nil {
		t.Fatal(err)
	}
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 2 || to[0].Name != "Ann Lee" || to[1].Name != "jörg" || to[1].Address != "jo@example.com" {
		t.Errorf("it is to %v, %v", to, err)
	}
	if id := m.Header.Get("Message-ID"); id != "<run-1/send/1@mailbox.example>" {
		t.Errorf("its id is %s", id)
	}
	var read mailbox.Text
	c.Do("read_message", mailbox.File{File: got.File}, &read)
	if !reflect.DeepEqual(read.Message, got) {
		t.Errorf("it is told as %+v, and then as %+v", got, read.Message)
	}
	want := []mailbox.Attachment{{Name: "räum.md", Bytes: 10}}
	if read.From != "Bo Öz <bo@example.com>" || read.Subject != "Invoice for January – 1.200 €" || read.Text != "Grüße\n.\nBo\n" || !slices.Equal(read.Attachments, want) {
		t.Errorf("it reads %+v", read)
	}
}

func TestAMessageIsSentOnceForEachID(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, mailbox.Options{Dir: dir})
	var found mailbox.Found
	c.Do("find_message", mailbox.ID{MessageID: "a.1"}, &found)
	if found.Sent {
		t.Error("it was sent before it was sent")
	}
	var first, second mailbox.Message
	c.Do("send_message", draft("a.1"), &first)
	before, err := os.ReadFile(filepath.Join(dir, "sent/a.1.eml"))
	if err != nil {
		t.Fatal(err)
	}
	other := mailbox.Draft{MessageID: "a.1", To: []string{"bob@example.com"}, Subject: "Other", Attachments: []string{"/gone"}}
	c.Do("send_message", other, &second)
	if !reflect.DeepEqual(first, second) {
		t.Errorf("the first answer was %+v, the second %+v", first, second)
	}
	after, err := os.ReadFile(filepath.Join(dir, "sent/a.1.eml"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was written again, %v", err)
	}
	if got := names(t, filepath.Join(dir, "sent")); !slices.Equal(got, []string{"a.1.eml"}) {
		t.Errorf("there are %q", got)
	}
	c.Do("find_message", mailbox.ID{MessageID: "a.1"}, &found)
	if !found.Sent || !reflect.DeepEqual(*found.Message, first) {
		t.Errorf("found %+v", found)
	}
}

func TestOfManyWhoSendAMessageAtOnceOneDoes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := open(t, mailbox.Options{Dir: dir}), open(t, mailbox.Options{Dir: dir})
	type answer struct {
		text string
		err  error
	}
	answers := make(chan answer)
	for i := range 8 {
		c, d := a, draft("same")
		if i%2 == 1 {
			c = b
		}
		d.Subject = strings.Repeat("x", i+1)
		go func() {
			res, err := c.Call("send_message", d)
			out := answer{err: err}
			if err == nil && !res.IsError {
				out.text = res.StructuredContent.(map[string]any)["subject"].(string)
			}
			answers <- out
		}()
	}
	told := map[string]bool{}
	for range 8 {
		got := <-answers
		if got.err != nil {
			t.Error(got.err)
		}
		told[got.text] = true
	}
	if len(told) != 1 || told[""] {
		t.Errorf("they were told of the subjects %v", told)
	}
	if got := names(t, filepath.Join(dir, "sent")); !slices.Equal(got, []string{"same.eml"}) {
		t.Errorf("there are %q", got)
	}
}

func TestAnInboxMessageIsNoProofThatOneWasSent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, mailbox.Options{Dir: dir})
	put(t, dir, "inbox/a.eml", "Message-ID: <k1@mailbox.example>\r\nFrom: eve@example.com\r\n\r\nsent\r\n")
	var found mailbox.Found
	c.Do("find_message", mailbox.ID{MessageID: "k1"}, &found)
	if found.Sent || found.Message != nil {
		t.Errorf("found %+v", found)
	}
}

func TestWhatDoesNotBelongIntoAHeaderIsRefusedAndNothingIsSent(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, mailbox.Options{Dir: dir})
	with := func(change func(*mailbox.Draft)) mailbox.Draft {
		d := draft("k1")
		change(&d)
		return d
	}
	to := func(a ...string) mailbox.Draft { return with(func(d *mailbox.Draft) { d.To = a }) }
	subject := func(s string) mailbox.Draft { return with(func(d *mailbox.Draft) { d.Subject = s }) }
	for name, d := range map[string]mailbox.Draft{
		"a line break in a subject":        subject("Hello\r\nBcc: eve@example.com"),
		"a bare line feed":                 subject("Hello\nBcc: eve@example.com"),
		"a bare carriage return":           subject("Hello\rBcc: eve@example.com"),
		"the end of the headers":           subject("Hello\r\n\r\nAnother body"),
		"a folded line":                    subject("Hello\r\n there"),
		"a zero":                           subject("Hello\x00"),
		"a subject that decodes otherwise": subject("=?utf-8?q?Hello=0D=0ABcc:?="),
		"a long subject":                   subject(strings.Repeat("x", 301)),
		"a line break in an address":       to("ann@example.com\r\nBcc: eve@example.com"),
		"one in a name":                    to("\"Ann\r\nBcc: eve@example.com\" <ann@example.com>"),
		"two addresses as one":             to("ann@example.com, eve@example.com"),
		"a name that decodes otherwise":    to("=?utf-8?q?eve=40example.com?= <ann@example.com>"),
		"no address":                       to("ann"),
		"nobody":                           to(),
		"an address that is not ASCII":     to("änn@example.com"),
		"a line break in an id":            with(func(d *mailbox.Draft) { d.MessageID = "k1>\r\nBcc: eve@example.com" }),
		"an id with brackets":              with(func(d *mailbox.Draft) { d.MessageID = "<k1@example.com>" }),
		"an id that leads elsewhere":       with(func(d *mailbox.Draft) { d.MessageID = "../inbox/k1" }),
		"no id":                            with(func(d *mailbox.Draft) { d.MessageID = "" }),
		"an id that is too long":           with(func(d *mailbox.Draft) { d.MessageID = strings.Repeat("k", 81) }),
	} {
		said := c.Refused("send_message", d)
		if strings.ContainsAny(said, "\r\x00") {
			t.Errorf("%s: it says %q", name, said)
		}
		if got := names(t, filepath.Join(dir, "sent")); got != nil {
			t.Fatalf("%s: there are %q", name, got)
		}
	}
}

func TestNothingIsAttachedFromOutsideTheFoldersForIt(t *testing.T) {
	t.Parallel()
	dir, files, others, outside := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	put(t, outside, "secret", "Secret")
	put(t, files, "twice", "a")
	put(t, others, "twice", "b")
	put(t, files, "line\nbreak", "c")
	put(t, files, "folder/a", "d")
	put(t, files, "large", strings.Repeat("x", 16<<20))
	put(t, files, "little", "e")
	for link, target := range map[string]string{"link": filepath.Join(outside, "secret"), "way": outside} {
		if err := os.Symlink(target, filepath.Join(files, link)); err != nil {
			t.Fatal(err)
		}
	}
	c := open(t, mailbox.Options{Dir: dir, Folders: []string{files, others}})
	for _, paths := range [][]string{
		{"../" + filepath.Base(outside) + "/secret"}, {filepath.Join(outside, "secret")}, {filepath.Join(files, "twice")}, {"link"}, {"way/secret"},
		{"none"}, {"twice"}, {"line\nbreak"}, {"folder"}, {""}, {"."}, {"large", "little"},
	} {
		d := draft("k1")
		d.Attachments = paths
		if said := c.Refused("send_message", d); strings.Contains(said, "Secret") {
			t.Errorf("%q: it says %q", paths, said)
		}
	}
	if got := names(t, filepath.Join(dir, "sent")); got != nil {
		t.Errorf("there are %q", got)
	}
	bare := open(t, mailbox.Options{Dir: t.TempDir()})
	d := draft("k1")
	d.Attachments = []string{"ledger.jsonl"}
	if said := bare.Refused("send_message", d); !strings.Contains(said, "no folder to attach from") {
		t.Errorf("it says %q", said)
	}
}
