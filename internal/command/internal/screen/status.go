package screen

import (
	"io"
	"sync"
	"time"
)

const frameTime = 90 * time.Millisecond

var frames = [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// A Status is one line at the bottom of a terminal that tells what is going on
// and moves while it does. Where there is no terminal it is silent.
type Status struct {
	w     io.Writer
	style Style
	alive bool

	mu      sync.Mutex
	text    string
	frame   int
	shown   bool
	stop    chan struct{}
	stopped sync.WaitGroup
}

// NewStatus returns a status line on w. With alive false, as for --quiet, it
// shows nothing.
func NewStatus(w io.Writer, style Style, alive bool) *Status {
	return &Status{w: w, style: style, alive: alive && style.Terminal && style.Color}
}

// Set shows a text until it is replaced or cleared. A text that replaces another
// is drawn with the next turn, so that many in a row cost nothing.
func (s *Status) Set(text string) {
	if !s.alive {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text = text
	if s.stop == nil {
		s.draw()
		s.stop = make(chan struct{})
		s.stopped.Add(1)
		go s.turn(s.stop)
	}
}

// Print takes the line away, writes, and brings it back.
func (s *Status) Print(write func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	write()
	if s.stop != nil {
		s.draw()
	}
}

// Clear takes the line away and stops it. It may be set again.
func (s *Status) Clear() {
	s.mu.Lock()
	stop := s.stop
	s.stop = nil
	s.erase()
	s.mu.Unlock()
	if stop != nil {
		close(stop)
		s.stopped.Wait()
	}
}

func (s *Status) turn(stop <-chan struct{}) {
	defer s.stopped.Done()
	tick := time.NewTicker(frameTime)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			s.mu.Lock()
			if s.stop != nil {
				s.frame++
				s.draw()
			}
			s.mu.Unlock()
		}
	}
}

func (s *Status) draw() {
	s.erase()
	line := frames[s.frame%len(frames)] + " " + s.text
	for s.style.Width > 0 && s.style.Columns(line) >= s.style.Width {
		r := []rune(line)
		line = string(r[:len(r)-1])
	}
	_, _ = io.WriteString(s.w, s.style.Dim(line))
	s.shown = true
}

func (s *Status) erase() {
	if s.shown {
		_, _ = io.WriteString(s.w, s.style.Seal.mark(eraseLine))
		s.shown = false
	}
}
