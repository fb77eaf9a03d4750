import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { CoreDeps } from '../../../core/deps.ts'
import { currencyOfService } from '../../../core/payment-methods/index.ts'
import type { PayoutPreview } from '../../../core/payouts/reserve-payouts.ts'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { present } from '../../../core/values/assert.ts'
import type { Caller } from '../../../core/values/caller.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { FieldProblem } from '../../../core/values/problem.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import { requireBody } from '../../../core/web/json-body.ts'
import { uuidParameter } from '../../../core/web/operator-query.ts'
import { success } from '../../../core/web/replies.ts'
import { addressOf, callerOf } from '../../../core/web/request-context.ts'
import {
  confirmAccount,
  isProposed,
  type ListedAccount,
  listAccounts,
  type PersonAtPoint,
  proposeAccount,
  removeAccount,
} from '../accounts.ts'
import { previewWithdrawal } from '../create-withdrawal.ts'
import { readWithdrawalBody } from '../read-withdrawal.ts'
import type { WithdrawalAccountData, WithdrawalAccountsData, WithdrawalPreviewData } from './contract/withdrawals.ts'

/** People who may decide about another person's payout set accounts and confirm them. */
const changes = { scope: 'approve_payouts', stepUp: true } as const

/** Where a merchant's money goes, and what a withdrawal would take. Routes of the console alone: an API key sets no account. */
export function withdrawalAccountRoutes(app: FastifyInstance, deps: CoreDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const answer = async (request: FastifyRequest, warnings: readonly FieldProblem[] = []) =>
    success(await accountsData(deps, callerOf(request)), warnings)
  typed.get('/withdrawal-accounts', { config: { scope: 'read' }, handler: async (request) => await answer(request) })
  typed.post('/withdrawal-accounts', {
    config: changes,
    handler: async (request) =>
      await answer(request, await proposeAccount(deps, personAt(request), requireBody(request.body))),
  })
  typed.post('/withdrawal-accounts/:id/confirm', {
    config: { ...changes, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      await confirmAccount(deps, personAt(request), request.params.id)
      return await answer(request)
    },
  })
  typed.post('/withdrawals/preview', {
    config: { scope: 'payouts' },
    handler: async (request) => {
      const { request: wanted } = readWithdrawalBody({ reference: 'preview', ...requireBody(request.body) })
      return success(previewData(await previewWithdrawal(deps, callerOf(request), wanted), wanted.method.currency))
    },
  })
  typed.delete('/withdrawal-accounts/:id', {
    config: { ...changes, emptyBody: true },
    schema: { params: uuidParameter },
    handler: async (request) => {
      await removeAccount(deps, personAt(request), request.params.id)
      return await answer(request)
    },
  })
}

function personAt(request: FastifyRequest): PersonAtPoint {
  return { caller: callerOf(request), origin: addressOf(request) }
}

async function accountsData(deps: PlatformDeps, caller: Caller): Promise<WithdrawalAccountsData> {
  const { accounts, documents } = await listAccounts(deps, caller)
  const now = deps.clock.now()
  return { accounts: accounts.map((each) => accountData(each, now)), documents }
}

function previewData(
  { amountMinor, feeMinor, availableMinor, waitsForApproval }: PayoutPreview,
  currency: CurrencyCode,
) {
  const text = (minor: bigint) => formatAmount(minor, currency)
  return {
    currency,
    amount: text(amountMinor),
    fee: text(feeMinor),
    left: text(availableMinor - amountMinor - feeMinor),
    waits_for_approval: waitsForApproval,
  } satisfies WithdrawalPreviewData
}

function accountData(row: ListedAccount, now: Date): WithdrawalAccountData {
  return {
    withdrawal_account_id: row.id,
    service_code: row.service_code,
    currency: present(currencyOfService(row.service_code), 'the currency of an account'),
    state: stateOf(row, now),
    details: row.details,
    is_own: row.holder === 'own',
    holder: row.holder,
    may_confirm: row.mayConfirm,
    proposed_by: row.proposer,
    proposed_at: isoMicroseconds(row.proposed_at),
    usable_from: isoMicrosecondsOrNull(row.usable_from),
    suspended_until: isoMicrosecondsOrNull(row.suspended_until),
    ended_at: isoMicrosecondsOrNull(row.ended_at),
  }
}

function stateOf(row: ListedAccount, now: Date): WithdrawalAccountData['state'] {
  if (row.ended_at !== null) return 'ended'
  if (isProposed(row)) return 'proposed'
  if (row.suspended_until !== null) return 'suspended'
  return row.usable_from !== null && row.usable_from > now ? 'waiting' : 'usable'
}
