package command

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// sameSignal is how close signals follow each other that were meant as one:
// timeout(1) signals a process and then the group that it is in.
const sameSignal = 200 * time.Millisecond

// errStopped is why the context of a turn ends that Ctrl-C has stopped.
var errStopped = errors.New("stopped by Ctrl-C")

// interrupts says who hears of Ctrl-C: a turn of a conversation, once, or else the
// program, which ends.
type interrupts struct {
	mu    sync.Mutex
	stop  func()
	apart bool // between the turns of a conversation, where it comes too late for one
}

type interruptsKey struct{}

// watchSignals returns a context that ends with the first signal that nobody else hears.
// A second one ends the process at once.
func watchSignals(ctx context.Context) (context.Context, func()) {
	i := &interrupts{}
	ctx, cancel := context.WithCancel(context.WithValue(ctx, interruptsKey{}, i))
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-signals:
				if s == os.Interrupt && i.tell() {
					continue
				}
				time.AfterFunc(sameSignal, func() { signal.Stop(signals) })
				cancel()
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel()
	}
}

// tell stops what is to be stopped first, and reports whether there was something.
func (i *interrupts) tell() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.apart {
		return true
	}
	stop := i.stop
	i.stop = nil
	if stop != nil {
		stop()
	}
	return stop != nil
}

// setHearer says who hears of the next Ctrl-C.
func (i *interrupts) setHearer(stop func(), apart bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.stop, i.apart = stop, apart
}

// stoppable returns a context that the next Ctrl-C ends in place of the program, until it
// is released. From then on Ctrl-C does nothing until the next one.
func stoppable(ctx context.Context) (context.Context, func()) {
	turn, cancel := context.WithCancelCause(ctx)
	i, ok := ctx.Value(interruptsKey{}).(*interrupts)
	if !ok {
		i = &interrupts{}
	}
	i.setHearer(func() { cancel(errStopped) }, false)
	return turn, func() {
		i.setHearer(nil, true)
		cancel(nil)
	}
}
