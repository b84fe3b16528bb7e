// Asks Weft with the client that @hey-api/openapi-ts makes of its OpenAPI document.
//
//   npm install && npm run generate
//   WEFT_TOKEN_FILE=~/.local/share/weft/vault/.weft/token node built/ask-sdk.js "How did I sleep this week?"
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { answerRun, getRun, submitInput, watchRun, type Error as Failure, type Run } from './generated/sdk/index.js'
import { client } from './generated/sdk/client.gen.js'

client.setConfig({
  baseUrl: process.env.WEFT_URL ?? 'http://127.0.0.1:7480',
  auth: readFileSync(process.env.WEFT_TOKEN_FILE!, 'utf8').trim(),
})

/** An error tells its reason in a word for programs: docs/errors.md lists them. */
function failed(body: Failure): Error {
  const info = body.error?.details?.find((d) => 'reason' in d) as { reason?: string } | undefined
  return new Error(`${info?.reason ?? 'UNKNOWN'}: ${body.error?.message}`)
}

/** Follows a run to its end or to a question, event by event, and returns it. */
async function follow(runId: string, fromSequence: string): Promise<Run> {
  const { stream } = await watchRun({ path: { run_id: runId }, query: { from_sequence: fromSequence, until_pause: true } })
  for await (const event of stream) {
    if (event?.entered) console.log(`… ${event.entered.state}`)
  }
  const { data, error } = await getRun({ path: { run_id: runId } })
  if (error) throw failed(error)
  return data.run!
}

async function ask(text: string) {
  const { data, error } = await submitInput({
    body: { input: { text, intent: 'INPUT_TYPE_QUERY' } },
    headers: { 'Idempotency-Key': randomUUID() }, // it is safe to send the same again
  })
  if (error) throw failed(error)
  let run = await follow(data.run!.id!, '0')
  while (run.status === 'WAITING') {
    const question = run.report!.questions![0]!
    console.log(`? ${question.text}`)
    const answered = await answerRun({
      path: { run_id: run.id! },
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
