import { detailWithMoney } from '../../core/audit/rules/audit-money.ts'
import { currencyOfService } from '../../core/payment-methods/index.ts'
import type { Db } from '../../core/platform/database/database.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { CurrencyCode } from '../../core/values/currency.ts'
import { readCurrenciesOf } from './store/reads/audit.ts'

interface AuditedRow {
  action: string
  object_id: string | null
  detail: Record<string, unknown>
}

/** Entries of the audit log with every amount as decimals and currency. Converts amounts of older entries. */
export async function auditRowsWithMoney<Row extends AuditedRow>(
  engine: Db,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const ids = rows.filter(lacksCurrency).map((row) => row.object_id ?? '')
  const currencies = ids.length === 0 ? new Map<string, CurrencyCode>() : await readCurrenciesOf(engine, ids)
  return rows.map((row) => {
    const service = row.detail['serviceCode']
    const currency = typeof service === 'string' ? currencyOfService(service) : currencies.get(row.object_id ?? '')
    return { ...row, detail: detailWithMoney(row.detail, { action: row.action, currency }) }
  })
}

/** A decision about a payout in the format of earlier versions: an amount without currency, and the payout's id. */
function lacksCurrency({ object_id: id, detail }: AuditedRow): boolean {
  return 'amount_minor' in detail && !('currency' in detail) && id !== null && isUuid(id)
}
