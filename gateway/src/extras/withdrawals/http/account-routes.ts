import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import type { Caller } from '../../../core/values/caller.ts'
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
import type { WithdrawalAccountData, WithdrawalAccountsData } from './contract/accounts.ts'

/** People who may decide about another person's payout set accounts and confirm them. */
const changes = { scope: 'approve_payouts', stepUp: true } as const

/** Where a merchant's money goes: …/withdrawal-accounts. Routes of the console alone: an API key sets no account. */
export function withdrawalAccountRoutes(app: FastifyInstance, deps: PlatformDeps): void {
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

function accountData(row: ListedAccount, now: Date): WithdrawalAccountData {
  const isWaiting = row.usable_from !== null && row.usable_from > now
  return {
    withdrawal_account_id: row.id,
    service_code: row.service_code,
    state: isProposed(row) ? 'proposed' : isWaiting ? 'waiting' : 'usable',
    details: row.details,
    is_own: row.isOwn,
    may_confirm: row.mayConfirm,
    proposed_at: isoMicroseconds(row.proposed_at),
    usable_from: isoMicrosecondsOrNull(row.usable_from),
  }
}
