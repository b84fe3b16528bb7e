// A backend that asks Weft, with the stock gRPC packages of Node and the contracts as
// they are in this repository; nothing is generated.
//
//   npm install
//   WEFT_TOKEN_FILE=~/.local/share/weft/vault/.weft/token node main.js "How did I sleep this week?"
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import loader from '@grpc/proto-loader'

const proto = process.env.WEFT_PROTO ?? fileURLToPath(new URL('../../proto', import.meta.url))
const definition = loader.loadSync(['weft/orchestrator/v1/run.proto', 'weft/orchestrator/v1/note.proto', 'google/rpc/status.proto', 'google/rpc/error_details.proto'],
  { keepCase: true, includeDirs: [proto, `${proto}/third_party`], longs: String, enums: String, defaults: true, oneofs: true })
const { weft, google } = grpc.loadPackageDefinition(definition)
const token = readFileSync(process.env.WEFT_TOKEN_FILE, 'utf8').trim()
const server = process.env.WEFT_SERVER ?? '127.0.0.1:7433'
const runs = new weft.orchestrator.v1.RunsService(server, grpc.credentials.createInsecure())
const notes = new weft.orchestrator.v1.NotesService(server, grpc.credentials.createInsecure(), { channelOverride: runs.getChannel() })

/** @returns {grpc.Metadata} what shows who calls */
function credential() {
  const metadata = new grpc.Metadata()
  metadata.set('authorization', `Bearer ${token}`)
  return metadata
}

/** Calls a method that has one response. */
const call = (service, method, request) => new Promise((resolve, reject) =>
  service[method](request, credential(), { deadline: Date.now() + 30_000 }, (err, response) => err ? reject(err) : resolve(response)))

/** Reads the reason of an error, the word for programs: docs/errors.md lists them. */
function reason(err) {
  const status = err.metadata?.get('grpc-status-details-bin')[0]
  if (!status) return 'UNKNOWN'
  const decode = (type, bytes) => definition[type].deserialize(bytes)
  for (const detail of decode('google.rpc.Status', status).details) {
    if (detail.type_url.endsWith('google.rpc.ErrorInfo')) return decode('google.rpc.ErrorInfo', detail.value).reason
  }
  return 'UNKNOWN'
}

/** Follows a run to its end or to a question, and returns its report. */
async function follow(runID, fromSequence) {
  const stream = runs.watchRun({ run_id: runID, from_sequence: fromSequence, until_pause: true }, credential())
  for await (const { event } of stream) {
    if (event.kind === 'entered') console.log(`… ${event.entered.state}`)
  }
  return (await call(runs, 'getRun', { run_id: runID })).run
}

async function main(text) {
  // The request id makes it safe to send the same again when the answer was lost.
  const { run } = await call(notes, 'submitInput', { input: { text, intent: 'INPUT_TYPE_QUERY' }, request_id: randomUUID() })
  let now = await follow(run.id, 0)
  while (now.status === 'WAITING') {
    const [question] = now.report.questions
    console.log(`? ${question.text}`)
    await call(runs, 'answerRun', { run_id: run.id, interrupt_id: now.report.interrupt_id, answers: [{ question_id: question.id, text: 'great' }] })
    now = await follow(run.id, now.sequence)
  }
  console.log(now.report.answer)
  now.report.citations.forEach((c, i) => console.log(`[${i + 1}] ${c.date} ${c.id}`))
}

try {
  await main(process.argv[2] ?? 'How did I sleep this week?')
} catch (err) {
  console.error(`${reason(err)}: ${err.details ?? err.message}`)
  process.exitCode = 1
} finally {
  runs.close()
}
