import { asMerchant } from '../../core/platform/database/database.ts'
import type { Tally, VerifyDeps } from './invariant.ts'
import {
  gapsInIsolation,
  type ReadableTable,
  readableTables,
  type SampleRow,
  sampleRows,
  seesRows,
  someMerchants,
} from './store/tenant-isolation-checks.ts'

/**
 * Checks row-level security twice: the exact policy texts in the catalogue, and sample reads as the reader, bound to
 * one merchant, to another, and to none. Tables are not scanned, because the policy text already decides which rows
 * are visible.
 */
export async function checkTenantIsolation(deps: VerifyDeps, tally: Tally): Promise<void> {
  const { engine } = deps.database
  const tables = await readableTables(engine)
  tally.add('I11', { checked: tables.length, violations: await gapsInIsolation(engine, tables) })
  const samples: { table: ReadableTable; rows: readonly SampleRow[] }[] = []
  for (const table of tables) samples.push({ table, rows: await sampleRows(engine, table) })
  for (const merchantId of [...(await someMerchants(engine)), null]) {
    const seen = await asMerchant(deps.database.reader, { merchantId: merchantId ?? '' }, async (tx) => {
      const found: { id: string; what: string }[] = []
      for (const { table, rows } of samples) {
        const others = rows.filter(({ merchant }) => merchant !== merchantId)
        if (await seesRows(tx, table, others)) {
          found.push({ id: table.name, what: merchantId ? 'shows rows of another merchant' : 'shows rows to nobody' })
        }
      }
      return found
    })
    tally.add('I11', { checked: tables.length, violations: seen })
  }
}
