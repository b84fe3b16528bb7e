// Asks Weft with the types that openapi-typescript makes of its OpenAPI document, and
// openapi-fetch.
//
//   npm install && npm run generate
//   WEFT_TOKEN_FILE=~/.local/share/weft/vault/.weft/token node built/ask-fetch.js "How did I sleep this week?"
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/schema.js'

const weft = createClient<paths>({
  baseUrl: process.env.WEFT_URL ?? 'http://127.0.0.1:7480',
  headers: { Authorization: `Bearer ${readFileSync(process.env.WEFT_TOKEN_FILE!, 'utf8').trim()}` },
})

/** An error tells its reason in a word for programs: docs/errors.md lists them. */
function failed(body: components['schemas']['Error']): Error {
  const info = body.error?.details?.find((d) => 'reason' in d) as { reason?: string } | undefined
  return new Error(`${info?.reason ?? 'UNKNOWN'}: ${body.error?.message}`)
}

/** Follows a run to its end or to a question, event by event, and returns it. */
async function follow(runId: string, fromSequence: string): Promise<components['schemas']['Run']> {
  const { data, error } = await weft.GET('/v1/runs/{run_id}/events', {
    params: { path: { run_id: runId }, query: { from_sequence: fromSequence, until_pause: true } },
    headers: { Accept: 'application/x-ndjson' },
    parseAs: 'stream',
  })
  if (error) throw failed(error)
  let rest = ''
  for await (const text of (data as ReadableStream<BufferSource>).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) {
      const { event } = JSON.parse(line) as components['schemas']['WatchRunResponse']
      if (event?.entered) console.log(`… ${event.entered.state}`)
    }
  }
  const now = await weft.GET('/v1/runs/{run_id}', { params: { path: { run_id: runId } } })
  if (now.error) throw failed(now.error)
  return now.data.run!
}

async function ask(text: string) {
  const { data, error } = await weft.POST('/v1/input', {
    body: { input: { text, intent: 'INPUT_TYPE_QUERY' } },
    params: { header: { 'Idempotency-Key': randomUUID() } }, // it is safe to send the same again
  })
  if (error) throw failed(error)
  let run = await follow(data.run!.id!, '0')
  while (run.status === 'WAITING') {
    const question = run.report!.questions![0]!
    console.log(`? ${question.text}`)
    const answered = await weft.POST('/v1/runs/{run_id}/answer', {
      params: { path: { run_id: run.id! } },
      body: { interruptId: run.report!.interruptId, answers: [{ questionId: question.id, text: 'great' }] },
    })
    if (answered.error) throw failed(answered.error)
    run = await follow(run.id!, String(run.sequence))
  }
  console.log(run.report?.answer)
  run.report?.citations?.forEach((c, i) => console.log(`[${i + 1}] ${c.date} ${c.id}`))
}

try {
  await ask(process.argv[2] ?? 'How did I sleep this week?')
} catch (err) {
  console.error((err as Error).message)
  process.exitCode = 1
}
