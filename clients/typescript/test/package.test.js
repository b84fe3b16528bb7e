import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from './server.js'

const run = promisify(execFile)
const client = fileURLToPath(new URL('..', import.meta.url))

/** Returns the code of the only block of a language in a text. */
function codeOf(text, language) {
  const blocks = [...text.matchAll(new RegExp('^```' + language + '\n(.*?)^```', 'gms'))]
  assert.ok(blocks.length > 0, `there is no block of ${language}`)
  return blocks[0][1]
}

test('the packed client is installed into an empty folder, and its example runs there', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'weft-client-pack-'))
  const server = await startServer({ example: true })
  t.after(() => Promise.all([server.close(), rm(folder, { recursive: true, force: true })]))
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: client })
  const [tarball] = await readdir(folder)
  await writeFile(path.join(folder, 'package.json'), '{"type": "module"}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder })
  const installed = path.join(folder, 'node_modules/weft-client')
  assert.deepEqual(await readdir(path.join(folder, 'node_modules')).then((names) => names.filter((n) => !n.startsWith('.'))), ['weft-client'])

  const env = { ...process.env, WEFT_URL: server.url, WEFT_TOKEN_FILE: server.tokenFile }
  const example = path.join(installed, 'examples/ask.mjs')
  await writeFile(path.join(folder, 'ask.mjs'), await readFile(example))
  const { stdout } = await run('node', ['ask.mjs', 'How did I sleep in January 2026?'], { cwd: folder, env })
  assert.match(stdout, /\[1\] 2026-01/)
  await assert.rejects(run('node', ['ask.mjs', ' '], { cwd: folder, env }), (err) => /^INPUT_BLANK: /.test(err.stderr))
  await assert.rejects(run('node', ['ask.mjs'], { cwd: folder, env: { ...env, WEFT_TOKEN: 'x'.repeat(43) } }), (err) => /^CREDENTIAL_INVALID: /.test(err.stderr))

  const readme = await readFile(path.join(client, 'README.md'), 'utf8')
  const shown = codeOf(readme, 'js').replace('http://localhost:7480', server.url)
  await writeFile(path.join(folder, 'shown.mjs'), shown)
  const { stdout: printed } = await run('node', ['shown.mjs'], { cwd: folder, env: { ...env, WEFT_TOKEN: server.token } })
  assert.ok(printed.trim().length > 0)

  await writeFile(path.join(folder, 'typed.ts'), codeOf(readme, 'ts'))
  const tsc = path.join(client, 'node_modules/typescript/bin/tsc')
  await run('node', [tsc, '--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom,dom.asynciterable', 'typed.ts'], { cwd: folder })
    .catch((err) => assert.fail(err.stdout))
})

test('the core needs nothing that a browser lacks', async () => {
  const names = (await readdir(path.join(client, 'dist'), { recursive: true })).filter((n) => n.endsWith('.js') && n !== 'node.js')
  for (const name of names) {
    const text = await readFile(path.join(client, 'dist', name), 'utf8')
    assert.doesNotMatch(text, /node:|\bprocess\.|\brequire\(|\bBuffer\b/, name)
    for (const [, from] of text.matchAll(/from '(.*?)'/g)) {
      assert.match(from, /^\.{1,2}\//, name)
    }
  }
})
