package mailbox

import (
	"bytes"
	"net/mail"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Whatever a mail is made of comes back from it, and nothing of it gets into the headers.
func TestAMailHasWhatItWasMadeOf(t *testing.T) {
	t.Parallel()
	from := &mail.Address{Address: "you@example.com"}
	known := []string{"Message-Id", "Date", "From", "To", "Subject", "Mime-Version", "Content-Type", "Content-Transfer-Encoding"}
	rapid.Check(t, func(t *rapid.T) {
		d := Draft{
			MessageID: "k1", Subject: rapid.String().Draw(t, "subject"), Body: rapid.String().Draw(t, "body"),
			To: []string{`"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(rapid.String().Draw(t, "name")) + `" <ann@example.com>`},
		}
		var attached []file
		if rapid.Bool().Draw(t, "attached") {
			attached = []file{{rapid.StringMatching(`[^/]{1,60}`).Draw(t, "file"), rapid.SliceOf(rapid.Byte()).Draw(t, "data")}}
		}
		data, err := compose(d, from, attached, time.Unix(0, 0))
		if err != nil {
			return
		}
		m, err := mail.ReadMessage(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for name := range m.Header {
			if !slices.Contains(known, name) {
				t.Fatalf("it has a header %s:\n%s", name, data)
			}
		}
		for line := range bytes.Lines(data) {
			if len(line) > 1000 {
				t.Fatalf("it has a line of %d bytes", len(line))
			}
		}
		got, err := parse("sent/k1.eml", data)
		if err != nil {
			t.Fatal(err)
		}
		body := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(d.Body)
		if strings.Trim(got.Subject, " ") != strings.Trim(d.Subject, " ") || got.Text != body || len(got.Attachments) != len(attached) {
			t.Fatalf("%+v became %+v by\n%s", d, got, data)
		}
		if len(attached) > 0 && got.Attachments[0] != (Attachment{attached[0].name, len(attached[0].data)}) {
			t.Fatalf("%+v became %+v by\n%s", attached, got.Attachments, data)
		}
	})
}

func FuzzWhateverIsInAFileItIsReadOrRefused(f *testing.F) {
	f.Add([]byte("From: a@example.com\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nhi\r\n--x--\r\n"))
	f.Add([]byte("Subject: =?utf-8?q?x?=\nContent-Transfer-Encoding: base64\n\naGk="))
	f.Fuzz(func(t *testing.T, data []byte) {
		if got, err := parse("inbox/a.eml", data); err == nil && (got.To == nil || got.Attachments == nil || len(got.Text) > mostText) {
			t.Errorf("it reads %+v", got)
		}
	})
}
