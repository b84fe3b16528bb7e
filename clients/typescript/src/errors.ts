/** The code of an error, by gRPC's names. */
export type StatusCode =
  | 'CANCELLED' | 'UNKNOWN' | 'INVALID_ARGUMENT' | 'DEADLINE_EXCEEDED' | 'NOT_FOUND' | 'ALREADY_EXISTS'
  | 'PERMISSION_DENIED' | 'RESOURCE_EXHAUSTED' | 'FAILED_PRECONDITION' | 'ABORTED' | 'OUT_OF_RANGE'
  | 'UNIMPLEMENTED' | 'INTERNAL' | 'UNAVAILABLE' | 'DATA_LOSS' | 'UNAUTHENTICATED'

/** What is wrong with a field of a request. */
export interface Violation {
  /** The path of the field. */
  field: string
  description: string
}

/** What an error is made of. */
export interface ErrorParts {
  code: StatusCode
  reason: string
  message: string
  metadata?: { [key: string]: string }
  violations?: Violation[]
  retryAfterMs?: number
}

/**
 * A call failed. `reason` is the word for programs that Weft's docs/errors.md lists. Two
 * reasons are the client's own: SERVER_UNREACHABLE, and RESPONSE_UNREADABLE where what answers is
 * not Weft.
 */
export class WeftError extends Error {
  readonly code: StatusCode
  readonly reason: string
  readonly metadata: { [key: string]: string }
  /** The fields that are wrong. */
  readonly violations: Violation[]
  /** How long to wait before the call is made again, in milliseconds, if the server says so. */
  readonly retryAfterMs: number | undefined

  constructor(parts: ErrorParts, cause?: unknown) {
    super(parts.message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = parts.code
    this.reason = parts.reason
    this.metadata = parts.metadata ?? {}
    this.violations = parts.violations ?? []
    this.retryAfterMs = parts.retryAfterMs
  }
}

/** The request is wrong: correct what `violations` names. */
export class InvalidArgumentError extends WeftError {}

/** What the request names is not there. */
export class NotFoundError extends WeftError {}

/** The credential is missing, not accepted, or doesn't allow the call. */
export class PermissionError extends WeftError {}

/** The request doesn't fit how things stand: read them again before you decide. */
export class ConflictError extends WeftError {}

/** Weft can't be reached, has too much to do, or took too long: the call may succeed later. */
export class UnavailableError extends WeftError {}

/** Makes the error whose class says what to do about it. */
export function makeError(parts: ErrorParts, cause?: unknown): WeftError {
  switch (parts.code) {
    case 'INVALID_ARGUMENT':
    case 'OUT_OF_RANGE':
      return new InvalidArgumentError(parts, cause)
    case 'NOT_FOUND':
      return new NotFoundError(parts, cause)
    case 'PERMISSION_DENIED':
    case 'UNAUTHENTICATED':
      return new PermissionError(parts, cause)
    case 'FAILED_PRECONDITION':
    case 'ALREADY_EXISTS':
    case 'ABORTED':
      return new ConflictError(parts, cause)
    case 'UNAVAILABLE':
    case 'RESOURCE_EXHAUSTED':
    case 'DEADLINE_EXCEEDED':
      return new UnavailableError(parts, cause)
  }
  return new WeftError(parts, cause)
}

/** An error as the server sends it, under "error". */
export interface ErrorBody {
  status?: string
  message?: string
  details?: { [key: string]: unknown }[]
}

/** Reads an error that the server has sent. `retryAfterSeconds` is its header Retry-After. */
export function readError(body: ErrorBody, retryAfterSeconds?: string | null): WeftError {
  const parts: ErrorParts = {
    code: (body.status ?? 'UNKNOWN') as StatusCode,
    reason: 'UNKNOWN',
    message: body.message ?? 'the server gave no message',
  }
  if (retryAfterSeconds && Number.isFinite(Number(retryAfterSeconds))) {
    parts.retryAfterMs = Number(retryAfterSeconds) * 1000
  }
  for (const detail of body.details ?? []) {
    switch (String(detail['@type']).split('/').pop()) {
      case 'google.rpc.ErrorInfo':
        parts.reason = String(detail['reason'] ?? 'UNKNOWN')
        parts.metadata = (detail['metadata'] ?? {}) as { [key: string]: string }
        break
      case 'google.rpc.BadRequest':
        parts.violations = ((detail['fieldViolations'] ?? []) as Partial<Violation>[]).map(
          (v) => ({ field: v.field ?? '', description: v.description ?? '' }))
        break
      case 'google.rpc.RetryInfo':
        parts.retryAfterMs = Number.parseFloat(String(detail['retryDelay'] ?? '0s')) * 1000
    }
  }
  return makeError(parts)
}

/** Makes an error of an answer that is not Weft's, such as one of a proxy. */
export function readForeignError(status: number, text: string): WeftError {
  const codes: { [status: number]: StatusCode } = {
    400: 'INVALID_ARGUMENT', 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED', 502: 'UNAVAILABLE', 503: 'UNAVAILABLE', 504: 'UNAVAILABLE',
  }
  return makeError({
    code: codes[status] ?? 'UNKNOWN',
    reason: 'RESPONSE_UNREADABLE',
    message: `HTTP ${status}, and the body is not Weft's: ${text.slice(0, 200)}`,
  })
}

/** Makes the error of a server that can't be reached, or was lost while it answered. */
export function unreachable(cause: unknown): WeftError {
  const deeper = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const why = deeper instanceof Error ? deeper.message || deeper.name : String(deeper)
  return makeError({ code: 'UNAVAILABLE', reason: 'SERVER_UNREACHABLE', message: `Weft can't be reached: ${why}` }, cause)
}

/** Whether the same call may succeed in a while. */
export function isTransient(err: unknown): err is WeftError {
  return err instanceof WeftError &&
    (err.code === 'UNAVAILABLE' || (err.code === 'RESOURCE_EXHAUSTED' && err.retryAfterMs !== undefined))
}
