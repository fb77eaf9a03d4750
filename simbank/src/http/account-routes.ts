import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { ACCOUNTS_MAX, type Account, dayIn } from '../accounts/account.ts'
import { bookMovements, MOVEMENT_KINDS, needsOf } from '../accounts/book-movements.ts'
import { statementOf } from '../accounts/statement.ts'
import { writeCamt } from '../accounts/write-camt.ts'
import { writeCsv } from '../accounts/write-csv.ts'
import { writeMt940 } from '../accounts/write-mt940.ts'
import { type Bank, record } from '../bank/bank.ts'
import { fieldErrors } from '../orders/order-body.ts'
import { type Answer, answer } from './answer.ts'

/** Movements of one page. */
const PAGE_MAX = 1_000

const day = z.iso.date()
const minor = z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive integer as text, at most 15 digits')
const latin = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\p{L}\p{N} .,:/'-]*$/u, 'must have letters, digits, blanks and .,:/- only')

const opening = z.object({
  holder: latin(70),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  decimals: z.number().int().min(0).max(3).default(2),
  time_zone: z.string().max(64).refine(isTimeZone, 'must be a time zone such as America/Mexico_City'),
  opening_minor: z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be an integer as text')
    .default('0'),
  opened_on: day.optional(),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
})
const movement = z
  .object({
    kind: z.enum(MOVEMENT_KINDS),
    amount_minor: minor.optional(),
    reference: latin(64).optional(),
    sender: z.object({ name: latin(70), document: latin(35).optional(), account: latin(34).optional() }).optional(),
    booking_day: day.optional(),
    value_day: day.optional(),
    key: z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
      .optional(),
  })
  .superRefine((given, context) => {
    const needs = needsOf(given.kind)
    const lacks = (path: string) =>
      context.addIssue({ code: 'custom', path: [path], message: `${given.kind} needs it` })
    if (needs.amount && given.amount_minor === undefined) lacks('amount_minor')
    if (needs.reference && given.reference === undefined) lacks('reference')
  })
const page = z.object({
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE_MAX),
})
const FORMATS = {
  camt053: { type: 'application/xml', write: writeCamt, isIntraday: false },
  camt052: { type: 'application/xml', write: writeCamt, isIntraday: true },
  mt940: { type: 'text/plain', write: writeMt940, isIntraday: false },
  csv: { type: 'text/csv', write: writeCsv, isIntraday: false },
} as const
const wanted = z.object({
  format: z.enum(['camt053', 'camt052', 'mt940', 'csv']),
  from: day.optional(),
  to: day.optional(),
  /** `json`: as text inside JSON, for callers that read nothing else. */
  envelope: z.enum(['none', 'json']).default('none'),
})

interface ByNumber {
  Params: { number: string }
}

/** Bank accounts of an operator under `/control/accounts`: what happens on them, and their statements. */
export function registerAccountRoutes(scope: FastifyInstance, bank: Bank): void {
  scope.get('/control/accounts', async (_request, reply) =>
    answer(bank, reply, {
      status: 200,
      body: { accounts: [...bank.book.accounts.values()].map((each) => viewOf(bank, each)) },
    }),
  )

  scope.put<ByNumber>('/control/accounts/:number', async (request, reply) =>
    answer(bank, reply, open(bank, request.params.number, request.body)),
  )

  scope.get<ByNumber>('/control/accounts/:number/movements', async (request, reply) => {
    const account = bank.book.accounts.get(request.params.number)
    if (!account) return answer(bank, reply, notFound)
    const query = page.safeParse(request.query)
    if (!query.success) return answer(bank, reply, invalid(query.error))
    const movements = account.movements.slice(query.data.after, query.data.after + query.data.limit)
    const body = { ...viewOf(bank, account), movements, next_after: movements.at(-1)?.number ?? query.data.after }
    return answer(bank, reply, { status: 200, body })
  })

  scope.post<ByNumber>('/control/accounts/:number/movements', async (request, reply) => {
    const account = bank.book.accounts.get(request.params.number)
    return answer(bank, reply, account ? book(bank, account, request.body) : notFound)
  })

  scope.get<ByNumber>('/control/accounts/:number/statement', async (request, reply) => {
    const account = bank.book.accounts.get(request.params.number)
    if (!account) return answer(bank, reply, notFound)
    const query = wanted.safeParse(request.query)
    if (!query.success) return answer(bank, reply, invalid(query.error))
    return sendStatement(bank, reply, account, query.data)
  })
}

const notFound: Answer = { status: 404, body: { error: 'not_found' } }

/** Opens an account, or says what it is: a repeated call changes nothing. */
function open(bank: Bank, number: string, input: unknown): Answer {
  if (!/^[A-Za-z0-9]{4,34}$/.test(number)) {
    return {
      status: 422,
      body: { error: 'invalid', errors: [{ path: 'number', message: 'must be 4 to 34 letters and digits' }] },
    }
  }
  const body = opening.safeParse(input)
  if (!body.success) return invalid(body.error)
  const known = bank.book.accounts.get(number)
  if (known) return { status: 200, body: viewOf(bank, known) }
  if (bank.book.accounts.size >= ACCOUNTS_MAX) return { status: 409, body: { error: 'too_many_accounts' } }
  const { opened_on: openedOn = dayIn(body.data.time_zone, bank.clock.nowMs()), ...facts } = body.data
  record(bank, { type: 'account_opened', facts: { number, ...facts, opened_on: openedOn } })
  const opened = bank.book.accounts.get(number)
  return opened ? { status: 201, body: viewOf(bank, opened) } : notFound
}

function book(bank: Bank, account: Account, input: unknown): Answer {
  const body = movement.safeParse(input)
  if (!body.success) return invalid(body.error)
  const { kind, amount_minor, reference, sender, booking_day, value_day, key } = body.data
  const booked = bookMovements(bank, account, {
    kind,
    amountMinor: amount_minor === undefined ? undefined : BigInt(amount_minor),
    reference,
    party: sender && {
      name: sender.name,
      ...(sender.document !== undefined && { document: sender.document }),
      ...(sender.account !== undefined && { account: sender.account }),
    },
    bookingDay: booking_day,
    valueDay: value_day,
    call: key,
  })
  if ('refused' in booked) return { status: 409, body: { error: booked.refused } }
  return { status: 200, body: { ...viewOf(bank, account), movements: booked.movements } }
}

async function sendStatement(
  bank: Bank,
  reply: FastifyReply,
  account: Account,
  { format, from, to, envelope }: z.output<typeof wanted>,
): Promise<FastifyReply> {
  const today = dayIn(account.facts.time_zone, bank.clock.nowMs())
  const first = from ?? to ?? today
  const last = to ?? first
  if (last < first || first < account.facts.opened_on || last > today) {
    const message = `must be days from ${account.facts.opened_on} to ${today}, in their order`
    return answer(bank, reply, { status: 422, body: { error: 'invalid', errors: [{ path: 'from', message }] } })
  }
  await bank.journal.settled()
  const { type, write, isIntraday } = FORMATS[format]
  const content = write(statementOf(account, { from: first, to: last, isIntraday }))
  return envelope === 'json' ? reply.send({ content }) : reply.type(`${type}; charset=utf-8`).send(content)
}

function viewOf(bank: Bank, { facts, movements, balanceMinor }: Account): Record<string, unknown> {
  const today = dayIn(facts.time_zone, bank.clock.nowMs())
  return { ...facts, today, balance_minor: String(balanceMinor), count: movements.length }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function invalid(error: z.ZodError): Answer {
  return { status: 422, body: { error: 'invalid', errors: fieldErrors(error) } }
}
