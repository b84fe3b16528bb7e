package llm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/weft-mesh/weft/kit/llm/form"
)

// call sends one request, again where that can help: after a failure that may
// heal, with pauses, and not beyond what the provider's breaker, the budget and
// the time that is left allow. A provider that asks for more time than a call may
// take is not waited for.
func (a *asking) call(ctx context.Context, l *line, req Request) (Reply, error) {
	var last error
	for n := 1; ; n++ {
		reply, err := a.once(ctx, l, req)
		if err == nil {
			return reply, nil
		}
		if errors.Is(err, errLeftAlone) && last != nil {
			return Reply{}, last // what made the breaker open says more
		}
		last = err
		failed, ok := errors.AsType[*Error](err)
		if !ok || !failed.heals() || n > a.client.door.config.Retry || failed.RetryAfter > a.client.most || !sleep(ctx, pause(n, failed.RetryAfter)) {
			return Reply{}, err
		}
	}
}

var errLeftAlone = errors.New("failed a moment ago and is paused")

// once is one attempt.
func (a *asking) once(ctx context.Context, l *line, req Request) (Reply, error) {
	door := a.client.door
	m := l.meters.of(req.Model)
	estimated := req.count()
	input := m.correct(estimated)
	if most := l.sights.of(req.Model).Output; most > 0 {
		req.MaxTokens = min(req.MaxTokens, most)
	}
	if req.Window > 0 && input+req.MaxTokens > req.Window {
		// What it may write can shrink; what it must read can't.
		if req.MaxTokens = req.Window - input; req.MaxTokens < leastAnswer {
			return Reply{}, fmt.Errorf("%w: the prompt has about %[5]d tokens, and %[2]s %[3]s is given %[4]d (llm.window)", ErrTooLong, l.Name(), req.Model, req.Window, input)
		}
	}
	price := door.prices.Of(l.Name(), req.Model)
	if err := a.prompt.Allowance.covers(price.cost(Usage{InputTokens: int64(input), OutputTokens: int64(req.MaxTokens)}), a.thrifty); err != nil {
		return Reply{}, err
	}
	timeout, ok := patience(ctx, a.client.most)
	if !ok {
		return Reply{}, &Error{l.Name(), req.Model, Canceled, 0, 0, errors.New("no time is left for a model")}
	}
	allowed, ok := l.breaker.allow()
	if !ok {
		return Reply{}, fmt.Errorf("%s %w for %s", l.Name(), errLeftAlone, max(l.breaker.left(), 0).Round(time.Second))
	}
	a.attempts++
	ctx, span := door.watch.begin(ctx, a.client.agent, l.Name(), req, a.attempts)
	inner, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	begun := time.Now()
	reply, err := l.Chat(inner, req, a.listener())
	failed := blame(ctx, l.Name(), req.Model, "llm.timeout", timeout, err)
	a.learnPace(begun, failed)
	news := hasty(failed, timeout, a.client.most)
	l.breaker.tell(allowed, news)
	if news != nil && news.Cause == TimedOut && !slices.Contains(a.silent, l.Name()) {
		a.silent = append(a.silent, l.Name())
	}
	if failed != nil {
		if errors.Is(failed, ErrTooLong) {
			m.learn(estimated, int64(req.Window)) // so many tokens it has at least
		}
		span.fail(failed)
		return Reply{}, failed
	}
	m.learn(estimated, reply.Usage.InputTokens)
	if reply.Usage.MicroUSD == 0 {
		reply.Usage = price.cost(reply.Usage)
	}
	a.usage = a.usage.Add(reply.Usage)
	a.prompt.Allowance.settle(reply.Usage)
	span.end(reply)
	return reply, nil
}

// leastAnswer is the fewest tokens in which any form can be filled in.
const leastAnswer = 256

// patience is how long one attempt may take: what is configured, but never all
// of the time that is left, since the fallback and the rules need some too.
func patience(ctx context.Context, most time.Duration) (time.Duration, bool) {
	deadline, ok := ctx.Deadline()
	if !ok {
		return most, true
	}
	left := time.Until(deadline)
	return min(most, patienceOf(left)), left > leastTime
}

// patienceOf returns how much of the time that is left models have.
func patienceOf(left time.Duration) time.Duration { return left * 3 / 4 }

// leastTime is how much time must be left for a call to be worth beginning.
const leastTime = 200 * time.Millisecond

// listener returns what takes the words of a reply as they come, nil if nobody
// wants to hear them.
func (a *asking) listener() func(string) {
	if a.prompt.OnText == nil {
		return nil
	}
	if a.said && a.prompt.Restart != nil {
		a.prompt.Restart()
	}
	a.said = false
	words := form.NewStream(a.prompt.Stream, func(text string) {
		a.said = true
		a.prompt.OnText(text)
	})
	return words.Write
}

// blame makes an *Error of whatever a call returned. The caller's own end is not
// the provider's fault, its silence is. setting is what bounds how long it may take.
func blame(caller context.Context, provider, model, setting string, waited time.Duration, err error) *Error {
	if err == nil {
		return nil
	}
	failed, ok := errors.AsType[*Error](err)
	if !ok {
		failed = &Error{Provider: provider, Model: model, Cause: Broken, Err: err}
	}
	switch {
	case caller.Err() != nil:
		failed.Cause = Canceled
	case errors.Is(err, context.DeadlineExceeded):
		failed.Cause = TimedOut
		failed.Err = fmt.Errorf("no answer within %s; if it is just slow, raise %s: %w", waited.Round(100*time.Millisecond), setting, failed.Err)
	}
	return failed
}

// hasty makes nothing of a silence that lasted only because the caller had hardly
// any time left: a provider that would have answered in its time is not to be left
// alone for it.
func hasty(failed *Error, waited, most time.Duration) *Error {
	if failed == nil || failed.Cause != TimedOut || waited >= most/2 {
		return failed
	}
	return &Error{Cause: Canceled}
}
