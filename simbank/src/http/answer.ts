import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Bank } from '../bank/bank.ts'
import type { Fault } from '../bank/faults.ts'

export interface Answer {
  status: number
  body: unknown
  retryAfterSeconds?: number
}

/** How long the fault `slow` keeps a finished answer back. */
const SLOW_MS = 3_000

const faults = new WeakMap<FastifyRequest, Fault>()

/** Remembers the fault that this call was chosen for. */
export function markFault(request: FastifyRequest, fault: Fault): void {
  faults.set(request, fault)
}

/** Whether this order is to be delayed on its way. */
export function isDelayed(request: FastifyRequest): boolean {
  return faults.get(request) === 'delayed'
}

/** Answers when the journal is on the disk, and not before; a marked call gets its fault after the work is done. */
export async function answer(bank: Bank, reply: FastifyReply, { status, body, retryAfterSeconds }: Answer) {
  await bank.journal.settled()
  const fault = faults.get(reply.request)
  if (fault === 'reset_after_processing') return dropConnection(reply, 0)
  if (fault === 'garbage') return reply.code(200).type('application/json').send('{"key":"…","state":"comp')
  if (fault === 'slow') await sleep(SLOW_MS)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(status).send(body)
}

/** Never answers: destroys the socket after a while. */
export function dropConnection(reply: FastifyReply, afterMs: number): FastifyReply {
  reply.hijack()
  setTimeout(() => reply.raw.destroy(), afterMs).unref()
  return reply
}
