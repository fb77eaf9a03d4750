import { z } from 'zod'
import type { BookEntry } from '../connector.ts'
import type { ProviderHttp } from '../provider-http.ts'

type Answer = Awaited<ReturnType<ProviderHttp['call']>>

const summary = z.object({
  summary: z.record(z.string(), z.object({ direction: z.enum(['in', 'out']), executed: z.number().int().min(0) })),
  next_after: z.number().int().min(0),
})
const health = z.object({ orders: z.number().int().min(0) })

/** Orders of one page: the bank's own limit. */
const pageOrders = 1_000

export function bookPath(after: number): string {
  return `/control/summary?after=${after}&limit=${pageOrders}`
}

/** A page of the bank's book: each order with how often money moved for it. */
export function readBook(
  answer: Answer,
  after: number,
): { entries: readonly BookEntry[]; nextAfter: number } | undefined {
  if (answer.kind === 'failed' || answer.status !== 200) return undefined
  const read = summary.safeParse(answer.body)
  if (!read.success) return undefined
  const entries = Object.entries(read.data.summary).map(([key, { direction, executed }]) => ({
    key,
    direction,
    executed,
  }))
  return { entries, nextAfter: Math.max(after, read.data.next_after) }
}

/** How many orders stand in the book. */
export function readBookSize(answer: Answer): number | undefined {
  if (answer.kind === 'failed' || answer.status !== 200) return undefined
  return health.safeParse(answer.body).data?.orders
}
