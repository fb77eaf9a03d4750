import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../platform/deps.ts'
import { say } from '../texts/messages/say.ts'
import { Problem } from '../values/problem.ts'
import { whenOver } from './limits/admission-control.ts'
import { callerOf } from './request-context.ts'

/** Most exports take seconds; one of a million rows takes minutes. */
const exportRetrySeconds = 15

/** A reader that takes less is ended, so that it does not hold a slot for hours. Every usable connection is faster. */
const bytesTakenPerSecond = 10_000

/** How long a reader may take nothing, for example while its computer writes to a disk. */
const pauseMaxMs = 10_000

interface CsvFile {
  name: string
  /** Checks and records the export. Returns the file in parts, which are made no faster than the reader takes them. */
  open(): Promise<AsyncIterable<string>>
}

/**
 * Sends a file of a point: the only way out for exports, because they share one limit. It ends when its reader goes
 * away or is too slow.
 */
export async function sendCsv(
  deps: Pick<PlatformDeps, 'slots' | 'log'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { name, open }: CsvFile,
): Promise<FastifyReply> {
  const { pointId } = callerOf(request).point
  const slot = deps.slots.exports.take(pointId)
  if (slot !== 'taken') {
    const message = slot === 'full' ? say('export.busy') : say('export.busy_point')
    throw new Problem('rate_limited', { message, retryAfterSeconds: exportRetrySeconds })
  }
  const leave = () => deps.slots.exports.leave(pointId)
  const parts = await open().catch((error: unknown) => {
    leave()
    throw error
  })
  const endSlowReader = () => {
    deps.log.info({ request_id: request.id }, 'an export was ended: its reader is too slow')
    reply.raw.destroy()
  }
  const stream = Readable.from(pacedParts(parts, endSlowReader), { objectMode: false, highWaterMark: 1 })
  stream.once('close', leave)
  whenOver(request, reply, () => stream.destroy())
  stream.once('error', (err) => deps.log.error({ err, request_id: request.id }, 'an export failed'))
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('vary', 'Accept')
    .send(stream)
}

/** The same parts. Calls `onSlow` when the reader takes one of them too slowly. */
export async function* pacedParts(parts: AsyncIterable<string>, onSlow: () => void): AsyncGenerator<string> {
  for await (const part of parts) {
    const timer = setTimeout(onSlow, pauseMaxMs + (part.length / bytesTakenPerSecond) * 1_000)
    try {
      yield part
    } finally {
      clearTimeout(timer)
    }
  }
}
