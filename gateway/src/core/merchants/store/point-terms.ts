import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'
import { noFee } from '../../values/point-terms.ts'
import type { PayType } from '../../values/status.ts'
import type { PointRules } from '../rules/point-rules.ts'
import { defaultPolicies, type Policies } from '../rules/policies.ts'

interface RulesRow {
  id: string
  environment: Environment
  late_policy: Policies['late'] | null
  overpaid_policy: Policies['overpaid'] | null
  payer_mismatch_policy: Policies['payerMismatch'] | null
  reversal_policy: Policies['reversal'] | null
  returned_fee_policy: Policies['returnedFee'] | null
  refund_fee_policy: Policies['refundFee'] | null
  extra_fields: boolean | null
  amount_always: boolean | null
  send_metadata: boolean | null
  send_refunds: boolean | null
  send_withdrawals: boolean | null
  terms: readonly TermsRow[] | null
}

interface TermsRow {
  service_code: string
  pay_type: PayType
  fee_millionths: number
  /** At most 10^13: exact as a JSON number. */
  fee_fixed_minor: number
  release_delay_seconds: number | null
}

export async function readPointRules(tx: Db, pointIds: readonly string[]): Promise<ReadonlyMap<string, PointRules>> {
  return await readRules(tx, { name: 'read-point-rules', points: '$1::uuid[]', ids: pointIds })
}

/** The rules of the points of these transactions, in one statement that needs no point ids. */
export async function readRulesOfTransactions(
  tx: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, PointRules>> {
  const points = 'array(select t.point_id from transactions t where t.id = any ($1::uuid[]))'
  return await readRules(tx, { name: 'read-rules-of-transactions', points, ids: transactionIds })
}

async function readRules(
  tx: Db,
  wanted: { name: string; points: string; ids: readonly string[] },
): Promise<ReadonlyMap<string, PointRules>> {
  const found = await tx.query<RulesRow>({
    name: wanted.name,
    text: `select p.id, p.environment, p.late_policy, p.overpaid_policy, p.payer_mismatch_policy, p.reversal_policy,
        p.returned_fee_policy, p.refund_fee_policy, e.extra_fields, e.amount_always, e.send_metadata, e.send_refunds, e.send_withdrawals,
        (select jsonb_agg(to_jsonb(x)) from point_terms x where x.point_id = p.id) as terms
      from points p left join callback_endpoints e on e.point_id = p.id where p.id = any (${wanted.points})`,
    values: [wanted.ids],
  })
  return new Map(found.rows.map((row) => [row.id, rulesOf(row)]))
}

function rulesOf(row: RulesRow): PointRules {
  const terms = row.terms ?? []
  return {
    policies: (card) => policiesOf(row, defaultPolicies(row.environment, { card })),
    callbacks: {
      extraFields: row.extra_fields ?? false,
      amountAlways: row.amount_always ?? false,
      sendMetadata: row.send_metadata ?? false,
      sendRefunds: row.send_refunds ?? false,
      sendWithdrawals: row.send_withdrawals ?? false,
    },
    terms: (payType, serviceCode) => {
      const own = (code: string) => terms.find((each) => each.pay_type === payType && each.service_code === code)
      const line = own(serviceCode) ?? own('*')
      if (!line) return { fee: noFee, releaseDelaySeconds: null }
      return {
        fee: { millionths: line.fee_millionths, fixedMinor: BigInt(line.fee_fixed_minor) },
        releaseDelaySeconds: line.release_delay_seconds,
      }
    },
  }
}

function policiesOf(row: RulesRow, usual: Policies): Policies {
  return {
    late: row.late_policy ?? usual.late,
    overpaid: row.overpaid_policy ?? usual.overpaid,
    payerMismatch: row.payer_mismatch_policy ?? usual.payerMismatch,
    reversal: row.reversal_policy ?? usual.reversal,
    returnedFee: row.returned_fee_policy ?? usual.returnedFee,
    refundFee: row.refund_fee_policy ?? usual.refundFee,
  }
}
