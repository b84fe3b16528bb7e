import { makeError } from './errors.js'
import type { TransportOptions } from './transport.js'
import { Weft } from './weft.js'

/** How a program in Node reaches its server. */
export interface ConnectOptions extends Omit<TransportOptions, 'url'> {
  /** Left out: the environment's WEFT_URL, else http://localhost:7480. */
  url?: string
  /** A file with the token, read before each call. Left out, and without `token`: the environment's WEFT_TOKEN or WEFT_TOKEN_FILE. */
  tokenFile?: string
}

// Types of Node would be a dependency, for these two.
type Environment = { [name: string]: string | undefined }
type FileSystem = { readFile(path: string, encoding: 'utf8'): Promise<string> }

/** Makes a client for a program in Node, from options and from the environment. */
export function connect(options: ConnectOptions = {}): Weft {
  const environment = (globalThis as { process?: { env: Environment } }).process?.env ?? {}
  const { url, tokenFile, ...rest } = options
  return new Weft({ ...rest, ...findCredential(options, environment), url: url ?? environment['WEFT_URL'] ?? 'http://localhost:7480' })
}

function findCredential(options: ConnectOptions, environment: Environment): Pick<TransportOptions, 'token'> {
  const { token } = options
  if (token !== undefined) {
    return { token }
  }
  if (options.tokenFile === undefined && environment['WEFT_TOKEN']) {
    return { token: environment['WEFT_TOKEN'] }
  }
  const file = options.tokenFile ?? environment['WEFT_TOKEN_FILE']
  return file ? { token: () => readToken(file) } : {}
}

async function readToken(file: string): Promise<string> {
  const fs = await import('node:fs/promises' as string) as FileSystem
  try {
    return (await fs.readFile(file, 'utf8')).trim()
  } catch (err) {
    const message = `the token file ${file} can't be read: ${err instanceof Error ? err.message : String(err)}`
    throw makeError({ code: 'UNAUTHENTICATED', reason: 'CREDENTIAL_MISSING', message }, err)
  }
}
