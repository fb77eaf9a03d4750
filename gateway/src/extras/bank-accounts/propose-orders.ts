import type { Db } from '../../core/platform/database/database.ts'
import type { Status } from '../../core/values/status.ts'
import { lineToMatch, numbersOf, referenceKey } from './line-and-orders.ts'
import { namesIn } from './rules/match-line.ts'
import { isOneMistake, nearKeys, nearReferencesIn } from './rules/near-references.ts'
import { documentsAgree, namesAgree } from './rules/sender.ts'
import type { LineClass, LineRow } from './store/line-states.ts'
import { findDeposits, findPayouts, type OrderRow } from './store/orders-of-lines.ts'

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
}

/** An order that a waiting line may belong to. */
export interface Proposal {
  transactionId: string
  class: LineClass
  status: Status
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
  const proposals = [...(row.sign === 'C' ? await proposeDeposits(db, row) : []), ...(await proposePayouts(db, row))]
  const weightOf = ({ reasons }: Proposal) => reasons.reduce((sum, { code }) => sum + weights[code], 0)
  return proposals.sort((one, other) => weightOf(other) - weightOf(one)).slice(0, proposedMax)
}

async function proposeDeposits(db: Db, row: LineRow): Promise<Proposal[]> {
  const line = lineToMatch(row)
  const references = namesIn(line).references.map(({ reference }) => reference)
  const near = nearReferencesIn([...line.fields, line.text])
  const { heads, tails, whole } = nearKeys(near)
  const numbers = numbersOf(row)
  const orders = await findDeposits(db, {
    ...accountOf(row),
    connectorAccountId: row.connector_account_id,
    ...{ references: [...references, ...whole], heads, tails, numbers },
  })
  return orders.flatMap((order) => {
    const reference = order.target_reference ?? ''
    const similar = near.find((word) => isOneMistake(word, reference))
    const typed = order.payer_reference ?? ''
    const name = [order.details['payer_name'], order.details['payer_lastname']].filter(Boolean).join(' ')
    const reasons = [
      ...reasonIf(references.includes(reference), 'reference_agrees', [reference, reference]),
      ...reasonIf(similar !== undefined, 'reference_similar', [similar ?? '', reference]),
      ...reasonIf(numbers.includes(referenceKey(typed)), 'typed_number_agrees', [referenceKey(typed), typed]),
      ...common(row, order, {
        dueMinor: order.amount_minor - order.received_minor,
        document: order.details['payer_doc_id'],
        name,
      }),
    ]
    return pointedAt(order, 'payin', reasons, ['amount_agrees', 'typed_number_agrees'])
  })
}

/** A credit may return a payout where it names one, or where the bank marks it as a return. */
async function proposePayouts(db: Db, row: LineRow): Promise<Proposal[]> {
  const line = lineToMatch(row)
  const { payoutIds, references: found } = namesIn(line)
  const references = found.map(({ reference }) => reference)
  if (row.sign === 'C' && !line.isReturn && payoutIds.length === 0) return []
  const orders = await findPayouts(db, { ...accountOf(row), payoutIds, references })
  return orders.flatMap((order) => {
    const { details, target_reference: reference } = order
    const account = details['account'] ?? details['account_inter_bank_code'] ?? ''
    const isAccount = account !== '' && referenceKey(account) === referenceKey(row.party_account ?? '')
    const reasons = [
      ...reasonIf(payoutIds.includes(order.id), 'payout_id_agrees', [order.id, order.id]),
      ...(reference === null
        ? []
        : reasonIf(references.includes(reference), 'reference_agrees', [reference, reference])),
      ...reasonIf(isAccount, 'beneficiary_account_agrees', [row.party_account ?? '', account]),
      ...common(row, order, {
        dueMinor: order.amount_minor,
        document: details['account_doc_id'],
        name: details['beneficiary'] ?? '',
      }),
    ]
    return pointedAt(order, row.sign === 'D' ? 'payout' : 'payout_return', reasons, [
      'beneficiary_account_agrees',
      'document_agrees',
    ])
  })
}

/** An order that was found by an index and that nothing strong points at is left out. */
function pointedAt(
  order: OrderRow,
  as: LineClass,
  reasons: readonly Reason[],
  enough: readonly ReasonCode[],
): Proposal[] {
  const strong: ReasonCode[] = ['payout_id_agrees', 'reference_agrees', 'reference_similar', ...enough]
  if (!reasons.some(({ code }) => strong.includes(code))) return []
  return [{ transactionId: order.id, class: as, status: order.status, reasons }]
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
    {
      code: row.amount_minor === dueMinor ? 'amount_agrees' : 'amount_differs',
      line: String(row.amount_minor),
      order: String(dueMinor),
    },
    ...(ofDocument === 'unknown'
      ? []
      : reasonIf(true, `document_${ofDocument}`, [row.party_document ?? '', document ?? ''])),
    ...(ofName === 'unknown' ? [] : reasonIf(true, `name_${ofName}`, [row.party_name ?? '', name])),
    ...reasonIf(!isHere, 'own_account_differs', [row.connector_account_id, order.connector_account_id]),
  ]
}

function reasonIf(isTrue: boolean, code: ReasonCode, [line, order]: readonly [string, string]): Reason[] {
  return isTrue ? [{ code, line, order }] : []
}

function accountOf({ environment, currency, time_zone: timeZone, amount_minor: amountMinor }: LineRow) {
  return { environment, currency, timeZone, amountMinor }
}
