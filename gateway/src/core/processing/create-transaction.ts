import type { Connector, ConnectorAccount, Order } from '../connectors/connector.ts'
import { datedToken, uuidV7 } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type Message, say } from '../texts/messages/say.ts'
import type { Caller } from '../values/caller.ts'
import type { Environment } from '../values/environment.ts'
import type { Instructions } from '../values/instructions.ts'
import { formatAmount } from '../values/money.ts'
import { Problem } from '../values/problem.ts'
import type { PayType, Reason } from '../values/status.ts'
import type { ProcessingDeps } from './deps.ts'
import {
  type Creation,
  type CreationRequest,
  type Differences,
  type NewAttempt,
  type NewTransaction,
  untouched,
} from './rules/new-transaction.ts'
import { sentReasonOf } from './rules/payout-transition.ts'
import { type Transaction, type TransactionRow, toTransaction } from './rules/transaction.ts'

export interface Created {
  transaction: Transaction
  /** True for the original of a repeated reference with the same content. */
  replayed: boolean
}

/** What a write left: the new transaction, or the original of a repeated reference. */
export interface Written extends Created {
  /** A payout that waits for its approval is not sent yet. */
  isHeld?: boolean
}

export interface Routed {
  account: ConnectorAccount
  connector: Connector
}

/** The connector account for this request, or the reason why there is none. */
export async function routeFor(
  deps: Pick<ProcessingDeps, 'routes' | 'connectors' | 'log'>,
  caller: Pick<Caller, 'point'>,
  request: Pick<CreationRequest, 'serviceCode' | 'operation'>,
): Promise<Routed> {
  const { environment, pointId } = caller.point
  const wanted = wantedOf(caller, request)
  const account = await deps.routes.find({ ...wanted, pointId })
  const connector = account && deps.connectors.get(account.connector)
  if (account && connector && supports(connector, wanted)) return { account, connector }
  if (account && connector) {
    // A route is misconfigured. The order must not go to another bank than the configured one.
    deps.log.error({ ...wanted, connector: account.connector }, 'a route leads to a connector that does not support it')
  } else if (environment === 'test') {
    throw new Problem('unavailable', {
      message: say('payment.no_simulated_bank'),
      retryAfterSeconds: 5,
    })
  }
  throw new Problem('service_not_enabled', {
    message: say('payment.no_bank', { service_code: request.serviceCode }),
  })
}

/** The account by the next route behind those that are excepted; undefined where none takes the request. */
export async function nextRoute(
  deps: Pick<ProcessingDeps, 'routes' | 'connectors'>,
  caller: Pick<Caller, 'point'>,
  request: Pick<CreationRequest, 'serviceCode' | 'operation'>,
  except: readonly string[],
): Promise<Routed | undefined> {
  const wanted = wantedOf(caller, request)
  const account = await deps.routes.find({ ...wanted, pointId: caller.point.pointId, except })
  const connector = account && deps.connectors.get(account.connector)
  return account && connector && supports(connector, wanted) ? { account, connector } : undefined
}

/** Routes lead money in or out. */
function wantedOf(
  { point }: Pick<Caller, 'point'>,
  { serviceCode, operation }: Pick<CreationRequest, 'serviceCode' | 'operation'>,
): { environment: Environment; serviceCode: string; payType: PayType } {
  return { environment: point.environment, serviceCode, payType: operation === 'payin' ? 'payin' : 'payout' }
}

/** What a use case wants to have created. */
export interface Wanted {
  request: CreationRequest
  /** The account that must take the order. Default: by route. */
  only?: Routed
  /** What the order has besides. */
  order?: Pick<Order, 'card' | 'shopName' | 'refunds'>
  /** Columns that do not follow from the request. */
  columns?: Partial<Pick<NewTransaction, OwnColumn>>
}

type OwnColumn =
  | 'party_document'
  | 'party_name'
  | 'content_hash'
  | 'differences'
  | 'refund'
  | 'payment_link_id'
  | 'takesAll'
  | 'withdrawal_account_id'

/** The order as a connector sees it, with a fresh id and order number. */
export async function newOrder(
  deps: ProcessingDeps,
  caller: Caller,
  { routed, request, order }: Pick<Wanted, 'request' | 'order'> & { routed: Routed },
): Promise<Order> {
  return {
    transactionId: uuidV7(deps.clock.now()),
    pointId: caller.point.pointId,
    environment: caller.point.environment,
    payType: request.operation,
    serviceCode: request.serviceCode,
    kind: request.kind,
    country: request.method.country,
    currency: request.currency,
    amountMinor: request.amountMinor,
    sequence: await deps.nextSequence(),
    expiresAt: request.expiresAt ?? null,
    executeBefore: executeBeforeOf(routed.connector, deps.clock.now()),
    details: request.details,
    instructions: {},
    ...order,
  }
}

export function newTransaction(
  deps: ProcessingDeps,
  { request, columns }: Pick<Wanted, 'request' | 'columns'>,
  given: {
    caller: Caller
    order: Order
    routed: Routed
    instructions: Instructions
    reference: string | undefined
    attempt: NewAttempt | null
  },
): NewTransaction {
  const { order, instructions } = given
  const payin = request.operation === 'payin'
  const { card, redirectUrl } = request
  return {
    id: order.transactionId,
    point_id: order.pointId,
    environment: order.environment,
    pay_type: order.payType,
    service_code: order.serviceCode,
    reference: request.reference,
    amount_minor: order.amountMinor,
    currency: order.currency,
    reason: payin && !card ? 'awaiting_payment' : sentReason(given.routed.connector),
    connector_account_id: given.routed.account.id,
    sequence: order.sequence,
    target_reference: given.reference ?? instructions.targetAccount?.reference ?? null,
    instructions,
    details: request.details,
    metadata: request.metadata ?? null,
    party_document: request.details[payin ? 'payer_doc_id' : 'account_doc_id'] ?? null,
    party_name: request.details[payin ? 'payer_name' : 'account_beneficiary'] ?? null,
    content_hash: columns?.content_hash ?? contentHash(deps.secretBox, request),
    pay_token: payin ? datedToken(deps.clock.now()) : null,
    redirect_url: redirectUrl ?? null,
    card_bin: card?.secret.bin ?? null,
    card_last4: card?.secret.last4 ?? null,
    expired_at: order.expiresAt,
    created_by_key: creatorOf(given.caller),
    attempt: given.attempt,
    // Last: an object that begins with a spread costs a hundred times as much to make.
    ...untouched,
    ...columns,
  }
}

/** The reason of an order that is sent at once, or waits for a person who makes it. */
function sentReason({ manifest }: Routed['connector']): Reason {
  return sentReasonOf(manifest.paidByOperator ? { by: 'operator' } : {})
}

/** The maker of a transaction, as its row names it; null for the point's own credentials. */
function creatorOf({ keyId }: Caller): string | null {
  return keyId === ownCredentials ? null : keyId
}

/** The caller's key id under HTTP Basic with the point's own credentials. */
const ownCredentials = 'point'

/** The created transaction, the original of a repeated reference, or `reference_conflict`. */
export function settleCreation(creation: Creation, sent: NewTransaction): Written {
  if (creation.kind === 'existing') return settleExisting(creation.row, sent)
  const { createdAt, item = sent } = creation
  const transaction = toTransaction({ created_at: createdAt, updated_at: createdAt, ...item })
  return { transaction, replayed: false, isHeld: item.attempt === null }
}

/**
 * The original of a repeated reference, or `reference_conflict` with the names of the fields that differ. Of the values sent
 * before it tells amount, currency and service code only: a key without `read` learns no other.
 */
export function settleExisting(row: TransactionRow, item: NewTransaction): Created {
  if (row.content_hash.equals(item.content_hash)) return { transaction: toTransaction(row), replayed: true }
  const { fields, sent, otherwise = differenceIn(fields) } = item.differences?.(row) ?? differencesOf(row, item)
  const difference = sent === undefined ? otherwise : say('reference.sent_before', { difference: otherwise, sent })
  throw new Problem('reference_conflict', {
    message: say('reference.conflict', { difference }),
    param: 'reference',
    facts: { transaction_id: row.id, fields },
  })
}

/** Without a name it is a field whose content was removed. */
function differenceIn([only, ...more]: readonly string[]): Message {
  if (only === undefined) return say('reference.removed_fields_differ')
  return more.length === 0
    ? say('reference.field_differs', { name: only })
    : say('reference.fields_differ', { fields: [only, ...more].join(', ') })
}

/** Whether both are card pay-ins. */
export function areCards(row: TransactionRow, item: NewTransaction): boolean {
  return row.card_bin !== null && item.card_bin !== null
}

/** Whether the conflict of two card pay-ins with one reference shows that the cards differ, or may differ. */
export function differsInCard(row: TransactionRow, item: NewTransaction): boolean {
  if (!areCards(row, item) || row.content_hash.equals(item.content_hash)) return false
  const { fields } = differencesOf(row, item)
  return fields.length === 0 || fields.includes(cardField)
}

const cardField = 'card'

/**
 * Names, in the spec's terms, of the fields that differ in a repeated reference. Card fields are not named one by
 * one: `card` where the first or last digits differ, or where only unstored fields can differ.
 */
function differencesOf(row: TransactionRow, item: NewTransaction): Differences {
  const { details } = item
  const names = new Set([...Object.keys(row.details), ...Object.keys(details)])
  names.delete('expired_at')
  // The content of a removed field is unknown: the keyed hash only shows that some field differs.
  const known = (name: string) => row.personal_removed_at === null || row.details[name] !== undefined
  const fields = [...names].filter((name) => known(name) && row.details[name] !== details[name]).map(wireNameOf)
  const sent: string[] = []
  if (row.personal_removed_at === null && !sameTexts(row.metadata, item.metadata)) fields.push('metadata')
  if (row.amount_minor !== item.amount_minor || row.currency !== item.currency) {
    fields.unshift('amount')
    sent.unshift(`${formatAmount(row.amount_minor, row.currency)} ${row.currency}`)
  }
  if (row.service_code !== item.service_code) {
    fields.unshift('service_code')
    sent.unshift(row.service_code)
  }
  if (fields.length === 0 && row.personal_removed_at === null) fields.push(cardField)
  return { fields: [...new Set(fields)], ...(sent.length > 0 && { sent: sent.join(', ') }) }
}

/** Whether two `metadata` have the same keys and values; null is none. */
export function sameTexts(one: Texts | null, other: Texts | null): boolean {
  const [ones, others] = [one ?? {}, other ?? {}]
  const keys = Object.keys(ones)
  return keys.length === Object.keys(others).length && keys.every((key) => ones[key] === others[key])
}

type Texts = Readonly<Record<string, string>>

function wireNameOf(name: string): string {
  return /^(payer_)?card_/.test(name) ? cardField : name
}

/** Deadline of an order created now; null where its provider honours no deadline. */
export function executeBeforeOf({ manifest }: Connector, now: Date): Date | null {
  const deadline = manifest.lateExecution.find((each) => each.kind === 'deadline')
  return deadline ? new Date(now.getTime() + deadline.validForMs) : null
}

/** Whether a connector's manifest supports this service code in this direction and environment. */
export function supports(
  { manifest }: Pick<Connector, 'manifest'>,
  wanted: { environment: Environment; serviceCode: string; payType: PayType },
): boolean {
  const { environment, serviceCode, payType } = wanted
  return (
    manifest.environments.includes(environment) &&
    manifest.capabilities.some(
      (each) => each.payType === payType && (each.serviceCode === '*' || each.serviceCode === serviceCode),
    )
  )
}

/**
 * Keyed hash of a request's canonical content. A repeated reference with the same content is a replay, with other
 * content a conflict (contract section 3). Values are normalised first, so `20-26756539-3` equals `20267565393`. The
 * card number enters only as its own keyed hash, the security code and `expired_at` not at all: a client may compute the
 * expiry anew when it repeats.
 */
export function contentHash(secretBox: SecretBox, request: CreationRequest): Buffer {
  const { expired_at: _, ...content } = request.details
  const { card } = request
  const canonical = JSON.stringify([
    request.operation,
    request.serviceCode,
    request.amountMinor.toString(),
    request.currency,
    sortedEntries(content),
    card ? card.secret.hashNumber((number) => secretBox.keyedHash('card-content', number)).toString('hex') : null,
    card ? [card.expiryMonth, card.expiryYear, card.holder] : null,
    ...(request.metadata ? [sortedEntries(request.metadata)] : []),
  ])
  return secretBox.keyedHash('content', canonical)
}

function sortedEntries(texts: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1))
}
