import type { CurrencyCode } from '../../values/currency.ts'
import { formatAmount } from '../../values/money.ts'
import type { PayType } from '../../values/status.ts'
import { documentsAgree, namesAgree } from './sender.ts'

/** What both sides say of one thing. Null: that side says nothing of it. */
export interface ComparedValue {
  field: 'amount' | 'name' | 'document' | 'account' | 'reference' | 'transfer_number' | 'day' | 'own_account'
  line: string | null
  order: string | null
  /** Null: it cannot be compared. */
  agrees: boolean | null
}

export interface ComparedLine {
  amountMinor: bigint
  currency: CurrencyCode
  day: string
  text: string
  bankRef: string | undefined
  partyName: string | null
  partyDocument: string | null
  partyAccount: string | null
  bankAccountId: string
}

export interface ComparedOrder {
  payType: PayType
  amountMinor: bigint
  /** What is still due. */
  dueMinor: bigint
  day: string
  targetReference: string | null
  payerReference: string | null
  details: Readonly<Record<string, string>>
  bankAccountId: string | null
}

/** Both sides of what a person compares, the order's own fields by its direction. */
export function comparedValues(line: ComparedLine, order: ComparedOrder): ComparedValue[] {
  const { details, payType } = order
  const isPayin = payType === 'payin'
  const payer = [details['payer_name'], details['payer_lastname']].filter(Boolean).join(' ')
  const name = isPayin ? payer : details['account_beneficiary']
  const document = isPayin ? details['payer_doc_id'] : details['account_doc_id']
  const account = isPayin ? undefined : (details['account'] ?? details['account_inter_bank_code'])
  const amounts = isPayin ? [order.dueMinor, order.amountMinor] : [order.amountMinor]
  const shownMinor = isPayin && order.dueMinor > 0n ? order.dueMinor : order.amountMinor
  const all: ComparedValue[] = [
    {
      field: 'amount',
      line: formatAmount(line.amountMinor, line.currency),
      order: formatAmount(shownMinor, line.currency),
      agrees: amounts.includes(line.amountMinor),
    },
    compared('name', [line.partyName, name], agreement(namesAgree(line.partyName ?? undefined, name))),
    compared(
      'document',
      [line.partyDocument, document],
      agreement(documentsAgree(line.partyDocument ?? undefined, document)),
    ),
    compared('account', [line.partyAccount, account], sameText(line.partyAccount, account)),
    { field: 'day', line: line.day, order: order.day, agrees: order.day <= line.day },
    {
      field: 'own_account',
      line: line.bankAccountId,
      order: order.bankAccountId,
      agrees: order.bankAccountId === null ? null : order.bankAccountId === line.bankAccountId,
    },
  ]
  if (isPayin) {
    const isWritten = order.targetReference === null ? null : plain(line.text).includes(plain(order.targetReference))
    all.push(compared('reference', [line.text, order.targetReference], isWritten))
    all.push(
      compared('transfer_number', [line.bankRef, order.payerReference], sameText(line.bankRef, order.payerReference)),
    )
  }
  return all.filter((each) => each.line !== null || each.order !== null)
}

type Side = string | null | undefined

function compared(
  field: ComparedValue['field'],
  [line, order]: readonly [Side, Side],
  agrees: boolean | null,
): ComparedValue {
  return { field, line: line || null, order: order || null, agrees }
}

function agreement(found: 'agrees' | 'differs' | 'unknown'): boolean | null {
  return found === 'unknown' ? null : found === 'agrees'
}

function sameText(one: Side, other: Side): boolean | null {
  return one && other ? plain(one).replace(/^0+/, '') === plain(other).replace(/^0+/, '') : null
}

function plain(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}
