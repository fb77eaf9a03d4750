import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accountKinds } from '../../../core/ledger/rules/ledger.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { cutPage } from '../../../core/platform/page-cursor.ts'
import { currencyDecimals } from '../../../core/values/currency.ts'
import { formatAmount, formatSum } from '../../../core/values/money.ts'
import { countField, environmentField, operatorLimit, uuidField } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import {
  type LedgerAccountRow,
  type PurseRow,
  readJournal,
  readLedgerAccounts,
  readPurses,
} from '../store/reads/ledger.ts'
import type { LedgerAccountData, PurseData } from './contract/books.ts'
import { transferData } from './data.ts'

const accountsQuery = z.object({
  environment: environmentField,
  currency: z.enum(Object.keys(currencyDecimals) as [string, ...string[]]).optional(),
  kind: z.enum(accountKinds).optional(),
  point_id: uuidField.optional(),
  limit: operatorLimit,
  cursor: countField.optional(),
})

const journalQuery = z.object({
  account_id: countField.optional(),
  environment: environmentField.optional(),
  kind: z.enum(['funding', 'correction']).optional(),
  limit: operatorLimit,
  cursor: countField.optional(),
})

/** The ledger: accounts, entries, and the sums that must be zero. */
export function operatorLedgerRoutes(app: FastifyInstance, deps: PlatformDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/ledger/accounts', {
    config: { permission: 'operator_read' },
    schema: { querystring: accountsQuery },
    handler: async (request) => {
      const { environment, currency, kind, point_id: pointId, limit, cursor } = request.query
      const rows = await readLedgerAccounts(deps.database.engine, {
        environment,
        limit: limit + 1,
        ...(currency === undefined ? {} : { currency }),
        ...(kind === undefined ? {} : { kind }),
        ...(pointId === undefined ? {} : { pointId }),
        ...(cursor === undefined ? {} : { after: cursor }),
      })
      const { items, last } = cutPage(rows, limit)
      return success({ items: items.map(accountData), next_cursor: last?.id.toString() ?? null })
    },
  })
  typed.get('/operator/ledger/journal', {
    config: { permission: 'operator_read' },
    schema: { querystring: journalQuery },
    handler: async (request) => {
      const { account_id: accountId, environment, kind, limit, cursor } = request.query
      const page = await readJournal(deps.database.engine, {
        limit: limit + 1,
        ...(accountId === undefined ? {} : { accountId }),
        ...(environment === undefined ? {} : { environment }),
        ...(kind === undefined ? {} : { kind }),
        ...(cursor === undefined ? {} : { before: cursor }),
      })
      const { items, last } = cutPage(page.rows, limit)
      const next = last?.id ?? page.lookedUpTo
      return success({ items: items.map(transferData), next_cursor: next?.toString() ?? null })
    },
  })
  typed.get('/operator/ledger/purses', {
    config: { permission: 'operator_read' },
    handler: async () => success({ purses: pursesOf(await readPurses(deps.database.engine)) }),
  })
}

function accountData(row: LedgerAccountRow): LedgerAccountData {
  const { currency, stored_minor: stored, overdraft_minor: overdraft } = row
  return {
    account_id: row.id.toString(),
    environment: row.environment,
    currency,
    kind: row.kind,
    owner:
      row.point_id === null
        ? {
            kind: 'connector',
            id: row.connector_account_id ?? '',
            name: row.connector_account_name ?? '',
            merchant: null,
          }
        : { kind: 'point', id: row.point_id, name: row.point_name ?? '', merchant: row.merchant_name },
    balance: formatSum(row.sum_minor, currency),
    stored: stored === null ? null : formatAmount(stored, currency),
    overdraft: overdraft === null ? null : formatAmount(overdraft, currency),
  }
}

function pursesOf(rows: readonly PurseRow[]): PurseData[] {
  const names = [...new Set(rows.map(({ environment, currency }) => `${environment} ${currency}`))]
  return names.flatMap((name) => {
    const own = rows.filter(({ environment, currency }) => `${environment} ${currency}` === name)
    const [first] = own
    if (!first) return []
    const { environment, currency } = first
    const whole = own.every(({ sum_minor: sum }) => sum !== null)
    const sum = own.reduce((total, each) => total + BigInt(each.sum_minor ?? 0), 0n)
    const kinds = own.map((each) => ({
      kind: each.kind,
      accounts: each.accounts,
      balance: formatSum(each.sum_minor, currency),
    }))
    return [{ environment, currency, kinds, sum: whole ? formatAmount(sum, currency) : null }]
  })
}
