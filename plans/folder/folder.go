package folder

import (
	"path"
	"regexp"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	orchestratorv1 "github.com/weft-mesh/weft/proto/gen/weft/orchestrator/v1"
)

// The folders, and the file, below that of all plans.
const (
	Plans       = "Plans"
	Templates   = "Plans/Templates"
	Pending     = "Pending_Approval"
	Approved    = "Approved"
	Rejected    = "Rejected"
	DonePlans   = "Done/Plans"
	DoneActions = "Done/Actions"
	Dashboard   = "Dashboard.md"
)

// Read returns the folders whose files are read, and of which Input.Files holds those that
// end in ".md".
func Read() []string { return []string{Plans, Pending, Approved, Rejected} }

// EditQuiet is how long a plan's file is left alone before its text is proposed: editors
// save while somebody writes.
const EditQuiet = 30 * time.Second

// A File is one as it was read.
type File struct {
	Data  []byte
	Err   error     // why it could not be read
	Since time.Time // when it was first read as it is now
}

// Input is what Reconcile compares.
type Input struct {
	Now   time.Time
	Files map[string]File // by their paths, such as "Plans/PLAN-1.md"
	Done  map[string]bool // paths below DonePlans and DoneActions
	// Plans are all that are known and have not ended, and those of files. Gone are ids
	// that are of no plan.
	Plans map[string]*orchestratorv1.Plan
	Gone  map[string]bool
	// Refused tells why what a file asks for was refused, by Key.
	Refused map[string]string
	// Owner is whose moves and edits they are.
	Owner string
	// ByFile says that moves and ticks count.
	ByFile bool
}

// An Action is something to do: a Write, a Move, an Answer, an Alert or a Lookup.
type Action interface{ action() }

// A Write gives a file another content. Old is what it has now, nil if there must be none;
// if it is something else, nothing is written.
type Write struct {
	Path     string
	Old, New []byte
}

// A Move moves a file of that content to where there is none.
type Move struct {
	From, To string
	Data     []byte
}

// An Answer is a call of the API that a person asks for by a file. If it is refused, the
// reason is kept as Input.Refused under Key; if not, Then is done, if there is any.
type Answer struct {
	Key     string
	Path    string
	Request proto.Message
	Then    *Write
}

// An Alert is something that a person has to look at.
type Alert struct {
	Path string // empty if it is about no file
	Text string
}

// A Lookup asks for a plan that is not among those that are known.
type Lookup struct{ Plan string }

func (Write) action()  {}
func (Move) action()   {}
func (Answer) action() {}
func (Alert) action()  {}
func (Lookup) action() {}

// copied are names that programs give to another version of a file, or to a copy.
var copied = regexp.MustCompile(`(?i)conflicted copy|sync-conflict|\bconflict\b|[ _-]copy( ?\d*)$|^copy of |\(\d+\)$| \d+$|~\d*$|\.orig$|\.bak$`)

// isCopy reports whether a file is, by its name, another version of a file, or a copy.
func isCopy(name string) bool {
	return copied.MatchString(strings.TrimSuffix(path.Base(name), path.Ext(name)))
}

// free returns a path in a folder that no file has. Its name is not that of a file in one of
// the folders to which it may be moved, either.
func (r *round) free(dir, base string, moves ...string) string {
	ext := path.Ext(base)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = strings.TrimSuffix(base, ext) + "-" + itoa(n) + ext
		}
		at := path.Join(dir, name)
		_, there := r.Files[at]
		for _, to := range moves {
			_, other := r.Files[path.Join(to, name)]
			there = there || other
		}
		if !there && !r.Done[at] && !r.taken[at] {
			r.taken[at] = true
			return at
		}
	}
}
