package llm

import (
	"math"
	"sync"
	"unicode/utf8"
)

// estimate is how many tokens a text has, roughly, and rather too many: four
// ASCII characters make a token, or one and a half of other scripts. What a
// model really counts corrects it; see meter.
func estimate(text string) int {
	ascii, other := 0, 0
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			ascii++
			i++
			continue
		}
		_, n := utf8.DecodeRuneInString(text[i:])
		other++
		i += n
	}
	return int(math.Ceil(float64(ascii)/3.6 + float64(other)/1.5))
}

// turnTokens is what a message costs beside its text.
const turnTokens = 8

// count estimates the tokens of a request's prompt.
func (r Request) count() int {
	n := estimate(r.System) + estimate(string(r.Schema)) + turnTokens
	for _, t := range r.Turns {
		n += estimate(t.Text) + turnTokens
	}
	return n
}

// A meter corrects estimates by what a model's provider counted: it remembers
// how far above the estimate the counts were. The highest of late counts more,
// since an overrun is worse than some unused room.
type meter struct {
	mu    sync.Mutex
	ratio float64 // counted over estimated; 0 before the first count
}

// The ratio is kept within bounds: a provider that counts nonsense must not
// stop all calls.
const leastRatio, mostRatio = 0.5, 4

func (m *meter) correct(estimated int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ratio == 0 {
		return estimated
	}
	return int(math.Ceil(float64(estimated) * m.ratio))
}

func (m *meter) learn(estimated int, counted int64) {
	if estimated <= 0 || counted <= 0 {
		return
	}
	seen := min(max(float64(counted)/float64(estimated), leastRatio), mostRatio)
	m.mu.Lock()
	defer m.mu.Unlock()
	if seen > m.ratio {
		m.ratio = seen
	} else {
		m.ratio = 0.95*m.ratio + 0.05*seen
	}
}

// meters are the meters of a provider's models.
type meters struct{ byModel sync.Map }

func (m *meters) of(model string) *meter {
	found, _ := m.byModel.LoadOrStore(model, &meter{})
	return found.(*meter)
}
