package mailbox

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"net/textproto"
	"path"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	idDomain  = "mailbox.example" // of the ids of sent messages
	mostBody  = 1 << 20           // bytes
	lineBytes = 76                // of base64
)

// compose writes a message.
func compose(d Draft, from *mail.Address, attached []file, now time.Time) ([]byte, error) {
	to, err := addresses(d.To)
	if err != nil {
		return nil, err
	}
	if err := headerText("the subject", d.Subject); err != nil {
		return nil, err
	}
	if !utf8.ValidString(d.Body) || len(d.Body) > mostBody {
		return nil, fmt.Errorf("the body is not UTF-8, or has more than %d bytes", mostBody)
	}
	var body bytes.Buffer
	parts := multipart.NewWriter(&body)
	head := [][2]string{
		{"Message-ID", "<" + d.MessageID + "@" + idDomain + ">"},
		{"Date", now.Format(time.RFC1123Z)},
		{"From", folded(from.String())},
		{"To", strings.Join(to, ",\r\n ")},
		{"Subject", folded(mime.QEncoding.Encode("utf-8", d.Subject))},
		{"MIME-Version", "1.0"},
	}
	kind, encoding := "text/plain; charset=utf-8", "quoted-printable"
	if len(attached) == 0 {
		head = append(head, [2]string{"Content-Type", kind}, [2]string{"Content-Transfer-Encoding", encoding})
		err = quoted(&body, d.Body)
	} else {
		head = append(head, [2]string{"Content-Type", mime.FormatMediaType("multipart/mixed", map[string]string{"boundary": parts.Boundary()})})
		err = part(parts, textproto.MIMEHeader{"Content-Type": {kind}, "Content-Transfer-Encoding": {encoding}},
			func(w io.Writer) error { return quoted(w, d.Body) })
		for _, f := range attached {
			err = errors.Join(err, attach(parts, f))
		}
		err = errors.Join(err, parts.Close())
	}
	var out bytes.Buffer
	for _, h := range head {
		fmt.Fprintf(&out, "%s: %s\r\n", h[0], h[1])
	}
	out.WriteString("\r\n")
	out.Write(body.Bytes())
	return out.Bytes(), err
}

func attach(parts *multipart.Writer, f file) error {
	if err := headerText("the name of an attachment", f.name); err != nil {
		return err
	}
	kind := mime.TypeByExtension(path.Ext(f.name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	return part(parts, textproto.MIMEHeader{
		"Content-Type":              {kind},
		"Content-Disposition":       {mime.FormatMediaType("attachment", map[string]string{"filename": f.name})},
		"Content-Transfer-Encoding": {"base64"},
	}, func(w io.Writer) error {
		text := base64.StdEncoding.EncodeToString(f.data)
		for len(text) > 0 {
			n := min(lineBytes, len(text))
			if _, err := io.WriteString(w, text[:n]+"\r\n"); err != nil {
				return err
			}
			text = text[n:]
		}
		return nil
	})
}

func part(parts *multipart.Writer, head textproto.MIMEHeader, write func(io.Writer) error) error {
	w, err := parts.CreatePart(head)
	if err != nil {
		return err
	}
	return write(w)
}

func quoted(w io.Writer, text string) error {
	// The writer loses a line feed that comes some bytes after a carriage return.
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	q := quotedprintable.NewWriter(w)
	_, err := io.WriteString(q, text)
	return errors.Join(err, q.Close())
}

// folded puts each encoded word of a header on a line of its own: a line may have 998
// bytes, and no more than 76 if there is an encoded word in it.
func folded(value string) string { return strings.ReplaceAll(value, "?= =?", "?=\r\n =?") }
