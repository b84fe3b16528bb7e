import { isTransient, makeError, unreachable, WeftError } from './errors.js'

/** How long a call may take. */
export interface CallLimits {
  /** Aborting it ends the call, with the signal's reason. */
  signal?: AbortSignal
  /** How long the call may take in all, in milliseconds. Calls with one response have 120000 if it is not set, streams no limit. */
  timeoutMs?: number
  /**
   * How long a call that fails for a while is made again, in milliseconds; for a stream, how long
   * without progress. 30000 if it is not set, 0 for never. Only calls that may be repeated are.
   */
  retryForMs?: number
}

/** The limits of one call. */
export class Limits {
  readonly signal: AbortSignal | null
  readonly retryForMs: number
  readonly #caller: AbortSignal | undefined
  readonly #deadline: AbortSignal | undefined
  readonly #timeoutMs: number | undefined

  constructor(limits: CallLimits, usualTimeoutMs?: number) {
    this.#timeoutMs = limits.timeoutMs ?? usualTimeoutMs
    this.#caller = limits.signal
    this.#deadline = this.#timeoutMs === undefined ? undefined : AbortSignal.timeout(this.#timeoutMs)
    const signals = [this.#caller, this.#deadline].filter((s) => s !== undefined)
    this.signal = signals.length === 0 ? null : AbortSignal.any(signals)
    this.retryForMs = limits.retryForMs ?? 30_000
  }

  /** Throws if the call is over. */
  check(): void {
    if (this.signal?.aborted) {
      throw this.explain(this.signal.reason)
    }
  }

  /** Returns why a request failed: the caller gave up, the time is over, or the server is away. */
  explain(err: unknown): unknown {
    if (this.#caller?.aborted) {
      return this.#caller.reason
    }
    if (this.#deadline?.aborted) {
      return makeError({ code: 'DEADLINE_EXCEEDED', reason: 'DEADLINE_EXCEEDED', message: `the call took longer than ${this.#timeoutMs} ms` }, err)
    }
    return err instanceof WeftError ? err : unreachable(err)
  }
}

const firstWaitMs = 100
const longestWaitMs = 5_000

/** An attempt that held for so long was no failure: what follows it is a new one. */
const steadyMs = 10_000

/** Decides whether and when a call is made again. */
export class Retries {
  #failures = 0
  #since = Date.now()
  #began = Date.now()

  constructor(private readonly limits: Limits, private readonly mayRepeat: boolean) {}

  /** Says that an attempt begins. */
  begin(): void { this.#began = Date.now() }

  /** Says that something has come. */
  progress(): void {
    this.#failures = 0
    this.#since = Date.now()
  }

  /** Waits until the call may be made again, or throws the error. */
  async waitAfter(err: unknown): Promise<void> {
    const cutForSlowness = err instanceof WeftError && err.reason === 'REQUEST_TIMEOUT' && this.#failures === 0
    if (!this.mayRepeat || !(isTransient(err) || cutForSlowness)) {
      throw err
    }
    if (Date.now() - this.#began > steadyMs) {
      this.progress()
    }
    const most = Math.min(firstWaitMs * 2 ** this.#failures, longestWaitMs)
    const wait = err.retryAfterMs === undefined ? most * (0.5 + Math.random() / 2) : err.retryAfterMs * (1 + Math.random() / 10)
    this.#failures++
    if (Date.now() - this.#since + wait > this.limits.retryForMs) {
      throw err
    }
    await sleep(wait, this.limits)
  }
}

function sleep(ms: number, limits: Limits): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(limits.explain(limits.signal?.reason))
    }
    const timer = setTimeout(() => {
      limits.signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (limits.signal?.aborted) {
      stop()
    } else {
      limits.signal?.addEventListener('abort', stop, { once: true })
    }
  })
}
