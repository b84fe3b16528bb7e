import { type ErrorBody, makeError, readError, readForeignError, WeftError, unreachable } from './errors.js'
import { methods } from './gen/services.js'
import { type CallLimits, Limits, Retries } from './retry.js'

/** How a call is made. */
export interface CallOptions extends CallLimits {}

/** How a client reaches its server. */
export interface TransportOptions extends CallLimits {
  /** Where the server's `http.listen` is, such as "http://localhost:7480". "" is the page's own origin. */
  url: string
  /** The token or API key, or what tells it, before each try. Left out: the browser's cookie. */
  token?: string | (() => string | Promise<string>)
  /** What makes requests, in the place of the platform's. */
  fetch?: typeof globalThis.fetch
}

/** What the client knows of a method. */
export interface Method {
  readonly name: string
  readonly verb: string
  /** With fields of the request in braces. */
  readonly path: string
  readonly hasBody: boolean
  /** When the call may be made again. */
  readonly repeats: 'always' | 'with-request-id' | 'never'
  readonly hasRequestId?: boolean
  readonly hasFromSequence?: boolean
  /** The field of each response of a stream that has its event. */
  readonly eventField?: string
  /** The response is this field alone, sent as a text. */
  readonly textField?: string
  /** Once the stream's run is known, WatchRun goes on with it. */
  readonly resumesAsWatchRun?: boolean
}

type Fields = { [name: string]: unknown }

/** How many requests of an upload are sent at once. */
const uploadBatch = 200

/** Calls methods over HTTP. */
export class Transport {
  readonly #options: TransportOptions
  readonly #url: string
  readonly #fetch: typeof globalThis.fetch

  constructor(options: TransportOptions) {
    if (options.url === '' && !('location' in globalThis)) {
      throw new TypeError('an empty url means the origin of a page, and there is no page: set url, such as "http://localhost:7480"')
    }
    if (options.url !== '' && !/^https?:$/.test(new URL(options.url).protocol)) {
      throw new TypeError(`url must begin with http:// or https://, and it is ${JSON.stringify(options.url)}`)
    }
    this.#options = options
    this.#url = options.url.replace(/\/+$/, '')
    this.#fetch = options.fetch ?? globalThis.fetch.bind(globalThis)
  }

  /** Calls a method that has one response. */
  async call<Response>(method: Method, request: object, options: CallOptions = {}): Promise<Response> {
    const limits = new Limits({ ...this.#options, ...options }, 120_000)
    const retries = new Retries(limits, method.repeats !== 'never')
    const fields = withRequestId(method, request)
    for (;;) {
      try {
        const response = await this.#send(method, fields, limits)
        const text = await response.text().catch((err: unknown) => { throw limits.explain(err) })
        return (method.textField === undefined ? parse(text, response.status) : { [method.textField]: text }) as Response
      } catch (err) {
        await retries.waitAfter(err)
      }
    }
  }

  /**
   * Calls a method that streams its responses. After a lost connection it goes on where it was: no
   * event that has a sequence is missing or comes twice.
   */
  async *stream<Item>(method: Method, request: object, options: CallOptions = {}): AsyncGenerator<Item, void, undefined> {
    const limits = new Limits({ ...this.#options, ...options })
    const retries = new Retries(limits, method.repeats !== 'never')
    let next = { method, fields: withRequestId(method, request) }
    for (;;) {
      try {
        retries.begin()
        const response = await this.#send(next.method, next.fields, limits)
        for await (const line of readAnswers(response, limits)) {
          const item = (next.method.eventField === undefined ? line : line[next.method.eventField]) as Fields
          const sequence = BigInt(String(item?.['sequence'] ?? '0'))
          if (sequence > 0n) { // else the same may come again after each loss
            retries.progress()
          }
          next = goOnAfter(next.method, next.fields, item, sequence)
          yield item as Item
        }
        return
      } catch (err) {
        await retries.waitAfter(err)
      }
    }
  }

  /** Calls a method that takes many requests and answers each, some at a time. */
  async *upload<Request extends object, Item>(
    method: Method, requests: Iterable<Request> | AsyncIterable<Request>, options: CallOptions = {},
  ): AsyncGenerator<Item, void, undefined> {
    const limits = new Limits({ ...this.#options, ...options })
    let answered = 0
    for await (const batch of batches(requests, uploadBatch)) {
      const retries = new Retries(limits, method.repeats !== 'never')
      const before = answered
      for (;;) {
        const from = answered
        try {
          retries.begin()
          const rest = batch.slice(from - before).map((request) => JSON.stringify(request) + '\n')
          const response = await this.#fetchOnce(method, method.path, rest.join(''), 'application/x-ndjson', limits)
          for await (const line of readAnswers(response, limits)) {
            retries.progress()
            answered++
            yield line as Item
          }
          break
        } catch (err) {
          await retries.waitAfter(numberLine(err, from))
        }
      }
    }
  }

  async #send(method: Method, fields: Fields, limits: Limits): Promise<Response> {
    const { path, rest } = fillPath(method, fields)
    if (method.hasBody) {
      return this.#fetchOnce(method, path, JSON.stringify(rest), 'application/json', limits)
    }
    const query = new URLSearchParams(flatten(rest)).toString()
    return this.#fetchOnce(method, query ? `${path}?${query}` : path, undefined, undefined, limits)
  }

  async #fetchOnce(method: Method, path: string, body: string | undefined, type: string | undefined, limits: Limits): Promise<Response> {
    const headers = new Headers({ Accept: method.textField === undefined ? 'application/x-ndjson, application/json' : '*/*' })
    const { token } = this.#options
    const shown = typeof token === 'function' ? await token() : token
    if (shown !== undefined) {
      headers.set('Authorization', `Bearer ${shown.trim()}`)
    }
    if (type !== undefined) {
      headers.set('Content-Type', type)
    }
    limits.check()
    let response: Response
    try {
      response = await this.#fetch(this.#url + path, { method: method.verb, headers, body: body ?? null, signal: limits.signal })
    } catch (err) {
      throw limits.explain(err)
    }
    if (!response.ok) {
      const text = await response.text().catch((err: unknown) => { throw limits.explain(err) })
      throw readFailure(response, text)
    }
    return response
  }
}

function readFailure(response: Response, text: string): WeftError {
  try {
    const { error } = JSON.parse(text) as { error?: ErrorBody }
    if (error?.status !== undefined) {
      return readError(error, response.headers.get('Retry-After'))
    }
  } catch { /* it is no JSON */ }
  return readForeignError(response.status, text)
}

function parse(text: string, status: number): Fields {
  try {
    return JSON.parse(text) as Fields
  } catch {
    throw readForeignError(status, text)
  }
}

/** Reads the lines of a streamed answer. One with an error ends it. */
async function* readAnswers(response: Response, limits: Limits): AsyncGenerator<Fields, void, undefined> {
  if (response.status === 204 || response.body === null) {
    return
  }
  for await (const line of readLines(response.body, limits)) {
    if (line.trim() === '') {
      continue
    }
    const answer = parse(line, response.status)
    if (answer['error'] !== undefined) {
      throw readError(answer['error'] as ErrorBody)
    }
    yield answer
  }
}

async function* readLines(body: ReadableStream<Uint8Array>, limits: Limits): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((err: unknown) => { throw limits.explain(err) })
      if (done) {
        break
      }
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') { // each line of the server's has an end
      throw unreachable(new Error('the connection was lost in the middle of a line'))
    }
  } finally {
    void reader.cancel().catch(() => {}) // it may be broken already
  }
}

/** Gives a request an id before its first try, so that no try starts a second run. */
function withRequestId(method: Method, request: object): Fields {
  const fields: Fields = { ...request }
  if (method.hasRequestId && !fields['requestId']) {
    const bytes = crypto.getRandomValues(new Uint8Array(16)) // pages without TLS have no randomUUID
    fields['requestId'] = Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
  }
  return fields
}

/** Returns the call that goes on after an event that was seen. */
function goOnAfter(method: Method, fields: Fields, event: Fields | undefined, sequence: bigint): { method: Method, fields: Fields } {
  if (method.resumesAsWatchRun && event?.['runId']) {
    method = methods.watchRun
    fields = { runId: event['runId'], untilPause: true }
  }
  if (method.hasFromSequence && sequence > 0n) {
    fields = { ...fields, fromSequence: String(sequence + 1n) }
  }
  return { method, fields }
}

/** Puts fields of a request into its path. */
function fillPath(method: Method, fields: Fields): { path: string, rest: Fields } {
  const rest = { ...fields }
  const path = method.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name] ?? '')
    delete rest[name]
    if (value === '' || value === '.' || value === '..') { // they would name another path
      const description = value === '' ? 'it must not be empty' : `${JSON.stringify(value)} is no id`
      throw makeError({
        code: 'INVALID_ARGUMENT', reason: 'FIELD_INVALID', message: `${name}: ${description}`, violations: [{ field: name, description }],
      })
    }
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** Returns fields as parameters: "dateRange.start" is a field of a field, a list comes many times. */
function flatten(fields: Fields, prefix = ''): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) {
      return []
    }
    if (Array.isArray(value)) {
      return value.map((item) => [prefix + name, String(item)])
    }
    if (value instanceof Date) {
      return [[prefix + name, value.toISOString()]]
    }
    return typeof value === 'object' ? flatten(value as Fields, `${prefix}${name}.`) : [[prefix + name, String(value)]]
  })
}

async function* batches<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<T[], void, undefined> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) {
    yield batch
  }
}

/** Counts the line that an error names from the first request of an upload on. */
function numberLine(err: unknown, before: number): unknown {
  if (!(err instanceof WeftError) || before === 0) {
    return err
  }
  const shift = (text: string) => text.replace(/^line (\d+)/, (_, n: string) => `line ${Number(n) + before}`)
  return makeError({
    code: err.code, reason: err.reason, message: shift(err.message), metadata: err.metadata,
    violations: err.violations.map((v) => ({ ...v, field: shift(v.field) })),
    ...(err.retryAfterMs === undefined ? {} : { retryAfterMs: err.retryAfterMs }),
  }, err.cause)
}
