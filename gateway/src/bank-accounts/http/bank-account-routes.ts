import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProcessingDeps } from '../../processing/deps.ts'
import { formatAmount } from '../../values/money.ts'
import { isoMicroseconds } from '../../values/timestamps.ts'
import { environmentField, uuidParameter } from '../../web/operator-query.ts'
import { success } from '../../web/replies.ts'
import { type AccountWithFigures, showAccount, showAccounts, showWaitingCounts } from '../accounts/show-accounts.ts'
import type { BankAccountData, BankAccountListData, WaitingLinesData } from './contract/bank-accounts.ts'

const listQuery = z.object({ environment: environmentField.optional() })

/** The operator's own bank accounts. Their settings are changed by proposals. */
export function bankAccountRoutes(app: FastifyInstance, deps: ProcessingDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  typed.get('/operator/bank-accounts', {
    config: { permission: 'operator_read' },
    schema: { querystring: listQuery },
    handler: async (request) => {
      const items = (await showAccounts(deps, request.query.environment)).map(accountData)
      return success<BankAccountListData>({ items })
    },
  })
  typed.get('/operator/bank-accounts/waiting', {
    config: { permission: 'operator_read' },
    handler: async () => success<WaitingLinesData>(await showWaitingCounts(deps)),
  })
  typed.get('/operator/bank-accounts/:id', {
    config: { permission: 'operator_read' },
    schema: { params: uuidParameter },
    handler: async (request) => success(accountData(await showAccount(deps, request.params.id))),
  })
}

function accountData({ figures, ...row }: AccountWithFigures): BankAccountData {
  const text = (minor: string | null | undefined) =>
    minor === null || minor === undefined ? null : formatAmount(BigInt(minor), row.currency)
  const { last_to_day: toDay = null, last_received_at: receivedAt = null } = figures ?? {}
  return {
    id: row.id,
    environment: row.environment,
    country: row.country,
    currency: row.currency,
    bank_name: row.bank_name,
    holder: row.holder,
    holder_document: row.holder_document,
    numbers: row.numbers,
    time_zone: row.time_zone,
    cutoff: row.cutoff?.slice(0, 5) ?? null,
    active: row.active,
    automatic: row.automatic,
    ledger_balance: text(figures?.ledger_minor),
    unclaimed_credits: text(figures?.suspense_minor),
    unclaimed_debits: text(figures?.unexplained_minor),
    waiting_lines: figures?.waiting_lines ?? 0,
    oldest_waiting_day: figures?.oldest_waiting_day ?? null,
    open_days: figures?.open_days ?? 0,
    oldest_open_day: figures?.oldest_open_day ?? null,
    last_statement:
      toDay === null || receivedAt === null
        ? null
        : { to_day: toDay, closing: text(figures?.last_closing_minor), received_at: isoMicroseconds(receivedAt) },
  }
}
