import { z } from 'zod'
import type { RecordPage } from '../connector.ts'
import type { Answer } from './calls.ts'

const minor = z.string().regex(/^\d{1,18}$/)
const page = z.object({
  records: z.array(
    z.object({
      key: z.string().max(64),
      direction: z.enum(['in', 'out']),
      currency: z.string().max(10),
      amount_minor: minor,
      executed: z.number().int().min(0),
      executed_minor: minor,
      reversed_minor: minor,
      moved_at: z.iso.datetime().nullable(),
    }),
  ),
  next_after: z.number().int().min(0),
})
const health = z.object({ seq: z.number().int().min(0) })

/** Records per page: the bank's limit. */
const pageRecords = 1_000

export function recordsPath(after: number): string {
  return `/control/records?after=${after}&limit=${pageRecords}`
}

/** A page of the bank's journal, one record per order in it. */
export function readRecords(answer: Answer, after: number): RecordPage | undefined {
  if (answer.kind === 'failed' || answer.status !== 200) return undefined
  const read = page.safeParse(answer.body)
  if (!read.success) return undefined
  const records = read.data.records.map((record) => ({
    key: record.key,
    direction: record.direction,
    currency: record.currency,
    orderedMinor: BigInt(record.amount_minor),
    executions: record.executed,
    executedMinor: BigInt(record.executed_minor),
    reversedMinor: BigInt(record.reversed_minor),
    movedAt: record.moved_at === null ? undefined : new Date(record.moved_at),
  }))
  return { records, nextAfter: Math.max(after, read.data.next_after) }
}

/** The last position of the bank's journal. */
export function readRecordsEnd(answer: Answer): number | undefined {
  if (answer.kind === 'failed' || answer.status !== 200) return undefined
  return health.safeParse(answer.body).data?.seq
}
