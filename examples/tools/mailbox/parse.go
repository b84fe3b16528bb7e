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
)

const (
	mostText  = 64 << 10 // bytes of a text that is shown
	mostParts = 100
	mostDeep  = 10 // parts in each other
)

// parse reads a message.
func parse(name string, data []byte) (Text, error) {
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return Text{}, fmt.Errorf("%q is no message that can be read", name)
	}
	out := Text{Message: Message{
		File: name, From: strings.Join(people(m.Header, "From"), ", "), To: people(m.Header, "To"),
		Subject: decoded(m.Header.Get("Subject")), Attachments: []Attachment{},
	}}
	out.MessageID = strings.Trim(m.Header.Get("Message-ID"), " <>")
	if path.Dir(name) == sent {
		out.MessageID = strings.TrimSuffix(out.MessageID, "@"+idDomain)
	}
	if date, err := m.Header.Date(); err == nil {
		out.Date = date.UTC()
	}
	r := reader{out: &out}
	if err := r.part(textproto.MIMEHeader(m.Header), m.Body, 0); err != nil {
		return Text{}, fmt.Errorf("%q is a message whose body can't be read: %w", name, err)
	}
	return out, nil
}

// people returns the addresses of a header, in plain text.
func people(h mail.Header, name string) []string {
	list, err := h.AddressList(name)
	if err != nil {
		if text := decoded(h.Get(name)); text != "" {
			return []string{text}
		}
		return []string{}
	}
	out := make([]string, len(list))
	for i, a := range list {
		out[i] = a.Address
		if a.Name != "" {
			out[i] = a.Name + " <" + a.Address + ">"
		}
	}
	return out
}

func decoded(header string) string {
	text, err := new(mime.WordDecoder).DecodeHeader(header)
	if err != nil {
		text = header
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// A reader goes through the parts of a message.
type reader struct {
	out   *Text
	parts int
	text  bool // the text was found
}

func (r *reader) part(h textproto.MIMEHeader, body io.Reader, depth int) error {
	if r.parts++; r.parts > mostParts || depth > mostDeep {
		return errors.New("it has too many parts")
	}
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil {
		kind = "text/plain"
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			if err := r.part(p.Header, p, depth+1); err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(h.Get("Content-Transfer-Encoding")) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	data, err := io.ReadAll(body) // no more than the file has
	if err != nil {
		return err
	}
	disposition, attached, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	if disposition == "attachment" || kind != "text/plain" || r.text {
		if kind != "text/html" || disposition == "attachment" { // the same text in another form
			name := decoded(attached["filename"])
			r.out.Attachments = append(r.out.Attachments, Attachment{name[strings.LastIndex(name, "/")+1:], len(data)})
		}
		return nil
	}
	r.text = true
	text := strings.ToValidUTF8(strings.ReplaceAll(string(data), "\r\n", "\n"), "\uFFFD")
	if r.out.Cut = len(text) > mostText; r.out.Cut {
		text = strings.ToValidUTF8(text[:mostText], "")
	}
	r.out.Text = text
	return nil
}
