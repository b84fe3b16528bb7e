// What a caller in TypeScript writes. It is compiled with --strict, and not run.
import { type Outcome, type Run, type RunEvent, UnavailableError, Weft, WeftError } from '../src/index.js'
import { connect } from '../src/node.js'

const inBrowser = new Weft({ url: '' })
const weft = connect({ token: async () => 'token', timeoutMs: 1000 })

export async function useClient(signal: AbortSignal): Promise<Run[]> {
  const outcome: Outcome = await weft.ask('How did I sleep?', { threadId: 't', style: 'RESPONSE_STYLE_CONCISE', signal, onEvent: (e: RunEvent) => console.log(e.draft) })
  console.log(outcome.text.length, outcome.citations[0]?.date)
  for await (const event of weft.runs.watchRun({ runId: outcome.runId, fromSequence: 3 }, { signal })) {
    const sequence: string | undefined = event.sequence
    if (event.ended) {
      console.log(sequence, event.ended.report?.status === 'COMPLETED')
    }
  }
  for await (const pause of inBrowser.pauses({ mine: true })) {
    await pause.choose(pause.options[0]?.id ?? '', 'fine')
  }
  try {
    // @ts-expect-error a run has to be named
    await weft.runs.getRun({})
    // @ts-expect-error there is no such status
    await weft.runs.listRuns({ status: 'DONE' })
  } catch (err) {
    if (err instanceof WeftError && !(err instanceof UnavailableError)) {
      console.log(err.code, err.violations.map((v) => v.field), err.metadata['limit'])
    }
  }
  const { runs } = await weft.runs.listRuns()
  return runs ?? []
}
