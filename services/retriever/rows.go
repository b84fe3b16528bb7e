package retriever

import (
	"sync"

	"google.golang.org/protobuf/types/known/structpb"

	"github.com/weft-mesh/weft/notes/observation"
	commonv1 "github.com/weft-mesh/weft/proto/gen/weft/common/v1"
)

// mostRows is of how many notes the rows are remembered: as many as a vault holds made.
const mostRows = 4096

// A rowReader remembers the rows of notes: questions read the same years again and
// again. Data is never changed in place, so whose data is the same has the same rows.
// Nobody changes rows. It is safe for concurrent use.
type rowReader struct {
	mu   sync.Mutex
	read map[rowKey][]*commonv1.Observation
}

type rowKey struct {
	entry   string
	data    *structpb.Struct
	domains string
}

// of returns what reads the rows of entries by a reader whose schemas have this version. An
// entry is filed if a run kept it on the day that its words name.
func (r *rowReader) of(reader *observation.Reader, version string) func(e *commonv1.Entry, filed bool) []*commonv1.Observation {
	return func(e *commonv1.Entry, filed bool) []*commonv1.Observation {
		key := rowKey{e.GetId(), e.GetDomainData(), version}
		r.mu.Lock()
		rows, known := r.read[key]
		r.mu.Unlock()
		if known {
			return rows
		}
		rows = observation.OnToldDays(e, reader.Of(e), filed)
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.read == nil || len(r.read) >= mostRows {
			r.read = map[rowKey][]*commonv1.Observation{}
		}
		r.read[key] = rows
		return rows
	}
}
