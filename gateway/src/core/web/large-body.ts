import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Problem } from '../values/problem.ts'

/** Requests whose bodies have a time of their own to arrive in, instead of the server's for every request. */
const withOwnTime = new WeakSet<IncomingMessage>()

export function hasOwnTime(request: IncomingMessage | undefined): boolean {
  return request !== undefined && withOwnTime.has(request)
}

export interface LargeBodyOptions {
  bytesMax: number
  /** Until when the whole body must have arrived. A connection without a byte for 20 s is closed before. */
  arrivesWithinMs: number
  /** How long the answer may take after that. */
  answeredWithinMs: number
  tooLarge(): Problem
  tooSlow(): Problem
}

/**
 * The bytes of a body that the routes of JSON refuse by their size. A body that says a size above the limit is refused before
 * it is read, another one as soon as it passes the limit. Throws `tooLarge`, `tooSlow`, and `unavailable` if the sender leaves.
 */
export async function readLargeBody(request: IncomingMessage, options: LargeBodyOptions): Promise<Buffer> {
  const { bytesMax, arrivesWithinMs, answeredWithinMs } = options
  const declared = Number(request.headers['content-length'] ?? bytesMax)
  if (declared > bytesMax) throw options.tooLarge()
  // Nothing tells any more that its sender has left.
  if (request.destroyed) throw new Problem('unavailable')
  withOwnTime.add(request)
  // Memory is taken as bytes arrive, and nothing is copied at the end.
  const bytes = Buffer.allocUnsafeSlow(declared)
  const passed = new AbortController()
  let length = 0
  const take = (chunk: Buffer) => {
    if (length + chunk.length > bytes.length) passed.abort()
    else length += chunk.copy(bytes, length)
  }
  const late = AbortSignal.timeout(arrivesWithinMs)
  try {
    request.on('data', take)
    await once(request, 'end', { signal: AbortSignal.any([late, passed.signal]) })
  } catch (error) {
    if (passed.signal.aborted) throw options.tooLarge()
    throw late.aborted ? options.tooSlow() : new Problem('unavailable', { cause: error })
  } finally {
    request.off('data', take)
  }
  // Ends with the answer: the next request of the connection has the server's time again.
  request.socket.setTimeout(answeredWithinMs)
  return bytes.subarray(0, length)
}
