import type { RunsService } from './gen/services.js'
import type { AnswerRunRequest, AnyMessage, Pause, PauseKind, PauseOption, Question, Run } from './gen/types.js'
import type { CallOptions } from './transport.js'

/** A pause of a run: what it asks a person. Each method answers it and returns the run, under way again. */
export class OpenPause {
  /** The pause as the server tells it. */
  readonly data: Pause
  readonly #runs: RunsService

  constructor(runs: RunsService, data: Pause) {
    this.#runs = runs
    this.data = data
  }

  get id(): string { return this.data.id ?? '' }
  get runId(): string { return this.data.runId ?? '' }
  get kind(): PauseKind { return this.data.kind ?? 'PAUSE_KIND_UNSPECIFIED' }
  /** The options of a choice or an approval. */
  get options(): PauseOption[] { return this.data.options ?? [] }
  /** The questions, which may have options of their own. */
  get questions(): Question[] { return this.data.questions ?? [] }
  /** What is asked. */
  get text(): string {
    return this.data.text || this.questions.map((q) => q.text ?? '').join('\n')
  }

  /** Chooses an option by its id. A comment may go with it. */
  choose(optionId: string, comment?: string, options?: CallOptions): Promise<Run> {
    return this.#answer({ optionId, ...(comment ? { answers: [{ text: comment }] } : {}) }, options)
  }

  /** Answers the first question in words. */
  say(text: string, options?: CallOptions): Promise<Run> {
    return this.#answer({ answers: [{ text }] }, options)
  }

  /** Answers questions, each named by its id or by its text. */
  answer(answers: { [question: string]: string }, options?: CallOptions): Promise<Run> {
    return this.#answer({
      answers: Object.entries(answers).map(([question, text]) => ({ questionId: this.#questionId(question), text })),
    }, options)
  }

  /** Answers with a message of the type that `data.answerType` names, which need not be said. */
  fill(payload: { [field: string]: unknown }, options?: CallOptions): Promise<Run> {
    const type = `type.googleapis.com/${this.data.answerType ?? ''}`
    return this.#answer({ payload: { '@type': type, ...payload } as AnyMessage }, options)
  }

  /** Declines to answer. */
  decline(options?: CallOptions): Promise<Run> {
    return this.#answer({ decline: true }, options)
  }

  #questionId(question: string): string {
    const found = this.questions.find((q) => q.id === question) ?? this.questions.find((q) => q.text === question)
    return found?.id ?? question // the server says which there are
  }

  async #answer(answer: Partial<AnswerRunRequest>, options?: CallOptions): Promise<Run> {
    const { run } = await this.#runs.answerRun({ runId: this.runId, interruptId: this.id, ...answer }, options)
    return run ?? {}
  }
}
