import { AdminService, GoalsService, NotesService, PlansService, RunsService, SchedulesService, WebhooksService } from './gen/services.js'
import type { AnyMessage, Citation, Input, ListPausesRequest, Run, RunEvent, RunReport, RunReportStatus } from './gen/types.js'
import { OpenPause } from './pause.js'
import { type CallOptions, Transport, type TransportOptions } from './transport.js'

/** How a client reaches its server, and how long its calls may take. */
export type WeftOptions = TransportOptions

/** How an input is handled: the fields of Input, an id for repeats, and limits of the call. */
export interface InputOptions extends Omit<Input, 'text' | 'intent'>, CallOptions {
  /** Inputs with the same id start one run. Left out: a random one. */
  requestId?: string
  /** Is called with what happens in the run, as it happens. */
  onEvent?: (event: RunEvent) => void
}

/** How a run is followed. */
export interface FollowOptions extends CallOptions {
  onEvent?: (event: RunEvent) => void
}

/** A client of Weft. Its fields have each method of the API; its methods are short ways for what is usual. */
export class Weft {
  readonly runs: RunsService
  readonly notes: NotesService
  readonly plans: PlansService
  readonly goals: GoalsService
  readonly webhooks: WebhooksService
  readonly schedules: SchedulesService
  readonly admin: AdminService

  constructor(options: WeftOptions) {
    const transport = new Transport(options)
    this.runs = new RunsService(transport)
    this.notes = new NotesService(transport)
    this.plans = new PlansService(transport)
    this.goals = new GoalsService(transport)
    this.webhooks = new WebhooksService(transport)
    this.schedules = new SchedulesService(transport)
    this.admin = new AdminService(transport)
  }

  /** Asks a question, and returns when it is answered or the run asks something itself. */
  ask(text: string, options?: InputOptions): Promise<Outcome> {
    return this.#process({ text, intent: 'INPUT_TYPE_QUERY' }, options)
  }

  /** Keeps a note. */
  log(text: string, options?: InputOptions): Promise<Outcome> {
    return this.#process({ text, intent: 'INPUT_TYPE_LOG' }, options)
  }

  /** Sends an input, and leaves it to Weft what it is: a note, a question, something to do. */
  send(text: string, options?: InputOptions): Promise<Outcome> {
    return this.#process({ text }, options)
  }

  /** Follows a run until it ends or asks something. */
  async follow(runId: string, options: FollowOptions & { fromSequence?: string } = {}): Promise<Outcome> {
    const { onEvent, fromSequence, ...limits } = options
    for await (const event of this.runs.watchRun({ runId, fromSequence: fromSequence ?? 0, untilPause: true }, limits)) {
      onEvent?.(event)
    }
    return this.#readOutcome(runId, limits)
  }

  /** Goes through the open pauses of all runs. */
  async *pauses(filter: Omit<ListPausesRequest, 'pageToken'> = {}, options?: CallOptions): AsyncGenerator<OpenPause, void, undefined> {
    let pageToken = ''
    do {
      const page = await this.runs.listPauses({ ...filter, pageToken }, options)
      for (const pause of page.pauses ?? []) {
        yield new OpenPause(this.runs, pause)
      }
      pageToken = page.nextPageToken ?? ''
    } while (pageToken !== '')
  }

  async #process(input: Input, options: InputOptions = {}): Promise<Outcome> {
    const { requestId, onEvent, signal, timeoutMs, retryForMs, ...how } = options
    const limits = Object.fromEntries(Object.entries({ signal, timeoutMs, retryForMs }).filter(([, v]) => v !== undefined)) as CallOptions
    let runId = ''
    for await (const event of this.notes.processInput({ input: { ...how, ...input }, ...(requestId ? { requestId } : {}) }, limits)) {
      runId = event.runId ?? runId
      onEvent?.(event)
    }
    return this.#readOutcome(runId, limits)
  }

  async #readOutcome(runId: string, limits: CallOptions): Promise<Outcome> {
    const { run } = await this.runs.getRun({ runId }, limits)
    return new Outcome(this, run ?? {})
  }
}

/** What a run has come to: its end, or what it asks. */
export class Outcome {
  readonly run: Run
  readonly status: RunReportStatus
  /** The answer, Markdown. Empty if there is none: see `status`, `failure` and `pauses`. */
  readonly answer: string
  /** The notes behind the answer. */
  readonly citations: Citation[]
  /** What the user should know. */
  readonly warnings: string[]
  /** What it asks, if its status is WAITING. */
  readonly pauses: OpenPause[]
  readonly #weft: Weft

  constructor(weft: Weft, run: Run) {
    this.#weft = weft
    this.run = run
    this.status = run.status ?? 'STATUS_UNSPECIFIED'
    this.answer = this.report.answer ?? ''
    this.citations = this.report.citations ?? []
    this.warnings = this.report.warnings ?? []
    this.pauses = (run.pauses ?? []).map((pause) => new OpenPause(weft.runs, pause))
  }

  get runId(): string { return this.run.id ?? '' }
  /** The whole story of the run. */
  get report(): RunReport { return this.run.report ?? {} }
  /** The same as `answer`. */
  get text(): string { return this.answer }
  /** The result of a run of another graph than "notes", in that graph's type. */
  get result(): AnyMessage | undefined { return this.run.result }
  /** Why the run failed. Empty if it did not. */
  get failure(): string { return this.report.failure ?? '' }

  /** Follows the run on, after a pause was answered, until it ends or asks something else. */
  proceed(options: FollowOptions = {}): Promise<Outcome> {
    const fromSequence = String(BigInt(this.run.sequence ?? '0') + 1n)
    return this.#weft.follow(this.runId, { ...options, fromSequence })
  }
}
