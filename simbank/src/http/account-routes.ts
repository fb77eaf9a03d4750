import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Account, accountBody, dayIn, entryBody, statementOf, sumOf } from '../accounts/account.ts'
import { writeCsv, writeMt940, writeMt942 } from '../accounts/write-lines.ts'
import { writeCamt052, writeCamt053, writeOfx } from '../accounts/write-markup.ts'
import { type Bank, record } from '../bank/bank.ts'
import { toIso } from '../clock.ts'
import { fieldErrors, isOrderKey } from '../orders/order-body.ts'
import { answer } from './answer.ts'

/** Accounts of one bank and entries of one account: all stay in memory, about 500 bytes each. */
const ACCOUNTS_MAX = 100
const ENTRIES_MAX = 10_000
/** Keeps each statement below the 256 KiB that callers read. */
const ENTRIES_PER_DAY_MAX = 120
/** Days that the list of accounts names, the newest. */
const DAYS_MAX = 31

const writers = {
  mt940: writeMt940,
  mt942: writeMt942,
  camt052: writeCamt052,
  camt053: writeCamt053,
  ofx: writeOfx,
  csv: writeCsv,
}

const booking = z.object({ when: z.iso.datetime({ offset: true }).optional() })
const statementQuery = z.object({
  format: z.enum(Object.keys(writers) as (keyof typeof writers)[]),
  day: z.iso.date(),
})

interface ById {
  Params: { id: string; key?: string }
}

/** Accounts with statements, in the scope of the control API. */
export function registerAccountRoutes(scope: FastifyInstance, bank: Bank): void {
  const { accounts } = bank.book
  const ok = (reply: FastifyReply, body: unknown) => answer(bank, reply, { status: 200, body })
  const refuse = (reply: FastifyReply, error: string) =>
    answer(bank, reply, { status: error === 'not_found' ? 404 : 409, body: { error } })
  const invalid = (reply: FastifyReply, error?: z.ZodError) => {
    const errors = error ? fieldErrors(error) : [{ path: 'key', message: 'must be 1 to 64 letters, digits, _ or -' }]
    return answer(bank, reply, { status: 422, body: { error: 'invalid', errors } })
  }

  scope.get('/control/accounts', async (_request, reply) => ok(reply, { accounts: [...accounts.values()].map(view) }))

  scope.put<ById>('/control/accounts/:id', async (request, reply) => {
    const { id } = request.params
    const body = accountBody.safeParse(request.body)
    if (!body.success || !isOrderKey(id)) return invalid(reply, body.error)
    const known = accounts.get(id)
    if (known && !isSame(known.facts, body.data)) return refuse(reply, 'key_conflict')
    if (!known && accounts.size >= ACCOUNTS_MAX) return refuse(reply, 'too_many_accounts')
    if (!known) record(bank, { type: 'account_opened', id, facts: body.data })
    return ok(reply, view(accounts.get(id) as Account))
  })

  scope.put<ById>('/control/accounts/:id/entries/:key', async (request, reply) => {
    const { id, key = '' } = request.params
    const account = accounts.get(id)
    if (!account) return refuse(reply, 'not_found')
    const [body, when] = [entryBody.safeParse(request.body), booking.safeParse(request.body)]
    if (!body.success || !when.success || !isOrderKey(key)) return invalid(reply, body.error ?? when.error)
    const known = account.byKey.get(key)
    if (known) return isSame(known.facts, body.data) ? ok(reply, known) : refuse(reply, 'key_conflict')
    const at = toIso(when.data.when === undefined ? bank.clock.nowMs() : Date.parse(when.data.when))
    const day = dayIn(account.facts.time_zone, Date.parse(at))
    if (account.byKey.size >= ENTRIES_MAX) return refuse(reply, 'account_is_full')
    if ((account.days.get(day)?.length ?? 0) >= ENTRIES_PER_DAY_MAX) return refuse(reply, 'day_is_full')
    const ref = `SB${day.replaceAll('-', '').slice(2)}${String(account.byKey.size + 1).padStart(7, '0')}`
    const entry = { facts: body.data, key, ref, at, day }
    record(bank, { type: 'account_booked', account: id, entry })
    return ok(reply, entry)
  })

  scope.get<ById>('/control/accounts/:id/statement', async (request, reply) => {
    const account = accounts.get(request.params.id)
    if (!account) return refuse(reply, 'not_found')
    const query = statementQuery.safeParse(request.query)
    if (!query.success) return invalid(reply, query.error)
    const { format, day } = query.data
    return ok(reply, { format, day, content: writers[format](statementOf(account, day)) })
  })
}

function view({ id, facts, byKey, days }: Account): Record<string, unknown> {
  const newest = [...days.keys()].sort().slice(-DAYS_MAX)
  const balance = BigInt(facts.opening_minor) + sumOf([...byKey.values()])
  const counts = newest.map((day) => ({ day, entries: days.get(day)?.length }))
  return { id, ...facts, balance_minor: String(balance), days: counts }
}

/** Checked bodies have their members in one order. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
