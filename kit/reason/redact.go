package reason

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"strings"

	"github.com/weft-mesh/weft/kit/canonical"
)

// Redacted is a result without the paths of files: each is told as a short hash with its
// extension, the same path as the same hash, so that what is about one file can be told from
// what is about another. Addresses of the web stay.
func (r Result) Redacted() Result {
	if r.Error != nil {
		r.Error = &Failure{Code: r.Error.Code, Message: redact(r.Error.Message)}
	}
	var told []string
	for _, text := range r.Explanations {
		told = append(told, redact(text))
	}
	r.Explanations, r.Data = told, redactJSON(r.Data)
	return r
}

const (
	// segment is a part of a path in running text. One with a blank in it can't be told from
	// the words around it.
	segment = `[\p{L}\p{N}_.@%+=~#&-]+`
	known   = `\.(?i:md|markdown|txt|pdf|csv|tsv|json|ya?ml|toml|xml|html?|ics|eml|org|tex|epub|canvas|docx?|xlsx?|pptx?|od[tsp]|png|jpe?g|gif|webp|svg|heic|mp[34]|m4a|mov|wav|zip|t?gz|tar|log|db|sqlite|go|py|js|ts|sh)`
)

var (
	// paths finds what may be a path, after what can't be a part of one: an address, which is
	// looked for so that nothing within it is taken for a path; of Windows; of a home; from the
	// root; of a folder that is known by its name; and of a file in a folder.
	paths = regexp.MustCompile(`(^|[^\p{L}\p{N}_./:~\\-])(` +
		`[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"]+` +
		`|[A-Za-z]:[\\/][^\s<>"|]+|\\\\[^\s<>"|]+` +
		`|~[A-Za-z0-9_-]*(?:/` + segment + `)+/?` +
		`|/` + segment + `(?:/` + segment + `)+/?|/(?:root|home|Users|tmp|etc|var|opt|usr|mnt|srv|proc)\b/?` +
		`|` + segment + `(?:/` + segment + `)*/` + segment + `)`)
	inFolder = regexp.MustCompile(known + `$`)
	domain   = regexp.MustCompile(`^(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/`)
	rooted   = regexp.MustCompile(`^(?:[/~]|[A-Za-z]:[\\/]|\\\\|(?i:file)://)`)
	// onlyPath is a text that is a path from a root, of which any part may have blanks.
	onlyPath = regexp.MustCompile(`^(?:[/~]|[A-Za-z]:[\\/]|\\\\)[^\n:?*"<>|]*` + known + `$`)
)

// redact replaces the paths in a text.
func redact(text string) string {
	if !strings.ContainsAny(text, `/\`) {
		return text
	}
	if onlyPath.MatchString(text) {
		return hidden(text)
	}
	return paths.ReplaceAllStringFunc(text, func(found string) string {
		m := paths.FindStringSubmatch(found)
		before, is := m[1], m[2]
		end := strings.TrimRight(is, ".,;'")
		after := is[len(end):]
		switch {
		case rooted.MatchString(end):
		case strings.Contains(end, "://"), domain.MatchString(end), !inFolder.MatchString(end):
			return found
		}
		return before + hidden(end) + after
	})
}

// hidden stands for a path.
func hidden(p string) string {
	ext := path.Ext(p)
	if !inFolder.MatchString(ext) {
		ext = ""
	}
	return "file:" + canonical.Hash([]byte(p))[:8] + strings.ToLower(ext)
}

// redactJSON replaces the paths in the texts of JSON, and leaves all else as it is.
func redactJSON(data json.RawMessage) json.RawMessage {
	if !bytes.ContainsAny(data, `/\`) {
		return data
	}
	var out bytes.Buffer
	for len(data) > 0 {
		begin := bytes.IndexByte(data, '"')
		if begin < 0 {
			break
		}
		end := begin + 1
		for end < len(data) && data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(data) { // no JSON
			break
		}
		out.Write(data[:begin])
		out.Write(redactLiteral(data[begin : end+1]))
		data = data[end+1:]
	}
	out.Write(data)
	return out.Bytes()
}

func redactLiteral(literal []byte) []byte {
	var text string
	if err := json.Unmarshal(literal, &text); err != nil {
		return literal
	}
	told := redact(text)
	if told == text {
		return literal
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(told); err != nil {
		return literal
	}
	return bytes.TrimSpace(out.Bytes())
}
