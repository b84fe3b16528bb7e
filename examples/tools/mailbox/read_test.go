package mailbox_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/weft-mesh/weft/examples/tools/mailbox"
	"github.com/weft-mesh/weft/examples/tools/toolserver/toolservertest"
)

const fromElsewhere = `From: =?iso-8859-1?q?J=F6rg?= <jo@example.com>
To: you@example.com
Subject: =?utf-8?b?R3LDvMOfZQ==?=
Date: Mon, 05 Jan 2026 10:00:00 +0100
Message-ID: <abc@elsewhere.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

SGVsbG8=
--inner
Content-Type: text/html

<p>Hello</p>
--inner--
--outer
Content-Type: text/plain
Content-Disposition: attachment; filename="../../hours.txt"

8
--outer--
`

func TestMessagesAreListedWithTheNewestFirst(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, mailbox.Options{Dir: dir})
	for i := range 5 {
		put(t, dir, fmt.Sprintf("inbox/%d.eml", i), fmt.Sprintf("From: ann@example.com\nSubject: %d\nDate: Mon, 05 Jan 2026 10:0%d:00 +0000\n\nHi\n", i, i))
	}
	put(t, dir, "inbox/broken.eml", "no mail")
	put(t, dir, "inbox/.half.eml", "From: eve@example.com\n\n")
	put(t, dir, "inbox/note.txt", "From: eve@example.com\n\n")
	var got mailbox.List
	c.Do("list_messages", mailbox.Listing{Limit: 3}, &got)
	var subjects []string
	for _, m := range got.Messages {
		subjects = append(subjects, m.Subject)
	}
	if !slices.Equal(subjects, []string{"4", "3", "2"}) || !got.More || !slices.Equal(got.Unread, []string{"inbox/broken.eml"}) {
		t.Errorf("listed are %q, more %t, unread %q", subjects, got.More, got.Unread)
	}
	got = mailbox.List{}
	c.Do("list_messages", mailbox.Listing{Folder: "sent"}, &got)
	if got.Messages == nil || len(got.Messages) > 0 || got.More {
		t.Errorf("sent are %+v", got)
	}
	if said := c.Refused("list_messages", mailbox.Listing{Folder: "../inbox"}); !strings.Contains(said, "inbox and sent") {
		t.Errorf("it says %q", said)
	}
}

func TestAMessageFromElsewhereIsReadInPlainText(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	c := open(t, mailbox.Options{Dir: dir})
	put(t, dir, "inbox/a.eml", fromElsewhere)
	put(t, dir, "inbox/long.eml", "From: ann@example.com\n\n"+strings.Repeat("ä", 40<<10))
	var got mailbox.Text
	c.Do("read_message", mailbox.File{File: "inbox/a.eml"}, &got)
	if got.From != "Jörg <jo@example.com>" || got.Subject != "Grüße" || got.MessageID != "abc@elsewhere.example" || got.Text != "Hello" || got.Cut {
		t.Errorf("it reads %+v", got)
	}
	if want := []mailbox.Attachment{{Name: "hours.txt", Bytes: 1}}; !slices.Equal(got.Attachments, want) {
		t.Errorf("attached are %+v", got.Attachments)
	}
	c.Do("read_message", mailbox.File{File: "inbox/long.eml"}, &got)
	if !got.Cut || len(got.Text) != 64<<10 {
		t.Errorf("%d bytes of a long text are shown, cut %t", len(got.Text), got.Cut)
	}
}

func TestNothingOutsideTheMailboxIsRead(t *testing.T) {
	t.Parallel()
	dir, outside := t.TempDir(), t.TempDir()
	c := open(t, mailbox.Options{Dir: dir})
	put(t, outside, "secret.eml", "From: eve@example.com\nSubject: Secret\n\n")
	if err := os.Symlink(filepath.Join(outside, "secret.eml"), filepath.Join(dir, "inbox", "link.eml")); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{
		"../" + filepath.Base(outside) + "/secret.eml", "inbox/../../" + filepath.Base(outside) + "/secret.eml",
		filepath.Join(outside, "secret.eml"), "inbox/link.eml", "inbox/none.eml", "inbox", "ledger.jsonl", "",
	} {
		if said := c.Refused("read_message", mailbox.File{File: file}); strings.Contains(said, "Secret") {
			t.Errorf("%q: it says %q", file, said)
		}
	}
	var got mailbox.List
	c.Do("list_messages", mailbox.Listing{}, &got)
	if len(got.Messages) > 0 || !slices.Equal(got.Unread, []string{"inbox/link.eml"}) {
		t.Errorf("listed are %+v", got)
	}
}

func TestToolsSayWhatTheyDo(t *testing.T) {
	t.Parallel()
	open(t, mailbox.Options{Dir: t.TempDir()}).Tools(map[string]toolservertest.Hint{
		"list_messages": toolservertest.Reads, "read_message": toolservertest.Reads,
		"find_message": toolservertest.Reads, "send_message": toolservertest.Sends,
	})
}
