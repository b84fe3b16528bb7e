package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"path"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/safefile"
)

// Options of a mailbox.
type Options struct {
	Dir     string             // folder with inbox/ and sent/, which are made if they are not there
	From    string             // who sends; empty: you@example.com
	Folders []string           // below which attachments may be; they may be made later
	Faults  []toolserver.Fault // what is to go wrong
}

type mailbox struct {
	files   *safefile.Folder
	from    *mail.Address
	folders []string
}

// New opens a mailbox.
func New(o Options) (*toolserver.Server, error) {
	if o.From == "" {
		o.From = "you@example.com"
	}
	from, err := address(o.From)
	if err != nil {
		return nil, fmt.Errorf("the sender: %w", err)
	}
	s, err := toolserver.Open(toolserver.Options{Name: "mailbox", Title: "Mailbox", Dir: o.Dir, Faults: o.Faults})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{inbox, sent} {
		if err := s.Files.Root().MkdirAll(name, 0o700); err != nil {
			return nil, errors.Join(fmt.Errorf("can't make the folder %s: %w", name, err), s.Close())
		}
	}
	m := &mailbox{files: s.Files, from: from, folders: o.Folders}
	m.tools(s)
	return s, nil
}

func (m *mailbox) tools(s *toolserver.Server) {
	toolserver.Add(s, &mcp.Tool{
		Name: "list_messages", Title: "List messages", Annotations: toolserver.Reads(),
		Description: "Lists the messages of a folder, the newest first, without their texts.",
	}, m.list)
	toolserver.Add(s, &mcp.Tool{
		Name: "read_message", Title: "Read a message", Annotations: toolserver.Reads(),
		Description: "Returns one message with its text and the names of its attachments.",
	}, m.read)
	toolserver.Add(s, &mcp.Tool{
		Name: "find_message", Title: "Find a sent message", Annotations: toolserver.Reads(),
		Description: "Tells whether a message was sent, by the message_id that it was sent with. Nothing but sent messages is looked at.",
	}, m.find)
	toolserver.Add(s, &mcp.Tool{
		Name: "send_message", Title: "Send a message", Annotations: toolserver.Sends(),
		Description: "Sends a message. Another call with the same message_id sends nothing and returns what was sent by the first, whatever else it says.",
	}, m.send)
}

// A Draft is a message to send.
type Draft struct {
	MessageID   string   `json:"message_id" jsonschema:"names the message, so that it is sent once: up to 80 letters, digits and _ - + = / with single dots between them"`
	To          []string `json:"to" jsonschema:"addresses, such as ann@example.com or Ann Lee <ann@example.com>; at least one"`
	Subject     string   `json:"subject" jsonschema:"one line"`
	Body        string   `json:"body" jsonschema:"the text"`
	Attachments []string `json:"attachments,omitempty" jsonschema:"files to attach, each a path below one of the folders that the mailbox may attach from, such as 2026-01/invoice.md"`
}

// A Message is what is told of one without its text.
type Message struct {
	File        string       `json:"file" jsonschema:"the file in the mailbox, such as sent/a1.eml"`
	MessageID   string       `json:"message_id" jsonschema:"what it was sent with; of messages from elsewhere their Message-ID"`
	From        string       `json:"from" jsonschema:"who sent it"`
	To          []string     `json:"to" jsonschema:"whom it is to"`
	Subject     string       `json:"subject" jsonschema:"its subject"`
	Date        time.Time    `json:"date" jsonschema:"when it was sent, as its sender says (RFC 3339)"`
	Attachments []Attachment `json:"attachments" jsonschema:"what is attached to it"`
}

// An Attachment is what is told of one.
type Attachment struct {
	Name  string `json:"name" jsonschema:"name of the file"`
	Bytes int    `json:"bytes" jsonschema:"its size"`
}

// A Listing asks for the messages of a folder.
type Listing struct {
	Folder string `json:"folder,omitempty" jsonschema:"inbox, or sent; default inbox"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many at most, up to 200; default 50"`
}

// A List has messages.
type List struct {
	Messages []Message `json:"messages" jsonschema:"the newest first"`
	More     bool      `json:"more" jsonschema:"whether there are more than were asked for"`
	Unread   []string  `json:"unread,omitempty" jsonschema:"files that are no messages, or too large"`
}

// A File names a message.
type File struct {
	File string `json:"file" jsonschema:"as list_messages names it, such as inbox/hello.eml"`
}

// A Text is a message with its text.
type Text struct {
	Message
	Text string `json:"text" jsonschema:"its plain text"`
	Cut  bool   `json:"cut" jsonschema:"whether the text is longer than what is shown"`
}

// An ID names a message that may have been sent.
type ID struct {
	MessageID string `json:"message_id" jsonschema:"the message_id that send_message was called with"`
}

// A Found tells whether a message was sent.
type Found struct {
	Sent    bool     `json:"sent" jsonschema:"whether it was sent"`
	Message *Message `json:"message,omitempty" jsonschema:"the message, if it was sent"`
}

func (m *mailbox) read(_ context.Context, in File) (Text, error) {
	if path.Ext(in.File) != ext {
		return Text{}, fmt.Errorf("%q is no message; messages are files such as inbox/hello.eml", in.File)
	}
	data, err := toolserver.Read(m.files, in.File, mostMail)
	if err != nil {
		return Text{}, err
	}
	return parse(in.File, data)
}

func (m *mailbox) find(_ context.Context, in ID) (Found, error) {
	file, err := fileOf(in.MessageID)
	if err != nil {
		return Found{}, err
	}
	msg, err := m.message(file)
	if errors.Is(err, errNone) {
		return Found{}, nil
	}
	return Found{Sent: err == nil, Message: &msg}, err
}
