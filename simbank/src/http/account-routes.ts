import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Account, accountBody, dayIn, entryBody, type Statement, statementOf, sumOf } from '../accounts/account.ts'
import { writeCsv, writeMt } from '../accounts/write-lines.ts'
import { writeCamt, writeOfx } from '../accounts/write-markup.ts'
import { type Bank, record } from '../bank/bank.ts'
import { toIso } from '../clock.ts'
import { fieldErrors, isOrderKey } from '../orders/order-body.ts'
import { type Answer, answer } from './answer.ts'

/** Accounts of one bank and entries of one account: all stay in memory, about 500 bytes each. */
const ACCOUNTS_MAX = 100
const ENTRIES_MAX = 10_000
/** Keeps each statement below the 256 KiB that callers read. */
const ENTRIES_PER_DAY_MAX = 120
/** Days that the list of accounts names, the newest. */
const DAYS_MAX = 31

const writers = {
  mt940: (statement: Statement) => writeMt(statement, false),
  mt942: (statement: Statement) => writeMt(statement, true),
  camt052: (statement: Statement) => writeCamt(statement, true),
  camt053: (statement: Statement) => writeCamt(statement, false),
  ofx: writeOfx,
  csv: writeCsv,
}
const booking = entryBody.extend({ when: z.iso.datetime({ offset: true }).optional() })
const wanted = z.object({ format: z.enum(Object.keys(writers) as (keyof typeof writers)[]), day: z.iso.date() })

/** Accounts with statements, in the scope of the control API. Each PUT counts once by its key. */
export function registerAccountRoutes(scope: FastifyInstance, bank: Bank): void {
  const { accounts } = bank.book
  const route = (method: 'get' | 'put', url: string, work: (request: FastifyRequest, ids: Ids) => Answer) =>
    scope[method](`/control/accounts${url}`, async (request, reply) =>
      answer(bank, reply, work(request, request.params as Ids)),
    )

  route('get', '', () => ok({ accounts: [...accounts.values()].map(view) }))
  route('put', '/:id', ({ body }, { id }) => {
    const read = accountBody.safeParse(body)
    if (!read.success || !isOrderKey(id)) return invalid(read.error)
    const known = accounts.get(id)
    if (known && !isSame(known.facts, read.data)) return refused('key_conflict')
    if (!known && accounts.size >= ACCOUNTS_MAX) return refused('too_many_accounts')
    if (!known) record(bank, { type: 'account_opened', id, facts: read.data })
    return ok(view(accounts.get(id) as Account))
  })
  route('put', '/:id/entries/:key', ({ body }, { id, key }) => {
    const [account, read] = [accounts.get(id), booking.safeParse(body)]
    if (!account) return refused('not_found')
    if (!read.success || !isOrderKey(key)) return invalid(read.error)
    const { when, ...facts } = read.data
    const known = account.entries.get(key)
    if (known) return isSame(known.facts, facts) ? ok(known) : refused('key_conflict')
    const atMs = when === undefined ? bank.clock.nowMs() : Date.parse(when)
    const day = dayIn(account.facts.time_zone, atMs)
    if (account.entries.size >= ENTRIES_MAX) return refused('account_is_full')
    if ((countsOf(account).get(day) ?? 0) >= ENTRIES_PER_DAY_MAX) return refused('day_is_full')
    const ref = `SB${day.replaceAll('-', '').slice(2)}${String(account.entries.size + 1).padStart(7, '0')}`
    const entry = { facts, key, ref, at: toIso(atMs), day }
    record(bank, { type: 'account_booked', account: id, entry })
    return ok(entry)
  })
  route('get', '/:id/statement', ({ query }, { id }) => {
    const [account, read] = [accounts.get(id), wanted.safeParse(query)]
    if (!account) return refused('not_found')
    if (!read.success) return invalid(read.error)
    return ok({ ...read.data, content: writers[read.data.format](statementOf(account, read.data.day)) })
  })
}

type Ids = Record<'id' | 'key', string>

/** Entries of each day. */
function countsOf({ entries }: Account): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { day } of entries.values()) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

function view(account: Account): Record<string, unknown> {
  const balance = BigInt(account.facts.opening_minor) + sumOf([...account.entries.values()])
  const newest = [...countsOf(account)].sort().slice(-DAYS_MAX)
  const days = newest.map(([day, entries]) => ({ day, entries }))
  return { id: account.id, ...account.facts, balance_minor: String(balance), days }
}

function ok(body: unknown): Answer {
  return { status: 200, body }
}

function refused(error: string): Answer {
  return { status: error === 'not_found' ? 404 : 409, body: { error } }
}

function invalid(error?: z.ZodError): Answer {
  const errors = error ? fieldErrors(error) : [{ path: 'key', message: 'must be 1 to 64 letters, digits, _ or -' }]
  return { status: 422, body: { error: 'invalid', errors } }
}

/** Checked bodies have their members in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
