package lineedit_test

import (
	"context"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/weft-mesh/weft/internal/command/internal/lineedit"
)

// typed is a source that yields chunks as they are typed, and then ends.
type typed struct{ chunks []string }

func (s *typed) NextBytes(context.Context) ([]byte, error) {
	if len(s.chunks) == 0 {
		return nil, io.EOF
	}
	next := s.chunks[0]
	s.chunks = s.chunks[1:]
	return []byte(next), nil
}

func (s *typed) PutBack(unread []byte) {
	if len(unread) > 0 {
		s.chunks = append([]string{string(unread)}, s.chunks...)
	}
}

// past is a history, the latest first.
type past []string

func (p past) Len() int        { return len(p) }
func (p past) At(i int) string { return p[i] }
func (p past) Add(string)      {}

// A terminal shows what is written to it, as far as an editor needs it.
type terminal struct {
	t           *testing.T
	mu          sync.Mutex
	columns     int
	rows        [][]string // characters; those of two columns are followed by ""
	row, column int
}

var sequence = regexp.MustCompile(`^\x1b\[(\??\d*)([A-Za-z])`)

func (s *terminal) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for rest := string(p); rest != ""; {
		if m := sequence.FindStringSubmatch(rest); m != nil {
			s.obey(m[1], m[2])
			rest = rest[len(m[0]):]
			continue
		}
		cluster, after, width, _ := uniseg.FirstGraphemeClusterInString(rest, -1)
		rest = after
		switch cluster {
		case "\r":
			s.column = 0
		case "\r\n":
			s.row, s.column = s.row+1, 0
		case "\n":
			s.row++
		default:
			if s.column+width > s.columns {
				s.t.Errorf("%q goes over the end of a row", cluster)
			}
			s.put(cluster, width)
		}
	}
	return len(p), nil
}

func (s *terminal) obey(number, command string) {
	n, _ := strconv.Atoi(number)
	switch command {
	case "A":
		s.row = max(0, s.row-n)
	case "C":
		s.column += n
	case "J":
		s.grow()
		s.rows = s.rows[:s.row+1]
		s.rows[s.row] = s.rows[s.row][:min(s.column, len(s.rows[s.row]))]
	}
}

func (s *terminal) grow() {
	for len(s.rows) <= s.row {
		s.rows = append(s.rows, nil)
	}
}

func (s *terminal) put(cluster string, width int) {
	s.grow()
	r := s.rows[s.row]
	for len(r) < s.column+width {
		r = append(r, " ")
	}
	r[s.column] = cluster
	if width == 2 {
		r[s.column+1] = ""
	}
	s.rows[s.row] = r
	s.column += width
}

func (s *terminal) shows() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []string
	for _, r := range s.rows {
		lines = append(lines, strings.TrimRight(strings.Join(r, ""), " "))
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

func edit(t *testing.T, columns int, history past, chunks ...string) (*lineedit.Editor, *terminal) {
	t.Helper()
	screen := &terminal{t: t, columns: columns}
	return &lineedit.Editor{
		Source: &typed{chunks}, Out: screen, Prompt: "> ", Width: 2, History: history,
		Size: func() (int, int) { return columns, 10 },
		Complete: func(before string) (int, []string) {
			var words []string
			from := strings.LastIndex(before, " ") + 1
			for _, w := range []string{"/search", "/settings", "/tasks"} {
				if strings.HasPrefix(w, before[from:]) {
					words = append(words, w)
				}
			}
			return from, words
		},
	}, screen
}

func TestKeysEditAnInput(t *testing.T) {
	t.Parallel()
	old := past{"slept 6 h", "ran 5 km", "swam at 7\nwith Ann", "ran 10 km"}
	for name, test := range map[string]struct {
		columns int
		keys    []string
		want    string
		shown   string
	}{
		"text":                          {40, []string{"ran", " 5k\r"}, "ran 5k", "> ran 5k"},
		"a line feed":                   {40, []string{"ran\n"}, "ran", "> ran"},
		"backspace":                     {40, []string{"ram\x7fn\r"}, "ran", "> ran"},
		"in the middle":                 {40, []string{"rn\x1b[Da\r"}, "ran", "> ran"},
		"the ends":                      {40, []string{"an\x01r\x05!\r"}, "ran!", "> ran!"},
		"words":                         {40, []string{"ran 5 km\x17\x17 home\r"}, "ran  home", "> ran  home"},
		"kill and yank":                 {40, []string{"abc\x15def\x19\r"}, "defabc", "> defabc"},
		"word moves":                    {40, []string{"one two\x1b[1;5Dx\x1b[1;5C!\r"}, "one xtwo!", "> one xtwo!"},
		"a key in pieces":               {40, []string{"ac\x1b", "[", "Db\r"}, "abc", "> abc"},
		"a letter in pieces":            {40, []string{"m\xc3", "\xbcde\r"}, "müde", "> müde"},
		"wide characters":               {40, []string{"今天跑\x7f\x7f日\r"}, "今日", "> 今日"},
		"an emoji of several":           {40, []string{"a👩‍👩‍👧b\x1b[D\x7f\r"}, "ab", "> ab"},
		"an accent of its own":          {40, []string{"cafe\u0301\x7f\x7fv\r"}, "cav", "> cav"},
		"a long line":                   {10, []string{"abcdefghijkl\r"}, "abcdefghijkl", "> abcdefgh\nijkl"},
		"a wide one at the end":         {10, []string{"abcdefg今b\r"}, "abcdefg今b", "> abcdefg\n今b"},
		"back over a break":             {10, []string{"abcdefghij\x1b[D\x1b[D\x1b[DX\r"}, "abcdefgXhij", "> abcdefgX\nhij"},
		"shorter again":                 {10, []string{"abcdefghij\x7f\x7f\x7f\r"}, "abcdefg", "> abcdefg"},
		"a paste of several lines":      {40, []string{"see \x1b[200~one\r\ntwo\rthree\n\x1b[201~ end\r"}, "see one\ntwo\nthree end", "> see one\ntwo\nthree end"},
		"a paste in pieces":             {40, []string{"\x1b[20", "0~one\r", "two\x1b[2", "01~\r"}, "one\ntwo", "> one\ntwo"},
		"a paste that commands":         {40, []string{"\x1b[200~a\x1b[2J\x03\u202eb\x1b[201~\r"}, "a[2Jb", "> a[2Jb"},
		"up and down within lines":      {40, []string{"\x1b[200~one\rtwo\x1b[201~\x1b[A!\x1b[B?\r"}, "one!\ntwo?", "> one!\ntwo?"},
		"a new line by hand":            {40, []string{"one\x1b\rtwo\r"}, "one\ntwo", "> one\ntwo"},
		"the history":                   {40, []string{"x\x1b[A\x1b[A\r"}, "ran 5 km", "> ran 5 km"},
		"back from the history":         {40, []string{"x\x1b[A\x1b[A\x1b[B\x1b[B\r"}, "x", "> x"},
		"a search":                      {40, []string{"\x12ran\r"}, "ran 5 km", "> ran 5 km"},
		"a search further back":         {40, []string{"\x12ran\x12\r"}, "ran 10 km", "> ran 10 km"},
		"a search that is edited":       {40, []string{"\x12RAN\x1b[D!\r"}, "ran 5 k!m", "> ran 5 k!m"},
		"a search that finds nothing":   {40, []string{"x\x12dive\x07y\r"}, "xy", "> xy"},
		"a search with fewer letters":   {40, []string{"\x12swax\x7f\x1b[C\r"}, "swam at 7\nwith Ann", "> swam at 7\nwith Ann"},
		"the only completion":           {40, []string{"/ta\t\r"}, "/tasks ", "> /tasks"},
		"as far as completions agree":   {40, []string{"/\t/\tse\t\r"}, "//se", "> /\n/search    /settings  /tasks\n> //se"},
		"completions that differ":       {40, []string{"/s\t\te\t\r"}, "/se" + "e", "> /se\n/search    /settings\n> /see"},
		"nothing to complete":           {40, []string{"dive\t\r"}, "dive", "> dive"},
		"a tab in a pasted text":        {40, []string{"\x1b[200~a\tb\x1b[201~\r"}, "a b", "> a b"},
		"what is typed ahead stays":     {40, []string{"one\rtwo\r"}, "one", "> one"},
		"a sequence that means nothing": {40, []string{"a\x1b[15~\x1b[?1;2cb\r"}, "ab", "> ab"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, screen := edit(t, test.columns, old, test.keys...)
			got, err := e.ReadInput(t.Context())
			if err != nil || got != test.want {
				t.Errorf("read %q, %v; want %q", got, err, test.want)
			}
			if shown := screen.shows(); shown != test.shown {
				t.Errorf("the terminal shows\n%s\nwant\n%s", shown, test.shown)
			}
		})
	}
}

func TestAnInputEnds(t *testing.T) {
	t.Parallel()
	for keys, want := range map[string]error{"\x04": io.EOF, "text\x03": lineedit.ErrInterrupted, "text": io.EOF, "\x12\x07\x03": lineedit.ErrInterrupted} {
		e, _ := edit(t, 40, past{"x"}, keys)
		if got, err := e.ReadInput(t.Context()); !errors.Is(err, want) || got != "" {
			t.Errorf("%q gives %q, %v; want %v", keys, got, err, want)
		}
	}
	e, _ := edit(t, 40, nil, "one\rtw", "o\r")
	for _, want := range []string{"one", "two"} {
		if got, err := e.ReadInput(t.Context()); got != want || err != nil {
			t.Errorf("read %q, %v; want %q", got, err, want)
		}
	}
}

func TestATextThatIsHigherThanTheTerminalShowsWhereTheCursorIs(t *testing.T) {
	t.Parallel()
	e, screen := edit(t, 20, nil, "\x1b[200~"+strings.Repeat("line\r", 30)+"last\x1b[201~\r")
	got, err := e.ReadInput(t.Context())
	if err != nil || strings.Count(got, "\n") != 30 {
		t.Fatalf("%q, %v", got, err)
	}
	if shown := screen.shows(); strings.Count(shown, "\n") != 8 || !strings.HasSuffix(shown, "last") {
		t.Errorf("the terminal shows\n%s", shown)
	}
}

// resizing is a source that changes the size of the terminal before it goes on.
type resizing struct {
	typed
	before func()
}

func (s *resizing) NextBytes(ctx context.Context) ([]byte, error) {
	if len(s.chunks) == 1 && s.before != nil {
		s.before()
	}
	return s.typed.NextBytes(ctx)
}

func TestAnInputFollowsTheSizeOfTheTerminal(t *testing.T) {
	t.Parallel()
	columns := 30
	var mu sync.Mutex
	screen := &terminal{t: t, columns: 30}
	resized := make(chan struct{})
	source := &resizing{typed: typed{[]string{"abcdefghijklmnopqrstuvwx", "\r"}}}
	source.before = func() {
		mu.Lock()
		columns = 10
		mu.Unlock()
		screen.mu.Lock() // as a terminal does that breaks its rows anew
		screen.columns = 10
		long := screen.rows[0]
		screen.rows = [][]string{long[:10], long[10:20], long[20:]}
		screen.row, screen.column = 2, len(long)-20
		screen.mu.Unlock()
		resized <- struct{}{}
	}
	e := &lineedit.Editor{Source: source, Out: screen, Prompt: "> ", Width: 2, Resized: resized, Size: func() (int, int) {
		mu.Lock()
		defer mu.Unlock()
		return columns, 10
	}}
	if got, err := e.ReadInput(t.Context()); got != "abcdefghijklmnopqrstuvwx" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	if shown := screen.shows(); shown != "> abcdefgh\nijklmnopqr\nstuvwx" {
		t.Errorf("the terminal shows\n%s", shown)
	}
}

func FuzzReadInput(f *testing.F) {
	f.Add("ran \x1b[D今\x12a\x7f\t\x1b[200~x\ry\x1b[201~")
	f.Fuzz(func(t *testing.T, keys string) {
		screen := &terminal{t: t, columns: 12}
		e := &lineedit.Editor{Source: &typed{[]string{keys}}, Out: screen, Prompt: "> ", Width: 2, History: past{"one", "two\nthree"}, Size: func() (int, int) { return 12, 5 }}
		_, _ = e.ReadInput(t.Context())
	})
}
