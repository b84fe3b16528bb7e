package peer

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// A Fault is a way in which a server fails.
type Fault string

// The faults. Each is what a real server has been seen to do.
const (
	Refuses   Fault = "answers 500"
	Busy      Fault = "answers 503"
	Limits    Fault = "answers 429 and says when to come again"
	Forbids   Fault = "answers 401"
	Unknown   Fault = "does not know the model"
	HangsUp   Fault = "hangs up before it answers"
	Cuts      Fault = "hangs up in the middle of its answer"
	ErrsLater Fault = "reports an error in a stream that began well"
	Silent    Fault = "never answers"
	Drips     Fault = "answers too slowly to wait for"
	Babbles   Fault = "writes no JSON"
	Broken    Fault = "writes JSON that breaks off"
	Empty     Fault = "writes nothing"
	TooLong   Fault = "stops because the answer grew too long"
	Garbles   Fault = "speaks another protocol"
)

// Faults are all faults.
func Faults() []Fault {
	return []Fault{Refuses, Busy, Limits, Forbids, Unknown, HangsUp, Cuts, ErrsLater, Silent, Drips, Babbles, Broken, Empty, TooLong, Garbles}
}

// play fails, where it helps in the middle of the text that would have been said.
func (f Fault) play(v voice, r *http.Request, text string) {
	half := text[:len(text)/2]
	switch f {
	case Refuses:
		fail(v, http.StatusInternalServerError, "model runner has unexpectedly stopped")
	case Busy:
		fail(v, http.StatusServiceUnavailable, "server busy, please try again. maximum pending requests exceeded")
	case Limits:
		v.Header().Set("Retry-After", "1")
		fail(v, http.StatusTooManyRequests, "too many requests")
	case Forbids:
		fail(v, http.StatusUnauthorized, "unauthorized")
	case Unknown:
		fail(v, http.StatusNotFound, `model "peer" not found, try pulling it first`)
	case HangsUp:
		panic(http.ErrAbortHandler)
	case Cuts:
		v.begin(half)
		panic(http.ErrAbortHandler)
	case ErrsLater:
		const why = "an error was encountered while running the model"
		if !v.streamed {
			fail(v, http.StatusInternalServerError, why)
			return
		}
		v.begin(half)
		write(v, map[string]string{"error": why})
	case Silent:
		<-r.Context().Done()
	case Drips:
		for _, p := range strings.Split(text, "") {
			if v.streamed {
				write(v, line(p))
			}
			select {
			case <-r.Context().Done():
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	case Babbles:
		v.say("Sure! Here is what you asked for: I think it is a note.", "stop")
	case Broken:
		v.say(half, "stop")
	case Empty:
		v.say("", "stop")
	case TooLong:
		v.say(half, "length")
	case Garbles:
		v.Header().Set("Content-Type", "text/html")
		write(v, "<html><body>Welcome to nginx!</body></html>")
	}
}

// begin says the beginning of a reply: a whole line of a stream, or half of the one
// object that there would be.
func (v voice) begin(text string) {
	data, err := json.Marshal(line(text))
	if err != nil {
		panic(err) // it has nothing that JSON can't say
	}
	if v.streamed {
		data = append(data, '\n')
	} else {
		data = data[:len(data)/2]
	}
	_, _ = v.Write(data) // whoever hangs up early is not our concern
	flush(v)
}

func fail(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	write(w, map[string]string{"error": message})
}
