import type { Db } from '../../../core/platform/database/database.ts'
import { isUuid } from '../../../core/platform/ids.ts'
import type { Status } from '../../../core/values/status.ts'
import type { OrderClass } from '../rules/line-classes.ts'
import { namesIn } from '../rules/match-line.ts'
import { isOneMistake, nearKeys, nearReferencesIn } from '../rules/near-references.ts'
import { documentsAgree, namesAgree } from '../rules/sender.ts'
import type { LineRow } from '../store/line-states.ts'
import {
  findDeposits,
  findNamedOrders,
  findPayinsOfProvider,
  findPayouts,
  type OrderRow,
} from '../store/orders-of-lines.ts'
import { accountOfLine, isOfBank, lineToMatch, numbersOf, referenceKey } from './line-and-orders.ts'

/** In what a line and an order agree or differ. */
export type ReasonCode =
  | 'reference_agrees'
  | 'reference_similar'
  | 'typed_number_agrees'
  | 'payout_id_agrees'
  | 'beneficiary_account_agrees'
  | 'own_account_differs'
  | `${'amount' | 'document' | 'name'}_${'agrees' | 'differs'}`

/** Both sides of it. Amounts are minor units in decimal digits. */
export interface Reason {
  code: ReasonCode
  line: string
  order: string
  /** The line's value stood where a payer may have typed it. */
  isText: boolean
}

/** An order that a waiting line may belong to. */
export interface Proposal {
  transactionId: string
  class: OrderClass
  status: Status
  order: OrderRow
  /** What points at the order first. */
  reasons: readonly Reason[]
}

const proposedMax = 10

/** A stronger reason outweighs all weaker ones together. */
const weights: Readonly<Record<ReasonCode, number>> = {
  payout_id_agrees: 64,
  reference_agrees: 64,
  beneficiary_account_agrees: 32,
  reference_similar: 16,
  document_agrees: 8,
  amount_agrees: 4,
  typed_number_agrees: 2,
  name_agrees: 1,
  name_differs: 0,
  amount_differs: 0,
  document_differs: -2,
  own_account_differs: -1,
}

/**
 * The orders that a waiting line may belong to, the likeliest first, looked up now by indexes. Nothing of it is stored, and
 * nothing of it decides: what a payer or a merchant typed only puts an order on the list.
 */
export async function proposeOrders(db: Db, row: LineRow): Promise<readonly Proposal[]> {
  if (row.account_kind === 'provider') return await proposePayinsOfProvider(db, row)
  const proposals = [...(row.sign === 'C' ? await proposeDeposits(db, row) : []), ...(await proposePayouts(db, row))]
  return likeliest(proposals)
}

/** A provider finds the orders that a payer names, and tells what comes back: what is left are pay-ins with the amount. */
async function proposePayinsOfProvider(db: Db, row: LineRow): Promise<readonly Proposal[]> {
  const names = readNames(row)
  const orders = await findPayinsOfProvider(db, { ...accountOfLine(row), amountMinor: row.amount_minor })
  return likeliest(orders.map((order) => depositProposal(names, order)))
}

function likeliest(proposals: readonly Proposal[]): readonly Proposal[] {
  const weightOf = ({ reasons }: Proposal) => reasons.reduce((sum, { code }) => sum + weights[code], 0)
  return proposals.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, proposedMax)
}

/** What stands in a line that may name orders. */
function readNames(row: LineRow) {
  const line = lineToMatch(row)
  const { references, payoutIds } = namesIn(line)
  return {
    ...{ row, line, payoutIds, references: references.map(({ reference }) => reference), numbers: numbersOf(row) },
    near: row.sign === 'C' ? nearReferencesIn([...line.fields, line.text]) : [],
  }
}

type LineNames = ReturnType<typeof readNames>

/**
 * The order that a person names by its id or by the reference on its transfer, compared with the line as a proposed one is.
 * Undefined where no order of own accounts has it, or a debit names a pay-in.
 */
export async function proposeNamed(db: Db, row: LineRow, text: string): Promise<Proposal | undefined> {
  const named = isUuid(text)
    ? { references: [], payoutIds: [text] }
    : { references: [text, referenceOf(text)], payoutIds: [] }
  const orders = await findNamedOrders(db, { ...accountOfLine(row), ...named, numbers: [] })
  const order = orders.find((each) => each.connector_account_id === row.connector_account_id) ?? orders[0]
  if (!order) return undefined
  if (order.pay_type !== 'payin') {
    return row.account_kind === 'bank' ? payoutProposal(readNames(row), order) : undefined
  }
  return row.sign === 'C' ? depositProposal(readNames(row), order) : undefined
}

function referenceOf(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

async function proposeDeposits(db: Db, row: LineRow): Promise<Proposal[]> {
  const names = readNames(row)
  const { heads, tails, whole } = nearKeys(names.near)
  const orders = await findDeposits(db, {
    ...accountOfLine(row),
    amountMinor: row.amount_minor,
    ...{ references: [...names.references, ...whole], heads, tails, numbers: names.numbers },
  })
  return orders
    .map((order) => depositProposal(names, order))
    .filter(isPointedAt(['amount_agrees', 'typed_number_agrees']))
}

function depositProposal({ row, line, references, near, numbers }: LineNames, order: OrderRow): Proposal {
  const reference = order.target_reference ?? ''
  const similar = near.find((word) => isOneMistake(word, reference))
  const typed = order.payer_reference ?? ''
  const name = [order.details['payer_name'], order.details['payer_lastname']].filter(Boolean).join(' ')
  const inText = (value: string) => !line.fields.includes(value)
  const reasons = [
    ...reasonIf(references.includes(reference), 'reference_agrees', [reference, reference, inText(reference)]),
    ...reasonIf(similar !== undefined, 'reference_similar', [similar ?? '', reference, inText(similar ?? '')]),
    ...reasonIf(numbers.includes(referenceKey(typed)), 'typed_number_agrees', [
      referenceKey(typed),
      typed,
      !isOfBank(row, 'ids'),
    ]),
    ...common(row, order, {
      dueMinor: order.amount_minor - order.received_minor,
      document: order.details['payer_doc_id'],
      name,
    }),
  ]
  return { transactionId: order.id, class: 'payin', status: order.status, order, reasons }
}

/** A credit may return a payout where it names one, or where the bank marks it as a return. */
async function proposePayouts(db: Db, row: LineRow): Promise<Proposal[]> {
  const names = readNames(row)
  const { line, payoutIds, references } = names
  if (row.sign === 'C' && !line.isReturn && payoutIds.length === 0) return []
  const orders = await findPayouts(db, { ...accountOfLine(row), amountMinor: row.amount_minor, payoutIds, references })
  return orders
    .map((order) => payoutProposal(names, order))
    .filter(isPointedAt(['beneficiary_account_agrees', 'document_agrees']))
}

function payoutProposal({ row, line, payoutIds, references }: LineNames, order: OrderRow): Proposal {
  const { details, target_reference: reference } = order
  const account = details['account'] ?? details['account_inter_bank_code'] ?? ''
  const isAccount = account !== '' && referenceKey(account) === referenceKey(row.party_account ?? '')
  const inText = (value: string) => !line.fields.includes(value)
  const reasons = [
    ...reasonIf(payoutIds.includes(order.id), 'payout_id_agrees', [order.id, order.id, inText(order.id)]),
    ...(reference === null
      ? []
      : reasonIf(references.includes(reference), 'reference_agrees', [reference, reference, inText(reference)])),
    ...reasonIf(isAccount, 'beneficiary_account_agrees', [row.party_account ?? '', account, !isOfBank(row, 'account')]),
    ...common(row, order, {
      dueMinor: order.amount_minor,
      document: details['account_doc_id'],
      name: details['beneficiary'] ?? '',
    }),
  ]
  const as = row.sign === 'D' ? 'payout' : 'payout_return'
  return { transactionId: order.id, class: as, status: order.status, order, reasons }
}

/** An order that was found by an index and that nothing strong points at is left out. */
function isPointedAt(enough: readonly ReasonCode[]): (proposal: Proposal) => boolean {
  const strong: ReasonCode[] = ['payout_id_agrees', 'reference_agrees', 'reference_similar', ...enough]
  return ({ reasons }) => reasons.some(({ code }) => strong.includes(code))
}

function common(
  row: LineRow,
  order: OrderRow,
  { dueMinor, document, name }: { dueMinor: bigint; document: string | undefined; name: string },
): Reason[] {
  const [ofDocument, ofName] = [
    documentsAgree(row.party_document ?? undefined, document),
    namesAgree(row.party_name ?? undefined, name),
  ]
  const isHere = order.connector_account_id === row.connector_account_id
  return [
    ...reasonIf(true, row.amount_minor === dueMinor ? 'amount_agrees' : 'amount_differs', [
      String(row.amount_minor),
      String(dueMinor),
      false,
    ]),
    ...(ofDocument === 'unknown'
      ? []
      : reasonIf(true, `document_${ofDocument}`, [
          row.party_document ?? '',
          document ?? '',
          !isOfBank(row, 'document'),
        ])),
    ...(ofName === 'unknown'
      ? []
      : reasonIf(true, `name_${ofName}`, [row.party_name ?? '', name, !isOfBank(row, 'name')])),
    ...reasonIf(!isHere, 'own_account_differs', [row.connector_account_id, order.connector_account_id, false]),
  ]
}

function reasonIf(
  isTrue: boolean,
  code: ReasonCode,
  [line, order, isText]: readonly [line: string, order: string, isText: boolean],
): Reason[] {
  return isTrue ? [{ code, line, order, isText }] : []
}
