import type { CoreDeps } from '../../core/deps.ts'
import { settingsOf } from '../../core/merchants/authenticate-request.ts'
import { findPoint } from '../../core/merchants/store/points.ts'
import type { Field } from '../../core/payment-methods/payment-method.ts'
import { type PayinRequest, readPayin } from '../../core/payment-methods/read-request.ts'
import { fieldsOf } from '../../core/payment-methods/registry.ts'
import { createPayin } from '../../core/payments/create-payin.ts'
import { lockThenWrite } from '../../core/platform/database/database.ts'
import { randomBase62 } from '../../core/platform/ids.ts'
import type { Creation, NewTransaction } from '../../core/processing/rules/new-transaction.ts'
import { insertTransactions } from '../../core/processing/store/creations.ts'
import { present } from '../../core/values/assert.ts'
import type { Caller, PointSettings } from '../../core/values/caller.ts'
import { formatAmount } from '../../core/values/money.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { readTypedAmount } from '../../core/values/typed-amount.ts'
import type { InTurn } from './in-turn.ts'
import { say } from './messages/en.ts'
import { type OfferedMethod, offeredMethods } from './offered-methods.ts'
import { type PaymentLinkRow, shareOfHousehold, statusOf } from './rules/payment-link.ts'
import {
  countUnpaid,
  findUse,
  insertUse,
  lockLink,
  readShop,
  type ShopRow,
  type UnpaidUses,
} from './store/link-uses.ts'
import { findLinkByToken } from './store/payment-links.ts'

export interface PaymentLinkDeps extends CoreDeps {
  /** How long an unpaid use counts. */
  paymentLinkHoldMinutes: number
}

/** Why a link takes no payers: its merchant or its point does not want any, or the link has ended. */
export type Closed = 'closed' | 'used_up' | 'expired'

export interface LinkPage {
  link: PaymentLinkRow
  point: PointSettings
  shop: ShopRow
  methods: readonly OfferedMethod[]
  closed: Closed | undefined
}

export async function findLinkPage(deps: CoreDeps, token: string): Promise<LinkPage | undefined> {
  const { engine } = deps.database
  const link = isToken(token) ? await findLinkByToken(engine, token) : undefined
  if (!link) return undefined
  const [row, shop] = await Promise.all([findPoint(engine, link.point_id), readShop(engine, link.point_id)])
  const point = settingsOf(present(row, 'the point of a link'))
  const methods = await offeredMethods(deps, point, link)
  const isOpen = point.status === 'active' && !point.merchantSuspended && methods.length > 0
  const closed = isOpen ? closedBy(link) : 'closed'
  return { link, point, shop: present(shop, 'the shop of a link'), methods, closed }
}

function closedBy(link: PaymentLinkRow): Closed | undefined {
  const status = statusOf(link)
  if (status === 'active') return undefined
  return status === 'paused' ? 'closed' : status
}

/** 128 bits as base64url: of a link's address, and of a form. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{22}$/.test(text)
}

/** The fields that the page asks for: what the code needs. */
export function askedFields({ payin }: OfferedMethod): readonly (readonly [string, Field])[] {
  return fieldsOf(payin).filter(([name, field]) => Object.hasOwn(payin.required, name) || field.requiredUnless)
}

export interface SentForm {
  method: OfferedMethod
  /** Of the form, which makes one pay-in however often it is sent. */
  nonce: string
  /** By name, as the payer wrote them. */
  values: Readonly<Record<string, string>>
}

/** `household`: the payer's network, as `householdOf` names it. `admit` throws where too many are made. */
interface FromPayer {
  household: string
  admit(): void
  inTurn: InTurn
}

export type Use =
  | { kind: 'made'; payToken: string }
  | { kind: 'closed'; why: Closed }
  | { kind: 'wrong'; problems: readonly FieldProblem[] }

/** Makes the pay-in of a form, or finds the one that it made. Throws what `createPayin` throws. */
export async function usePaymentLink(
  deps: PaymentLinkDeps,
  page: LinkPage,
  { admit, inTurn, ...form }: SentForm & FromPayer,
): Promise<Use> {
  const { link, point, closed } = page
  const payToken = await findUse(deps.database.engine, link.id, form.nonce)
  if (payToken !== undefined) return { kind: 'made', payToken }
  if (closed) return { kind: 'closed', why: closed }
  const read = readForm(deps, page, form)
  if ('problems' in read) return { kind: 'wrong', problems: read.problems }
  admit()
  const caller: Caller = { point, keyId: link.created_by_key, scopes: new Set() }
  for (let draws = 1; draws <= drawsMax; draws++) {
    const reference = referenceOf(link)
    const write = async (item: NewTransaction) =>
      await inTurn(link.id, async () => await writeUse(deps, link, { item, ...form }))
    try {
      const besides = { columns: { payment_link_id: link.id }, write }
      const { transaction } = await createPayin(deps, caller, { ...read.request, reference }, besides)
      return { kind: 'made', payToken: present(transaction.payToken, 'the payer token of a pay-in') }
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
      if (error.use) return error.use
    }
  }
  throw new Problem('unavailable', { message: say('reference.none_free'), retryAfterSeconds: 1 })
}

/** Eight symbols are taken already once in billions of draws. */
const drawsMax = 5

function referenceOf({ reference }: PaymentLinkRow): string {
  return `${reference}.${randomBase62(8)}`
}

/** Reads the form by the rules of a pay-in of the API. */
function readForm(
  { clock }: CoreDeps,
  { link, point }: LinkPage,
  { method, values }: SentForm,
): { request: PayinRequest } | { problems: readonly FieldProblem[] } {
  const { currency, amount_min_minor: min, amount_max_minor: max } = link
  const [least, most] = [formatAmount(min, currency), formatAmount(max, currency)]
  const typed = readTypedAmount(values['amount'] ?? '', { currency })
  const chosen = typed.ok ? typed.decimal : values['amount']
  const body = {
    ...Object.fromEntries(askedFields(method).map(([name]) => [name, values[name]])),
    ...{ service_code: method.code, amount: min === max ? least : chosen, reference: referenceOf(link) },
    ...(link.metadata && { metadata: link.metadata }),
  }
  const { identifierChecks: checks, requireHttpsRedirect } = point
  const read = readPayin(body, { checks, now: clock.now(), requireHttpsRedirect })
  if (!read.ok) return { problems: read.problems }
  if (read.request.amountMinor >= min && read.request.amountMinor <= max) return { request: read.request }
  const message = say('link.amount_between', { field: 'amount', min: least, max: most })
  return { problems: [{ code: 'not_allowed', param: 'amount', message }] }
}

/** The pay-in was not written: what became of the form instead, or its reference was taken. */
class NotWritten extends Error {
  readonly use: Use | undefined

  constructor(use?: Use) {
    super('the pay-in of a form was not written')
    this.use = use
  }
}

/** Unpaid pay-ins within the time for which they hold a place: more payers than a large event has, or nobody who pays. */
const heldOfLinkMax = 2_000
const heldOfPointMax = 5_000
/** Uses of one household at a point in 24 hours that are not paid: each may take a payer's reference for a month. */
const unpaidOfDayMax = 200

/** Writes the pay-in with its use, under the link's lock, where the form is new and the link has a place. */
async function writeUse(
  deps: PaymentLinkDeps,
  { id: linkId, point_id: pointId, token }: PaymentLinkRow,
  { item, nonce, ...form }: { item: NewTransaction } & Pick<SentForm & FromPayer, 'nonce' | 'household'>,
): Promise<Creation> {
  // Of the point, so that nobody finds the same network at two of them.
  const household = deps.secretBox.keyedHash('payment-link', `${pointId} ${form.household}`)
  return await lockThenWrite(deps.database.engine, {
    lock: async (tx) =>
      await Promise.all([
        lockLink(tx, linkId),
        findLinkByToken(tx, token),
        findUse(tx, linkId, nonce),
        countUnpaid(tx, { linkId, pointId, household }),
      ]),
    write: async (tx, [, link, payToken, unpaid]) => {
      if (payToken !== undefined) throw new NotWritten({ kind: 'made', payToken })
      const locked = present(link, 'a locked link')
      const why = closedBy(locked)
      if (why) throw new NotWritten({ kind: 'closed', why })
      if (isTooMany(unpaid, locked)) {
        throw new Problem('rate_limited', { retryAfterSeconds: 60 })
      }
      const creation = present((await insertTransactions(tx, [item]))[0], 'the result of an insert')
      if (creation.kind === 'existing') throw new NotWritten()
      const holdMinutes = deps.paymentLinkHoldMinutes
      await insertUse(tx, { transactionId: item.id, linkId, pointId, nonce, household, holdMinutes })
      return creation
    },
  })
}

function isTooMany(unpaid: UnpaidUses, { uses_max }: PaymentLinkRow): boolean {
  return (
    unpaid.of_household >= shareOfHousehold(uses_max ?? heldOfLinkMax) ||
    unpaid.of_link >= heldOfLinkMax ||
    unpaid.of_point >= heldOfPointMax ||
    unpaid.of_day >= unpaidOfDayMax
  )
}
