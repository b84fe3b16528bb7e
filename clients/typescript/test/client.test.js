import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as weftClient from '../dist/index.js'
import { connect } from '../dist/node.js'
import { askWhichNote, clientOf, collect, startProxy, startServer } from './server.js'

const { InvalidArgumentError, methods, NotFoundError, PermissionError, UnavailableError, Weft, WeftError } = weftClient

describe('a client of a server', { concurrency: false }, () => {
  let server, weft
  before(async () => {
    server = await startServer({ example: true })
    weft = clientOf(server)
  })
  after(() => server.close())

  test('asks a question and gets the answer with its notes', async () => {
    const seen = []
    const answer = await weft.ask('How did I sleep in January 2026?', { onEvent: (event) => seen.push(event) })
    assert.equal(answer.status, 'COMPLETED')
    assert.match(answer.text, /2026-01|January/)
    assert.ok(answer.citations.length > 0)
    assert.equal(answer.run.id, answer.runId)
    assert.ok(seen.at(-1).ended)
    assert.deepEqual(answer.pauses, [])
  })

  test('keeps a note', async () => {
    const kept = await weft.log('Slept 7 h, felt fine')
    assert.equal(kept.status, 'COMPLETED')
    const { entry } = await weft.notes.getEntry({ id: kept.report.entry.id })
    assert.equal(entry.text, 'Slept 7 h, felt fine')
  })

  test('has the reason of an error, the fields that are wrong, and a class by what to do', async () => {
    await assert.rejects(weft.ask(' '), (err) => err instanceof InvalidArgumentError && err.reason === 'INPUT_BLANK' && err.code === 'INVALID_ARGUMENT')
    await assert.rejects(weft.runs.getRun({ runId: 'none' }), (err) => err instanceof NotFoundError && err.reason === 'RUN_NOT_FOUND' && err.metadata.run_id === 'none')
    await assert.rejects(weft.runs.listRuns({ pageSize: 1001 }), (err) => err.violations.length === 1 && /page_?size/i.test(err.violations[0].field))
    await assert.rejects(clientOf(server, { token: 'x'.repeat(43) }).runs.listRuns(), (err) => err instanceof PermissionError && err.reason === 'CREDENTIAL_INVALID')
    await assert.rejects(new Weft({ url: server.url }).runs.listRuns(), (err) => err instanceof PermissionError && err.reason === 'CREDENTIAL_MISSING')
    await assert.rejects(connect({ url: server.url, tokenFile: 'nowhere' }).runs.listRuns(), (err) => err instanceof PermissionError && /nowhere can't be read/.test(err.message))
    await assert.rejects(collect(weft.runs.watchRun({ runId: 'none' })), NotFoundError)
  })

  test('does not let an id lead to another path', async () => {
    for (const runId of ['', '.', '..']) {
      await assert.rejects(weft.runs.getRun({ runId }), (err) => err instanceof InvalidArgumentError && err.violations[0].field === 'runId')
    }
    for (const runId of ['a/b', '../x', 'a?b#c', 'ü %2F']) {
      await assert.rejects(weft.runs.getRun({ runId }), (err) => err.reason === 'RUN_NOT_FOUND' && err.metadata.run_id === runId, runId)
    }
  })

  test('sends lists and fields of fields in the query', async () => {
    const { entries } = await weft.notes.listEntries({ dateRange: { start: '2026-01-05', end: '2026-01-07' } })
    assert.ok(entries.length > 0)
    assert.ok(entries.every((e) => e.date >= '2026-01-05' && e.date <= '2026-01-07'), JSON.stringify(entries.map((e) => e.date)))
    const changes = await collect(weft.runs.watchRuns({ statuses: ['WAITING', 'FAILED'], graphs: ['notes', 'other'], untilCaughtUp: true }))
    assert.ok(changes.at(-1).caughtUp)
  })

  test('answers a pause in words, and follows the run on', async () => {
    const asked = await askWhichNote(weft)
    assert.equal(asked.status, 'WAITING')
    const [pause] = asked.pauses
    assert.equal(pause.kind, 'PAUSE_KIND_QUESTION')
    assert.match(pause.text, /\?/)
    const open = await collect(weft.pauses({ runId: asked.runId }))
    assert.deepEqual(open.map((p) => [p.id, p.text]), [[pause.id, pause.text]])
    await assert.rejects(pause.choose('no such option'), InvalidArgumentError)
    const run = await pause.answer({ [pause.text]: '1' })
    assert.equal(run.id, asked.runId)
    const done = await asked.proceed()
    assert.equal(done.status, 'COMPLETED')
    assert.ok(done.report.corrected)
    await pause.answer({ [pause.text]: '1' }) // the same again changes nothing
    await assert.rejects(pause.say('2'), (err) => err.reason === 'ANSWER_CONFLICT')
  })

  test('declines a pause', async () => {
    const asked = await askWhichNote(weft)
    await asked.pauses[0].decline()
    assert.notEqual((await asked.proceed()).status, 'WAITING')
  })

  test('starts one run for two inputs with the same request id, and another without', async () => {
    const ids = await Promise.all(['same', 'same', undefined, undefined].map(async (requestId) => (await weft.ask('What did I eat?', requestId ? { requestId } : {})).runId))
    assert.equal(ids[0], ids[1])
    assert.equal(new Set(ids).size, 3)
  })

  test('gets a run whole through connections that are cut', async (t) => {
    const { runId } = await weft.ask('How did I sleep in January 2026?')
    const whole = (await collect(weft.runs.watchRun({ runId }))).filter((e) => e.sequence)
    for (const cutAfter of [100, 999, 2500]) {
      const proxy = await startProxy(t, server.port, cutAfter)
      const seen = (await collect(clientOf(server, { url: proxy.url }).runs.watchRun({ runId }))).filter((e) => e.sequence)
      assert.deepEqual(seen.map((e) => e.sequence), whole.map((e) => e.sequence))
      assert.ok(proxy.cut > 0)
    }
  })

  test('begins one run, and follows it, through connections that are cut', async (t) => {
    const before = (await weft.runs.listRuns({ pageSize: 1000 })).runs.length
    const proxy = await startProxy(t, server.port, 300)
    const cuts = clientOf(server, { url: proxy.url })
    const seen = []
    for await (const event of cuts.notes.processInput({ input: { text: 'How long did I sleep on 2026-01-05?', intent: 'INPUT_TYPE_QUERY' } })) {
      seen.push(event)
    }
    assert.ok(seen.at(-1).ended)
    const whole = await collect(weft.runs.watchRun({ runId: seen[0].runId }))
    const kept = (events) => events.map((e) => e.sequence).filter(Boolean)
    assert.deepEqual(kept(seen), kept(whole))
    assert.ok(proxy.cut > 0)
    assert.equal((await weft.runs.listRuns({ pageSize: 1000 })).runs.length, before + 1)
  })

  test('is told of all runs and all pauses through connections that are cut', async (t) => {
    const asked = await Promise.all([1, 2, 3, 4].map(() => weft.send('Correction: the bench press was 86 kg, not 80')))
    assert.ok(asked.every((a) => a.status === 'WAITING'), asked.map((a) => a.status).join())
    for (const cutAfter of [250, 700, 1500]) {
      const proxy = await startProxy(t, server.port, cutAfter)
      const cuts = clientOf(server, { url: proxy.url })
      const changed = await collect(cuts.runs.watchRuns({ untilCaughtUp: true }))
      const opened = await collect(cuts.runs.watchPauses({ untilCaughtUp: true }))
      for (const { runId } of asked) {
        assert.ok(changed.some((e) => e.changed?.runId === runId && e.changed.status === 'WAITING'), `${cutAfter}: the run ${runId}`)
        assert.ok(opened.some((e) => e.opened?.runId === runId), `${cutAfter}: the pause of ${runId}`)
      }
      assert.ok(proxy.cut > 0 && changed.at(-1).caughtUp && opened.at(-1).caughtUp)
    }
    await Promise.all(asked.map((a) => a.pauses[0].decline()))
  })

  test('gives up a stream that gets nowhere', async (t) => {
    const proxy = await startProxy(t, server.port, 10, false)
    const { runId } = await weft.ask('What did I eat?')
    const began = Date.now()
    await assert.rejects(collect(clientOf(server, { url: proxy.url, retryForMs: 600 }).runs.watchRun({ runId })), (err) => err instanceof UnavailableError && err.reason === 'SERVER_UNREACHABLE')
    assert.ok(Date.now() - began < 5_000 && proxy.cut > 1)
  })

  test('ends a watch when its signal is aborted, or its reader leaves', async () => {
    const leave = new AbortController()
    const watch = collect(weft.runs.watchRuns({}, { signal: leave.signal }))
    setTimeout(() => leave.abort(), 100)
    await assert.rejects(watch, { name: 'AbortError' })
    for await (const event of weft.runs.watchRuns()) {
      assert.ok(event)
      break
    }
    await assert.rejects(weft.runs.listRuns({}, { signal: AbortSignal.abort(new Error('never mind')) }), /never mind/)
  })

  test('ends a call at its deadline', async () => {
    const hangs = new Weft({ url: server.url, fetch: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) })
    await assert.rejects(hangs.runs.listRuns({}, { timeoutMs: 50 }), (err) => err instanceof UnavailableError && err.code === 'DEADLINE_EXCEEDED')
    await assert.rejects(collect(hangs.runs.watchRuns({}, { timeoutMs: 50 })), (err) => err.code === 'DEADLINE_EXCEEDED')
  })

  test('imports notes through connections that are cut, tells of each once, and names the one that is wrong', async (t) => {
    const notes = Array.from({ length: 230 }, (_, i) => ({ text: `Ran ${i + 1} km`, time: new Date(Date.UTC(2020, 0, 1 + i, 10)).toISOString() }))
    const proxy = await startProxy(t, server.port, 2000)
    const outcomes = await collect(clientOf(server, { url: proxy.url }).notes.importEntries(notes))
    assert.equal(outcomes.length, 230)
    assert.equal(new Set(outcomes.map((o) => o.entryId)).size, 230)
    assert.ok(proxy.cut > 0)
    const { entries } = await weft.notes.listEntries({ dateRange: { start: '2020-01-01', end: '2020-12-31' }, pageSize: 1000 })
    assert.deepEqual(entries.map((e) => e.text), notes.map((n) => n.text))
    const kept = []
    const wrong = (async () => { for await (const o of weft.notes.importEntries([...notes.slice(0, 210), { txt: '?' }])) kept.push(o) })()
    await assert.rejects(wrong, (err) => err instanceof InvalidArgumentError && /line 211/.test(JSON.stringify(err.violations) + err.message))
    assert.equal(kept.length, 210)
  })

  test('reads a feed that is no JSON', async () => {
    assert.match((await weft.goals.getCalendarFeed()).calendar, /^BEGIN:VCALENDAR/)
  })

  test('has each method, and each ends in an answer or in an error of its own kind', async () => {
    const services = ['runs', 'notes', 'plans', 'goals', 'webhooks', 'schedules', 'admin']
    const called = []
    for (const service of services) {
      for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(weft[service])).filter((n) => n !== 'constructor')) {
        called.push(name)
        const options = { signal: AbortSignal.timeout(700), retryForMs: 0 }
        const result = name === 'importEntries' ? weft[service][name]([{}], options) : weft[service][name]({}, options)
        try {
          await (Symbol.asyncIterator in result ? collect(result) : result)
        } catch (err) {
          const endless = err.name === 'TimeoutError' && /^watch/.test(name)
          assert.ok(endless || (err instanceof WeftError && err.code !== 'INTERNAL' && err.code !== 'UNKNOWN' && err.reason !== 'RESPONSE_UNREADABLE'), `${name}: ${err.stack}`)
        }
      }
    }
    assert.deepEqual(called.sort(), Object.keys(methods).sort())
  })
})

test('calls are made again while the server is away, where that is safe', async (t) => {
  const server = await startServer()
  t.after(() => server.close())
  const weft = clientOf(server)
  await weft.log('Slept 7 h')
  const watch = weft.runs.watchRuns()
  await watch.next()
  await server.stop()
  await assert.rejects(weft.runs.retryRuns(), (err) => err instanceof UnavailableError && err.reason === 'SERVER_UNREACHABLE')
  await assert.rejects(weft.runs.listRuns({}, { retryForMs: 0 }), UnavailableError)
  const listed = weft.runs.listRuns()
  const asked = weft.ask('How long did I sleep today?')
  const again = server.start()
  assert.equal((await listed).runs.length >= 1, true)
  const { runId } = await asked
  await again
  for await (const event of watch) {
    if (event.changed?.runId === runId && event.changed.status === 'COMPLETED') {
      break
    }
  }
})

test('a wait that the server names is kept, and no longer than the caller allows', async () => {
  const refusal = (status, delay) => new Response(JSON.stringify({ error: { code: 429, status, message: 'later', details: [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'QUEUE_FULL' }, ...(delay ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: delay }] : [])] } }), { status: 429 })
  const answering = (...answers) => {
    const bodies = []
    const fetch = async (_, { body }) => {
      bodies.push(body)
      return answers[Math.min(bodies.length, answers.length) - 1]()
    }
    return { bodies, weft: new Weft({ url: 'http://weft.invalid', fetch }) }
  }
  const done = () => new Response('{"run":{"id":"r"}}')
  const once = answering(() => refusal('RESOURCE_EXHAUSTED', '0.2s'), done)
  const began = Date.now()
  await once.weft.notes.submitInput({ input: { text: 'x' } })
  assert.ok(Date.now() - began >= 195)
  assert.equal(once.bodies.length, 2)
  assert.equal(once.bodies[0], once.bodies[1])
  assert.match(JSON.parse(once.bodies[0]).requestId, /^[0-9a-f]{32}$/)
  for (const [name, answers, options] of [
    ['no RetryInfo', [() => refusal('RESOURCE_EXHAUSTED'), done], {}],
    ['too long a wait', [() => refusal('RESOURCE_EXHAUSTED', '60s'), done], {}],
    ['another code', [() => refusal('ABORTED', '0.1s'), done], {}],
  ]) {
    const never = answering(...answers)
    await assert.rejects(never.weft.notes.submitInput({ input: { text: 'x' } }, options), (err) => err.reason === 'QUEUE_FULL', name)
    assert.equal(never.bodies.length, 1, name)
  }
  const proxy = answering(() => new Response('<html>Bad Gateway</html>', { status: 502 }), done)
  await proxy.weft.runs.getRun({ runId: 'r' })
  assert.equal(proxy.bodies.length, 2)
  const portal = answering(() => new Response('<html>Welcome to the hotel</html>'))
  await assert.rejects(portal.weft.runs.getRun({ runId: 'r' }), (err) => err.reason === 'RESPONSE_UNREADABLE')
})

test('a stream that brings only what is not kept, and is lost each time, is given up', async () => {
  let calls = 0
  const fetch = async () => {
    calls++
    let sent = false
    return new Response(new ReadableStream({ pull(to) {
      if (sent) return to.error(new Error('lost'))
      sent = true
      to.enqueue(new TextEncoder().encode('{"event":{"runId":"r","queued":{}}}\n'))
    } }))
  }
  const weft = new Weft({ url: 'http://weft.invalid', fetch, retryForMs: 800 })
  await assert.rejects(collect(weft.runs.watchRun({ runId: 'r' }), 1000), (err) => err.reason === 'SERVER_UNREACHABLE')
  assert.ok(calls > 1 && calls < 12, String(calls))
})

test('a moment in a query may be a Date', async () => {
  let asked = ''
  const weft = new Weft({ url: 'http://weft.invalid/', fetch: async (url) => {
    asked = url
    return new Response('{}')
  } })
  await weft.notes.searchEntries({ text: 'a&b', now: new Date(0), matchAll: false, limit: undefined })
  assert.equal(asked, 'http://weft.invalid/v1/search?text=a%26b&now=1970-01-01T00%3A00%3A00.000Z&matchAll=false')
})

test('an approval and a form are answered in the fields that they take', async () => {
  const bodies = []
  const weft = new Weft({ url: 'http://weft.invalid', fetch: async (_, { body }) => {
    bodies.push(JSON.parse(body))
    return new Response('{"run":{}}')
  } })
  const pause = new weftClient.OpenPause(weft.runs, { id: 'i7', runId: 'r', answerType: 'acme.Address', questions: [{ id: '2', text: 'Where to?' }] })
  await pause.choose('yes', 'it is cheap')
  await pause.choose('no')
  await pause.fill({ city: 'Ulm' })
  await pause.answer({ 'Where to?': 'Ulm', 3: 'x' })
  await pause.decline()
  assert.deepEqual(bodies, [
    { interruptId: 'i7', optionId: 'yes', answers: [{ text: 'it is cheap' }] },
    { interruptId: 'i7', optionId: 'no' },
    { interruptId: 'i7', payload: { '@type': 'type.googleapis.com/acme.Address', city: 'Ulm' } },
    { interruptId: 'i7', answers: [{ questionId: '3', text: 'x' }, { questionId: '2', text: 'Ulm' }] },
    { interruptId: 'i7', decline: true },
  ])
})

test('a client says what is wrong with its address before it calls', () => {
  assert.throws(() => new Weft({ url: '' }), /page/)
  assert.throws(() => new Weft({ url: 'localhost:7480' }), /http/)
  assert.throws(() => connect({ url: 'nonsense' }), TypeError)
})
