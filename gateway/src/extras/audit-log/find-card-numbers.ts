import type { Db } from '../../core/platform/database/database.ts'
import { withCardNumber } from './blank-entry.ts'
import { readAuditTexts } from './store/audit-texts.ts'

const entriesPerQuery = 2_000

/** Looks for card numbers in the free texts of the audit log: of all entries, or those written since an instant. */
export async function findCardNumbers(
  db: Db,
  since: Date | undefined,
): Promise<{ checked: number; violations: { id: string; what: string }[] }> {
  const violations: { id: string; what: string }[] = []
  let checked = 0
  for (let after = { at: since ?? new Date(0), id: '00000000-0000-0000-0000-000000000000' }; ; ) {
    const page = await readAuditTexts(db, { after, limit: entriesPerQuery })
    checked += page.length
    for (const { id, texts } of page) {
      const names = withCardNumber(texts).map(([name]) => name)
      if (names.length > 0)
        violations.push({ id, what: `audit entry: a card number stands in its ${names.join(', ')}` })
    }
    const last = page.at(-1)
    if (!last || page.length < entriesPerQuery) return { checked, violations }
    after = { at: last.created_at, id: last.id }
  }
}
