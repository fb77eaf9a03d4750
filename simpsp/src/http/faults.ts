import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from './problem.ts'

/**
 * What goes wrong with a call of the API. `unavailable`, `limited` and `dropped` come before anything is kept;
 * `lost`, `broken` and `failed` after it: no answer, half an answer, the status 500.
 */
const kinds = ['unavailable', 'limited', 'dropped', 'lost', 'broken', 'failed'] as const

const order = z.strictObject({
  kind: z.enum(kinds),
  method: z.enum(['GET', 'PUT', 'PATCH', 'POST', 'DELETE']).optional(),
  /** The path begins with it, without the address of the API. */
  path: z.string().max(200).default('/'),
  /** How many calls it meets. */
  times: z.number().int().min(1).max(1_000_000).default(1),
  /** Percent of the calls that it meets. */
  percent: z.number().min(0.1).max(100).default(100),
})

export const faultOrder = order

export type FaultOrder = z.infer<typeof order>

export interface Faults {
  add(fault: FaultOrder): void
  clear(): void
  /** Before a call is handled. Sends the answer of a fault that comes before. */
  before(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply | undefined
  /** What becomes of the body of an answer; undefined: the connection ends without it. */
  after(request: FastifyRequest, reply: FastifyReply, body: unknown): unknown
}

export function createFaults(): Faults {
  let waiting: FaultOrder[] = []
  const met = new WeakMap<FastifyRequest, FaultOrder['kind']>()
  const take = (method: string, path: string): FaultOrder['kind'] | undefined => {
    const found = waiting.find((each) => {
      const isMeant = (each.method === undefined || each.method === method) && path.startsWith(each.path)
      return isMeant && Math.random() * 100 < each.percent
    })
    if (!found) return undefined
    found.times -= 1
    waiting = waiting.filter(({ times }) => times > 0)
    return found.kind
  }
  return {
    add: (fault) => waiting.push({ ...fault }),
    clear: () => {
      waiting = []
    },
    before: (request, reply, path) => {
      const kind = take(request.method, path)
      if (kind === undefined) return undefined
      if (kind === 'unavailable') return refuse(reply, 'ServicoIndisponivel')
      if (kind === 'limited') return reply.code(429).header('retry-after', '1').send({ message: 'Too many requests' })
      if (kind === 'dropped') {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      met.set(request, kind)
      return undefined
    },
    after: (request, reply, body) => {
      const kind = met.get(request)
      if (kind === 'failed') {
        reply.code(500).type('application/problem+json')
        const type = 'https://pix.bcb.gov.br/api/v2/error/ErroInternoDoServidor'
        return JSON.stringify({ type, title: 'Erro interno.', status: 500 })
      }
      if (kind === 'lost') request.raw.socket.destroy()
      if (kind === 'broken' && typeof body === 'string') return body.slice(0, Math.floor(body.length / 2))
      return body
    },
  }
}
