package hostile

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A hazard is something that a folder may hold.
type hazard struct {
	name string
	put  func(f folder)
}

// A folder is where a hazard is put. What goes wrong is the test's own fault.
type folder struct {
	testing.TB
	dir  string
	year string // that stands for 2025 in names and contents; "" for itself
}

func (f folder) dated(s string) string {
	if f.year == "" {
		return s
	}
	return strings.ReplaceAll(s, "2025", f.year)
}

func (f folder) path(name string) string {
	path := filepath.Join(f.dir, filepath.FromSlash(f.dated(name)))
	f.must(os.MkdirAll(filepath.Dir(path), 0o755))
	return path
}

func (f folder) must(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

func (f folder) write(name, content string) {
	f.Helper()
	f.must(os.WriteFile(f.path(name), []byte(f.dated(content)), 0o644))
}

func (f folder) sparse(name string, size int64) {
	f.Helper()
	f.write(name, "")
	f.must(os.Truncate(f.path(name), size))
}

func (f folder) link(name, target string) {
	f.Helper()
	f.must(os.Symlink(f.dated(target), f.path(name)))
}

func (f folder) pipe(name string) {
	f.Helper()
	f.must(unix.Mkfifo(f.path(name), 0o600))
}

func (f folder) socket(name string) {
	f.Helper()
	// The name of a socket is short, and a test's folder is not.
	short, err := os.MkdirTemp("", "s")
	f.must(err)
	l, err := net.Listen("unix", filepath.Join(short, "s"))
	f.must(err)
	f.must(os.Rename(filepath.Join(short, "s"), f.path(name)))
	f.Cleanup(func() { _ = l.Close(); _ = os.RemoveAll(short) })
}

// deep makes folders in each other, also where the path is too long to be named.
func (f folder) deep(name string, levels int) {
	f.Helper()
	f.must(os.Mkdir(f.path(name), 0o755))
	at, err := os.OpenRoot(f.path(name))
	f.must(err)
	for range levels {
		f.must(at.Mkdir("deeper", 0o755))
		next, err := at.OpenRoot("deeper")
		f.must(errors.Join(err, at.Close()))
		at = next
	}
	f.must(at.WriteFile(f.dated("2025-01-01.md"), []byte("Deep"), 0o644))
	f.must(at.Close())
}

// laughs stand for a billion values, by aliases of aliases.
func laughs() string {
	var b strings.Builder
	b.WriteString("a: &a [x,x,x,x,x,x,x,x,x,x]\n")
	for c := 'b'; c <= 'i'; c++ {
		fmt.Fprintf(&b, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	return b.String()
}

func front(matter string) string { return "---\n" + matter + "\n---\nWritten on\n" }

func fronted(matter string) func(folder) {
	return func(f folder) { f.write("2025-01-01.md", front(matter)) }
}

func daily(content string) func(folder) {
	return func(f folder) { f.write("2025-01-01.md", content) }
}

func parsed(content string) func(folder) {
	return func(f folder) {
		f.write("logs/raw/2025/01/2025-01-01.md", "## 07:30\nRan\n")
		f.write("logs/parsed/2025/01/2025-01-01.json", content)
	}
}

func name(n string) func(folder) { return func(f folder) { f.write(n, "Named oddly") } }

// beside are hazards that leave room for each other: each gets a year of its own,
// in place of 2025.
var beside = []hazard{
	{"front matter of aliases of aliases", fronted(laughs() + "tags: *i")},
	{"front matter with an alias of itself", fronted("a: &a [*a]")},
	{"front matter of brackets without end", fronted("a: " + strings.Repeat("[", 60_000))},
	{"front matter of braces without end", fronted(strings.Repeat("{a: ", 15_000))},
	{"front matter of lists on a line", fronted(strings.Repeat("- ", 30_000))},
	{"front matter of blank lines in a text", fronted("a: |\n" + strings.Repeat("\n", 60_000) + "x")},
	{"front matter of many keys", fronted(numbered(12_000, "k%d:\n"))},
	{"front matter of many documents", fronted(strings.Repeat("a: 1\n... \n", 5_000))},
	{"front matter of a megabyte", fronted("a: " + strings.Repeat("x", 1<<20))},
	{"front matter that is never closed", daily("---\n" + strings.Repeat("a: 1\n", 100_000))},
	{"front matter with a tag of a hundred thousand letters", fronted("tags: [" + strings.Repeat("x", 60_000) + "]")},
	{"links without end in a text", daily("Written on " + strings.Repeat("[[", 400_000))},
	{"quotes and tables without end", daily("Written on\n" + strings.Repeat(">", 300_000) + strings.Repeat("|", 300_000))},
	{"code that is never closed", daily("```\n" + strings.Repeat("## 07:30\nRan\n", 10_000))},
	{"backslashes before a heading", daily("## 07:30\n" + strings.Repeat(`\`, 500_000) + "## 07:30\n")},
	{"16 MiB on a line", daily(strings.Repeat("word ", 16<<20/5))},
	{"16 MiB of line ends", daily(strings.Repeat("\n", 16<<20))},
	{"a note that is a byte too large", daily(strings.Repeat("x", 16<<20+1))},
	{"headings without text", daily(strings.Repeat("## 07:30\n", 100_000))},
	{"numbers without end", daily("Ran " + strings.Repeat("9", 500_000) + " km and " + strings.Repeat("1,", 100_000) + " kg")},
	{"bytes of no letters", daily("Written on \xff\xfe\x80\x81 and on")},
	{"bytes of nothing", daily("Written on " + strings.Repeat("\x00", 500_000))},
	{"a byte order mark and line ends of Windows", daily("\uFEFF---\r\ntags: [a]\r\n---\r\n## 07:30\r\nRan\r\n")},
	{"line ends of old", daily("## 07:30\rRan\r## 08:30\rAte\r")},
	{"letters that run backwards and marks without a letter", daily("Written \u202E no " + strings.Repeat("\u0301", 100_000))},
	{"escape sequences of a terminal", daily("Written \x1b]0;gone\x07\x1b[2J on")},
	{"UTF-16", daily("\xff\xfeR\x00a\x00n\x00")},
	{"a sparse note of a terabyte", func(f folder) { f.sparse("2025-01-01.md", 1<<40) }},
	{"a sparse note as large as may be", func(f folder) { f.sparse("2025-01-01.md", 16<<20) }},
	{"a pipe as a note", func(f folder) { f.pipe("2025-01-01.md") }},
	{"a pipe as a day file", func(f folder) { f.pipe("logs/raw/2025/01/2025-01-01.md") }},
	{"a pipe as parsed data", func(f folder) { f.pipe("logs/parsed/2025/01/2025-01-01.json") }},
	{"a socket as a note", func(f folder) { f.socket("2025-01-01.md") }},
	{"a folder as a note", func(f folder) { f.write("2025-01-01.md/2025-01-02.md", "Written on") }},
	{"a folder as parsed data", func(f folder) { f.write("logs/parsed/2025/01/2025-01-01.json/x", "") }},
	{"a link to the memory of the process", func(f folder) { f.link("2025-01-01.md", "/proc/self/mem") }},
	{"a link to standard input", func(f folder) { f.link("2025-01-01.md", "/dev/stdin") }},
	{"a link to zeros", func(f folder) { f.link("logs/raw/2025/01/2025-01-01.md", "/dev/zero") }},
	{"a link to a device as parsed data", func(f folder) { f.link("logs/parsed/2025/01/2025-01-01.json", "/dev/urandom") }},
	{"a link to itself", func(f folder) { f.link("2025-01-01.md", "2025-01-01.md") }},
	{"a link to nowhere", func(f folder) { f.link("2025-01-01.md", "nowhere/at/all") }},
	{"a link above the vault", func(f folder) { f.link("2025-01-01.md", "../../../../../../../../etc/passwd") }},
	{"links in a circle", func(f folder) {
		f.link("2025/a/b", "../../2025")
		f.link("2025/c", "a")
		f.link("2025/d", ".")
	}},
	{"a link to the root of the machine", func(f folder) { f.link("2025-all", "/") }},
	{"a link among the day files to all of the vault", func(f folder) { f.link("logs/raw/2025/all", "../../..") }},
	{"many links to one folder", func(f folder) {
		f.write("2025/real/2025-01-01.md", "Written on")
		for i := range 500 {
			f.link(fmt.Sprintf("2025/l%d", i), "real")
		}
	}},
	{"hard links", func(f folder) {
		f.write("2025-01-01.md", "Written on")
		f.must(os.Link(f.path("2025-01-01.md"), f.path("2025-01-02.md")))
	}},
	{"a note that nobody may read", func(f folder) {
		f.write("2025-01-01.md", "Secret")
		f.must(os.Chmod(f.path("2025-01-01.md"), 0))
	}},
	{"a folder that nobody may read", func(f folder) {
		f.write("2025/2025-01-01.md", "Secret")
		f.must(os.Chmod(f.path("2025"), 0))
		f.Cleanup(func() { _ = os.Chmod(f.path("2025"), 0o755) })
	}},
	{"folders in each other deeper than a path is long", func(f folder) { f.deep("2025", 800) }},
	{"five thousand empty folders", func(f folder) {
		for i := range 5_000 {
			f.must(os.MkdirAll(f.path(fmt.Sprintf("2025/%d/%d", i%100, i)), 0o755))
		}
	}},
	{"many notes of one day", func(f folder) {
		for i := range 500 {
			f.write(fmt.Sprintf("2025/2025-01-01 %d.md", i), "Written on")
		}
	}},
	{"a name with line breaks", name("2025-01-01 a\nb\r.md")},
	{"a name of no letters", name("2025-01-01 \xff\xfe.md")},
	{"a name with escape sequences", name("2025-01-01 \x1b[2J\x07.md")},
	{"a name that is as long as may be", name("2025-01-01 " + strings.Repeat("x", 241) + ".md")},
	{"a name of blanks and dots", name("2025-01-01 .. .md")},
	{"a name of days", name(strings.Repeat("2025-01-01 ", 20) + ".md")},
	{"a day that is none", name("2025-02-31.md")},
	{"names of two days", name("2025-01-01 2025-01-02.md")},
	{"parsed data as deep as may be", parsed(strings.Repeat("[", 1_000_000))},
	{"parsed data deep in an entry", parsed(`{"2025-01-01_07-30-00": {"data": {"a":` + strings.Repeat(`{"a":`, 9_000) + "1" + strings.Repeat("}", 9_002) + "}")},
	{"parsed data of many values", parsed(`{"2025-01-01_07-30-00": {"data": {"a": [` + strings.Repeat("0,", 1<<20) + "0]}}}")},
	{"parsed data of many entries", parsed("{" + numbered(100_000, `"%d":{},`) + `"x":{}}`)},
	{"parsed data that is cut off", parsed(`{"2025-01-01_07-30-00": {"key": "a`)},
	{"parsed data of other days and of none", parsed(`{"2024-01-01_07-30-00": {"key": "a"}, "": {"key": "b"}, "x": {}}`)},
	{"parsed data with keys twice", parsed(`{"2025-01-01_07-30-00": {"key": "a", "key": 1, "key": "b"}, "2025-01-01_07-30-00": {"key": "c"}}`)},
	{"parsed data of other types", parsed(`{"2025-01-01_07-30-00": {"tags": {}, "data": [], "corrections": 1}}`)},
	{"parsed data that is a number without end", parsed(strings.Repeat("9", 1_000_000))},
	{"parsed data that is sparse", func(f folder) { f.sparse("logs/parsed/2025/01/2025-01-01.json", 1<<40) }},
	{"a sync conflict of each kind", func(f folder) {
		f.write("2025-01-01.sync-conflict-20250102-030405-ABC.md", "x")
		f.write("logs/raw/2025/01/2025-01-01 (conflicted copy).md", "x")
	}},
}

// A place is where there is one of a kind, so that a hazard there needs a vault of
// its own.
type place struct {
	hazard
	refused string // what is said where the vault can't be used at all
	keeps   bool   // a note can be kept
}

// places are hazards in the places that Weft looks at by name.
var places = []place{
	{hazard: hazard{"settings of daily notes that are a bomb", func(f folder) { f.write(settings, strings.Repeat("[", 60_000)) }}, keeps: true},
	{hazard: hazard{"settings of daily notes that are sparse", func(f folder) { f.sparse(settings, 1<<40) }}, keeps: true},
	{hazard: hazard{"a pipe as the settings of daily notes", func(f folder) { f.pipe(settings) }}, keeps: true},
	{hazard: hazard{"a format of daily notes that is a bomb", func(f folder) { f.write(settings, `{"format": "`+strings.Repeat("YYYYMMDD", 7_000)+`"}`) }}, keeps: true},
	{hazard: hazard{"a folder of daily notes above the vault", func(f folder) { f.write(settings, `{"folder": "../../..", "format": "[a]YYYY-MM-DD"}`) }}, keeps: true},
	{hazard: hazard{"a file as the folder of Obsidian", func(f folder) { f.write(".obsidian", "") }}, keeps: true},
	{hazard: hazard{"a context of zeros without end", func(f folder) { f.link(page, "/dev/zero") }}, keeps: true},
	{hazard: hazard{"a sparse context", func(f folder) { f.sparse(page, 1<<40) }}, keeps: true},
	{hazard: hazard{"a pipe as the context", func(f folder) { f.pipe(page) }}, keeps: true},
	{hazard: hazard{"a folder as the context", func(f folder) { f.write(page+"/x", "") }}, keeps: true},
	{hazard: hazard{"a context of two megabytes", func(f folder) { f.write(page, strings.Repeat("- I sleep well\n", 150_000)) }}, keeps: true},
	{hazard: hazard{"a context with a bomb", func(f folder) { f.write(page, front(laughs())) }}, keeps: true},
	{hazard: hazard{"a context of no letters", func(f folder) { f.write(page, "\xff\xfe") }}, keeps: true},
	{hazard: hazard{"a pipe as the archive", func(f folder) { f.pipe("global-context-archive.md") }}, keeps: true},
	{hazard: hazard{"logs elsewhere in the vault", func(f folder) {
		f.must(os.Rename(f.path("logs"), f.path("journal")))
		f.link("logs", "journal")
	}}, keeps: true},
	{hazard: hazard{"day files elsewhere in the vault", func(f folder) {
		f.must(os.Rename(f.path("logs/raw"), f.path("days")))
		f.link("logs/raw", "../days")
	}}, keeps: true},
	{hazard: hazard{"parsed data outside", func(f folder) { f.link("logs/parsed", f.TempDir()) }}, keeps: true},
	{hazard: hazard{"a pipe as the folder of parsed data", func(f folder) { f.pipe("logs/parsed") }}},
	{hazard: hazard{"this month's day files outside", func(f folder) { f.link(month, f.TempDir()) }}},
	{hazard: hazard{"a file as this month's folder", func(f folder) { f.write(month, "") }}},
	{hazard: hazard{"a pipe as today's file", func(f folder) { f.pipe(today) }}},
	{hazard: hazard{"a folder as today's file", func(f folder) { f.write(today+"/x", "") }}},
	{hazard: hazard{"today's file full", func(f folder) { f.sparse(today, 16<<20) }}},
	{hazard: hazard{"today's file too large", func(f folder) { f.sparse(today, 1<<40) }}},
	{hazard: hazard{"a link to a device as today's file", func(f folder) { f.link(today, "/dev/full") }}},
	{hazard: hazard{"a link to another file as today's", func(f folder) {
		f.write("inbox.md", "## 06:00\nWoke\n")
		f.link(today, "../../../../inbox.md")
	}}, keeps: true},
	{hazard: hazard{"what was said of the server is a bomb", func(f folder) { f.write(".weft/server.json", strings.Repeat("[", 1<<20)) }}, keeps: true},
	{hazard: hazard{"a file as Weft's folder", func(f folder) { f.write(".weft", "") }}, refused: "is a file; move it away"},
	{hazard: hazard{"Weft's folder elsewhere", func(f folder) { f.link(".weft", f.TempDir()) }}, refused: "it is a link"},
	{hazard: hazard{"Weft's folder nowhere", func(f folder) { f.link(".weft", "nowhere") }}, refused: "it is a link"},
	{hazard: hazard{"a pipe as the server's lock", func(f folder) { f.pipe(".weft/server.lock") }}, refused: "no regular file"},
	{hazard: hazard{"a pipe as what is said of the server", func(f folder) { f.pipe(".weft/server.json") }}, refused: "no regular file"},
	{hazard: hazard{"a pipe as the writers' lock", func(f folder) { f.pipe(".weft/write.lock") }}, refused: "no regular file"},
	{hazard: hazard{"the writers' lock outside", func(f folder) { f.link(".weft/write.lock", "/tmp/weft-hostile") }}, refused: "no regular file"},
	{hazard: hazard{"temporary files outside", func(f folder) { f.link(".weft/tmp", f.TempDir()) }}, refused: "leads out of the folder"},
	{hazard: hazard{"streams outside", func(f folder) { f.link(".weft/nats", f.TempDir()) }}, refused: "it is a link"},
	{hazard: hazard{"a file as the streams", func(f folder) { f.write(".weft/nats", "") }}, refused: "is a file; move it away"},
}

const (
	settings = ".obsidian/daily-notes.json"
	page     = "global-context.md"
	month    = "logs/raw/2026/02"
	today    = month + "/2026-02-23.md" // the day from which the notes are looked at
)

func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
