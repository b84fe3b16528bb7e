package mailbox

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/stable"
)

const (
	inbox = "inbox"
	sent  = "sent"
	ext   = ".eml"

	mostMail  = 32 << 20 // bytes of a message
	mostFiles = 10_000   // of a folder
	mostList  = 200
	usualList = 50
	mostID    = 80 // so that the name of its file is not too long, however much of it is escaped
)

// errNone says that there is no such message.
var errNone = errors.New("there is no such message")

// idForm is that of the left half of a Message-ID: a dot-atom of RFC 5322, of characters
// that no header gives another meaning.
var idForm = regexp.MustCompile(`^[A-Za-z0-9_+=/-]+(\.[A-Za-z0-9_+=/-]+)*$`)

// fileOf returns the file of the sent message that has an id.
func fileOf(id string) (string, error) {
	if len(id) > mostID || !idForm.MatchString(id) {
		return "", fmt.Errorf("%q is no message_id; it has up to %d letters, digits and _ - + = / with single dots between them", id, mostID)
	}
	return path.Join(sent, url.PathEscape(id)+ext), nil
}

// message reads what is told of one.
func (m *mailbox) message(file string) (Message, error) {
	data, err := toolserver.Read(m.files, file, mostMail)
	if errors.Is(err, fs.ErrNotExist) {
		return Message{}, errNone
	}
	if err != nil {
		return Message{}, err
	}
	t, err := parse(file, data)
	return t.Message, err
}

func (m *mailbox) list(_ context.Context, in Listing) (List, error) {
	if in.Folder == "" {
		in.Folder = inbox
	}
	if in.Folder != inbox && in.Folder != sent {
		return List{}, fmt.Errorf("there is no folder %q; there are inbox and sent", in.Folder)
	}
	if in.Limit <= 0 {
		in.Limit = usualList
	}
	in.Limit = min(in.Limit, mostList)
	out := List{Messages: []Message{}}
	var names []string
	err := m.files.List(in.Folder, func(e fs.DirEntry) {
		if name := e.Name(); path.Ext(name) == ext && !strings.HasPrefix(name, ".") && len(names) <= mostFiles {
			names = append(names, name)
		}
	})
	if err != nil {
		return List{}, fmt.Errorf("the folder can't be read: %w", err)
	}
	if len(names) > mostFiles {
		return List{}, fmt.Errorf("the folder has more than %d messages, which is more than this mailbox lists", mostFiles)
	}
	for _, name := range names {
		file := path.Join(in.Folder, name)
		msg, err := m.message(file)
		if err != nil {
			out.Unread = append(out.Unread, file)
			continue
		}
		out.Messages = append(out.Messages, msg)
	}
	stable.Sort(out.Messages, func(a, b Message) int {
		if c := b.Date.Compare(a.Date); c != 0 {
			return c
		}
		return strings.Compare(a.File, b.File)
	})
	slices.Sort(out.Unread)
	out.More = len(out.Messages) > in.Limit
	out.Messages = out.Messages[:min(in.Limit, len(out.Messages))]
	return out, nil
}

// send writes a message into the folder of those that were sent, unless there is one of
// that id.
func (m *mailbox) send(_ context.Context, d Draft) (Message, error) {
	file, err := fileOf(d.MessageID)
	if err != nil {
		return Message{}, err
	}
	if first, err := m.message(file); !errors.Is(err, errNone) {
		return first, err
	}
	attached, err := m.attach(d.Attachments)
	if err != nil {
		return Message{}, err
	}
	data, err := compose(d, m.from, attached, time.Now())
	if err != nil {
		return Message{}, err
	}
	if err := toolserver.Create(m.files, file, data); err != nil && !errors.Is(err, fs.ErrExist) {
		return Message{}, fmt.Errorf("the message could not be written: %w", err)
	}
	return m.message(file) // what is there, be it from another who was faster
}
