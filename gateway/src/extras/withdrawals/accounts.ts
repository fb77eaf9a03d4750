import { commitFacts, detailOf, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { countryOfService, methodFor } from '../../core/payment-methods/index.ts'
import { readPayout } from '../../core/payment-methods/read-request.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, uuidV7 } from '../../core/platform/ids.ts'
import { type Actor, callerActor } from '../../core/values/actor.ts'
import { present } from '../../core/values/assert.ts'
import type { Caller } from '../../core/values/caller.ts'
import { type FieldProblem, Problem } from '../../core/values/problem.ts'
import { oneWithViewer, requireSeparatePeople } from '../identity/separate-people.ts'
import { say } from './messages/en.ts'
import { type Holder, holderOf, isOwnAccount, type MerchantDocument } from './rules/holder.ts'
import { readDocuments } from './store/merchant-documents.ts'
import {
  type AccountOfList,
  type AccountRow,
  confirmAccountRow,
  countProposals,
  endAccount,
  findAccount,
  insertAccount,
  lockAccount,
  type ProposedRow,
  readAccounts,
  readProposed,
} from './store/withdrawal-accounts.ts'

/** More than a merchant has service codes. Each tells all owners. */
const proposalsOfDayMax = 50

type Deps = Pick<PlatformDeps, 'database' | 'clock'>

/** A person of a merchant at one of its points. An API key never gets here. */
export interface PersonAtPoint {
  caller: Caller
  origin: string | null
}

/** Proposes the account for withdrawals with a service code. Throws `validation_failed` with every wrong field. */
export async function proposeAccount(
  { database, clock }: Deps,
  { caller, origin }: PersonAtPoint,
  fields: Readonly<Record<string, unknown>>,
): Promise<readonly FieldProblem[]> {
  const amount = methodFor(String(fields['service_code']))?.payout?.example['amount'] ?? 1
  // Nothing about an account hangs on the time, the amount or the reference.
  const body = { ...fields, amount, reference: 'withdrawals' }
  const read = readPayout(body, { checks: 'strict', now: new Date(0) })
  if (!read.ok) throw new Problem('validation_failed', { fields: read.problems })
  const { serviceCode, details } = read.request
  const { merchantId, environment } = caller.point
  const now = clock.now()
  await inTransaction(database.engine, async (tx) => {
    const account: AccountRow = {
      ...{ id: uuidV7(now), merchant_id: merchantId, environment, service_code: serviceCode, details },
      ...{ proposed_by: personOf(caller), proposed_at: now, confirmed_at: null, usable_from: null, ended_at: null },
    }
    await insertAccount(tx, account)
    if ((await countProposals(tx, merchantId)) > proposalsOfDayMax) {
      throw new Problem('rate_limited', {
        ...{ retryAfterSeconds: 3_600, message: say('withdrawal.too_many', { max: proposalsOfDayMax }) },
      })
    }
    await writeAudit(tx, entryOf(callerActor(caller, origin), 'propose', account), now)
  })
  return read.warnings
}

/**
 * A second person of the merchant confirms an account that belongs to the merchant by one of its documents. Throws
 * `not_found`, `not_in_this_state` and `second_person_required`.
 */
export async function confirmAccount({ database, clock }: Deps, { caller, origin }: PersonAtPoint, id: string) {
  const userId = personOf(caller)
  await inTransaction(database.engine, async (tx) => {
    const account = await lockProposed(tx, caller, id)
    if (account.proposed_by === userId) throw new Problem('second_person_required')
    const people = { makers: [account.proposed_by], deciders: [userId] }
    await requireSeparatePeople({ database: { engine: tx } }, account.environment, people)
    if (!(await isOwn(tx, account))) {
      throw new Problem('not_in_this_state', { message: say('withdrawal.holder_unknown') })
    }
    await confirmAccountRow(tx, account, { userId })
    await writeAudit(tx, entryOf(callerActor(caller, origin), 'confirm', account), clock.now())
  })
}

/** Two operators, of test points one, confirm an account after looking at its holder. Throws as `confirmAccount`. */
export async function confirmAccountByOperator({ database, clock }: Deps, id: string, by: SetBy): Promise<void> {
  await inTransaction(database.engine, async (tx) => {
    const account = await lockAccount(tx, id)
    if (!account) throw unknownAccount()
    requireSecondOperator(account.environment, by)
    if (!isProposed(account)) throw new Problem('not_in_this_state', { message: say('withdrawal.not_proposed') })
    await confirmAccountRow(tx, account, { operator: typeof by.actor === 'string' ? by.actor : by.actor.name })
    const { detail, ...entry } = entryOf(by.actor, 'confirm', account)
    await writeAudit(tx, { ...entry, detail: detailOf(by, detail), ...commitFacts(by) }, clock.now())
  })
}

/** A person of the merchant takes an account away, proposed or confirmed. Throws `not_found`. */
export async function removeAccount({ database, clock }: Deps, { caller, origin }: PersonAtPoint, id: string) {
  await inTransaction(database.engine, async (tx) => {
    const account = await lockOwn(tx, caller, id)
    await endAccount(tx, account.id)
    await writeAudit(tx, entryOf(callerActor(caller, origin), 'remove', account), clock.now())
  })
}

export interface ListedAccount extends AccountOfList {
  holder: Holder
  /** Whether this person may confirm it. */
  mayConfirm: boolean
}

/** What a merchant has in the environment of a point, for one of its people. */
export async function listAccounts(
  deps: Deps,
  caller: Caller,
): Promise<{ accounts: readonly ListedAccount[]; documents: readonly MerchantDocument[] }> {
  const { merchantId, environment } = caller.point
  const viewer = personOf(caller)
  const rows = await readAccounts(deps.database.engine, merchantId, environment)
  const documents = await readDocuments(deps.database.engine, merchantId)
  const proposers = rows.map((each) => each.proposed_by)
  const oneWith = environment === 'live' ? await oneWithViewer(deps, viewer, proposers) : new Set([viewer])
  const accounts = rows.map((account) => {
    const holder = holderOf(account.details, countryOfService(account.service_code), documents)
    const mayConfirm = isProposed(account) && holder === 'own' && !oneWith.has(account.proposed_by)
    return { ...account, holder, mayConfirm }
  })
  return { accounts, documents }
}

/** What waits for a second person, of one merchant or of all, for operators. `needsOperator`: no person of the merchant may confirm it. */
export async function listProposed(
  { database }: Pick<Deps, 'database'>,
  merchantId?: string,
): Promise<readonly (ProposedRow & { needsOperator: boolean })[]> {
  const rows = await readProposed(database.engine, merchantId)
  return rows.map((row) => {
    const isOwn = isOwnAccount(row.details, countryOfService(row.service_code), row.documents)
    return { ...row, needsOperator: !isOwn || row.is_alone }
  })
}

/** An account as operators look at it before they confirm it. Throws `not_found`. */
export async function requireAccount(db: Db, id: string): Promise<AccountRow & { isOwn: boolean }> {
  const account = await findAccount(db, id)
  if (!account) throw unknownAccount()
  return { ...account, isOwn: await isOwn(db, account) }
}

export function isProposed(account: Pick<AccountRow, 'confirmed_at' | 'ended_at'>): boolean {
  return account.confirmed_at === null && account.ended_at === null
}

async function isOwn(db: Db, { merchant_id, details, service_code }: AccountRow): Promise<boolean> {
  return isOwnAccount(details, countryOfService(service_code), await readDocuments(db, merchant_id))
}

async function lockProposed(tx: Db, caller: Caller, id: string): Promise<AccountRow> {
  const account = await lockOwn(tx, caller, id)
  if (isProposed(account)) return account
  throw new Problem('not_in_this_state', { message: say('withdrawal.not_proposed') })
}

async function lockOwn(tx: Db, { point }: Caller, id: string): Promise<AccountRow> {
  const account = isUuid(id) ? await lockAccount(tx, id) : undefined
  const isOwner = account?.merchant_id === point.merchantId && account.environment === point.environment
  if (!account || !isOwner || account.ended_at !== null) throw unknownAccount()
  return account
}

function personOf({ person }: Caller): string {
  return present(person, 'the person of a route of the console').userId
}

/** The log is kept for ever: it does not hold the number of an account. */
function entryOf(actor: string | Actor, verb: 'propose' | 'confirm' | 'remove', account: AccountRow) {
  const { id, merchant_id: merchantId, environment, service_code, details } = account
  const detail = {
    environment,
    service_code,
    account_end: details['account']?.slice(-4) ?? null,
  }
  return auditOf(actor, `withdrawal_account.${verb}`, { objectId: id, merchantId, detail })
}

function unknownAccount(): Problem {
  return new Problem('not_found', { message: say('withdrawal.unknown_account') })
}
