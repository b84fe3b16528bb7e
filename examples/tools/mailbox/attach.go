package mailbox

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/weft-mesh/weft/examples/tools/toolserver"
	"github.com/weft-mesh/weft/kit/safefile"
)

// mostAttached is how many bytes all attachments of a message may have.
const mostAttached = 16 << 20

// A file is an attachment with what is in it.
type file struct {
	name string
	data []byte
}

// attach reads files below the folders that attachments may be in.
func (m *mailbox) attach(paths []string) (out []file, err error) {
	left := int64(mostAttached)
	for _, p := range paths {
		data, err := m.attachment(p, left)
		if err != nil {
			return nil, fmt.Errorf("nothing was sent, since an attachment can't be read: %w", err)
		}
		left -= int64(len(data))
		out = append(out, file{path.Base(p), data})
	}
	return out, nil
}

// attachment reads the one file that has a path below any of the folders.
func (m *mailbox) attachment(p string, most int64) (data []byte, err error) {
	if len(m.folders) == 0 {
		return nil, errors.New("this mailbox was given no folder to attach from")
	}
	found := 0
	for _, dir := range m.folders {
		got, err := below(dir, p, most)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		data = got
		found++
	}
	switch found {
	case 0:
		return nil, fmt.Errorf("there is no file %q below the folders that this mailbox may attach from", p)
	case 1:
		return data, nil
	}
	return nil, fmt.Errorf("%q is in %d of the folders that this mailbox may attach from", p, found)
}

func below(dir, p string, most int64) ([]byte, error) {
	f, err := safefile.OpenFolder(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return toolserver.Read(f, p, most)
}
