// A real server for the tests, and a proxy that loses connections.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'
import { connect } from '../dist/node.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Starts `weft up` on a folder of its own, with the example's notes if that is asked for. */
export async function startServer({ example = false } = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'weft-client-'))
  const vault = path.join(folder, 'vault')
  await mkdir(vault)
  if (example) {
    await cp(path.join(root, 'examples/vault'), vault, { recursive: true })
  }
  const server = { folder, vault, url: '', token: '', tokenFile: '', stop: async () => {}, start: async () => {}, close: async () => {} }
  let port = 0
  server.start = async () => {
    const child = spawn(process.env.WEFT_BINARY ?? path.join(root, 'bin/weft'), ['up', '-o', 'json', '--vault', vault, '--tz', 'Europe/Berlin',
      '--set', 'api.listen=127.0.0.1:0', '--set', `http.listen=127.0.0.1:${port}`,
      '--set', 'webhooks.allow=127.0.0.0/8', '--set', 'webhooks.allow_http=true'],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder } })
    let log = ''
    child.stderr.on('data', (data) => { log += data })
    const ended = once(child, 'exit')
    const first = await Promise.race([once(readline.createInterface({ input: child.stdout }), 'line'), ended.then(() => undefined)])
    if (first === undefined) {
      throw new Error(`the server did not start:\n${log}`)
    }
    const up = JSON.parse(first[0])
    port = Number(up.addresses.http.split(':').pop())
    Object.assign(server, { url: `http://${up.addresses.http}`, port, tokenFile: up.tokenFile ?? up.token_file })
    server.token = (await readFile(server.tokenFile, 'utf8')).trim()
    server.stop = async () => {
      child.kill('SIGTERM')
      await ended
    }
  }
  server.close = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  await server.start()
  return server
}

/** A client of a server, of a proxy before it if one is named. */
export function clientOf(server, options = {}) {
  return connect({ url: server.url, tokenFile: server.tokenFile, ...options })
}

/**
 * Starts a proxy that cuts each connection after so many bytes of its answers, and after twice as
 * many each time, so that the longest event comes at last, if that is asked for. It counts the connections that it has cut.
 */
export async function startProxy(t, target, cutAfter, doubles = true) {
  const proxy = { url: '', cut: 0 }
  const sockets = new Set()
  const listener = net.createServer((caller) => {
    const server = net.connect(target, '127.0.0.1')
    let passed = 0
    const end = () => {
      caller.destroy()
      server.destroy()
    }
    for (const socket of [caller, server]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    caller.on('data', (data) => server.write(data))
    server.on('data', (data) => {
      const left = cutAfter * (doubles ? 2 ** proxy.cut : 1) - passed
      passed += data.length
      if (data.length <= left) {
        caller.write(data)
        return
      }
      proxy.cut++
      caller.write(data.subarray(0, Math.max(left, 0)), end)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  proxy.url = `http://127.0.0.1:${listener.address().port}`
  t.after(() => {
    sockets.forEach((socket) => socket.destroy())
    listener.close()
  })
  return proxy
}

/** Collects what an async iterable brings, at most so many. */
export async function collect(items, most = Infinity) {
  const all = []
  for await (const item of items) {
    all.push(item)
    if (all.length >= most) {
      break
    }
  }
  return all
}

/** Two notes that a correction may mean, and what asks which. */
export async function askWhichNote(weft) {
  const day = (ago) => new Date(Date.now() - ago * 86_400_000).toISOString()
  await weft.log('Bench press 5x5 @ 80kg', { now: day(9) })
  await weft.log('Bench press 5x5 @ 80kg', { now: day(5) })
  return weft.send('Correction: the bench press was 85 kg, not 80')
}
