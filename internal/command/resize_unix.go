//go:build unix

package command

import (
	"os"
	"os/signal"
	"syscall"
)

// watchSize yields whenever the terminal's size has changed, until it is stopped.
func watchSize() (changed <-chan struct{}, stop func()) {
	signals, out, done := make(chan os.Signal, 1), make(chan struct{}, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGWINCH)
	go func() {
		for {
			select {
			case <-done:
				return
			case <-signals:
				select {
				case out <- struct{}{}:
				default: // one is under way
				}
			}
		}
	}()
	return out, func() {
		signal.Stop(signals)
		close(done)
	}
}
