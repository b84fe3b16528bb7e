package retriever

import (
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/assertion"
	"github.com/weft-mesh/weft/notes/excerpt"
	"github.com/weft-mesh/weft/notes/extract"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// mostRead is how much is remembered of what was read: some years of notes.
const mostRead = 32_768

// mostParsed is how many bytes of a note are read for its data, as by the parser.
const mostParsed = 64 << 10

// A patternReader reads notes that no parser has seen, by the patterns of domains: in
// a vault that is only looked at nobody keeps what a parser would make of them. What
// is read is a function of text and domains, so what is remembered changes no answer.
// It is safe for concurrent use.
type patternReader struct {
	mu   sync.Mutex
	read map[readKey]*structpb.Struct
}

type readKey struct{ hash, domains string }

func newPatternReader() *patternReader {
	return &patternReader{read: map[readKey]*structpb.Struct{}}
}

// fill returns what fills in the data of entries that have none, by schemas. Schemas
// without patterns find nothing.
func (p *patternReader) fill(by *schemaSet) func(*commonv1.Entry) *commonv1.Entry {
	return func(e *commonv1.Entry) *commonv1.Entry {
		title := assertion.TitleOfOthers(e.GetHeadings())
		return withData(e, p.extract(by.extractor, readKey{title + e.GetContentHash(), by.version}, title+e.GetText()))
	}
}

func (p *patternReader) extract(ex *extract.Extractor, key readKey, text string) *structpb.Struct {
	p.mu.Lock()
	data, known := p.read[key]
	p.mu.Unlock()
	if known {
		return data
	}
	data = ex.Extract(excerpt.Head(text, mostParsed)).Data
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.read) >= mostRead {
		clear(p.read)
	}
	p.read[key] = data
	return data
}

// withData returns an entry with data; what a store returns is shared.
func withData(e *commonv1.Entry, data *structpb.Struct) *commonv1.Entry {
	return &commonv1.Entry{
		Id: e.GetId(), Date: e.GetDate(), Time: e.GetTime(), Text: e.GetText(), DomainData: data, Tags: e.GetTags(),
		Source: e.GetSource(), ContentHash: e.GetContentHash(), Correction: e.GetCorrection(), Corrected: e.GetCorrected(), CorrectedBy: e.GetCorrectedBy(), Corrects: e.GetCorrects(), Headings: e.GetHeadings(), FrontMatter: e.GetFrontMatter(),
	}
}
