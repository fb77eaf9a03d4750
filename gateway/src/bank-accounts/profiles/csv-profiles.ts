import { requireSecondOperator, type SetBy } from '../../audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { hasOnlyTestMoney } from '../../merchants/has-only-test-money.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid, uuidV7 } from '../../platform/ids.ts'
import type { Actor } from '../../values/actor.ts'
import { type FieldProblem, Problem } from '../../values/problem.ts'
import { refuseFaults } from '../../values/refuse-faults.ts'
import { FileFault } from '../files/prepare-reading.ts'
import { proposeInWorker, tryInWorker } from '../files/read-in-worker.ts'
import { comparableNumber } from '../rules/account-number.ts'
import { type CsvProfile, readCsvProfile } from '../statements/csv-profile.ts'
import type { CsvProposal } from '../statements/propose-csv.ts'
import { StatementRefusal } from '../statements/statement.ts'
import type { CsvTrial } from '../statements/try-csv.ts'
import { type BankAccountRow, findBankAccount } from '../store/bank-accounts.ts'
import { lockBankAccounts } from '../store/bank-statements.ts'
import { approveDraft, type CsvProfileRow, findProfiles, markTried, saveDraft } from '../store/csv-profiles.ts'
import { refusedFile } from '../store-statement.ts'

export type ProfileDeps = Pick<PlatformDeps, 'database' | 'clock'>

export type StoredProfile = CsvProfileRow

export interface ShownProfiles {
  account: BankAccountRow
  draft: CsvProfileRow | undefined
  approved: CsvProfileRow | undefined
}

/** How tables of the account are read, and the draft of a better way. Throws `not_found`. */
export async function showProfiles(deps: Pick<ProfileDeps, 'database'>, bankAccountId: string): Promise<ShownProfiles> {
  const account = await requireAccount(deps, bankAccountId)
  const rows = await findProfiles(deps.database.engine, account.id)
  const of = (state: CsvProfileRow['state']) => rows.find((row) => row.state === state)
  return { account, draft: of('draft'), approved: of('approved') }
}

/** Replaces the account's draft. Nothing is read by it. Throws `not_found`, and `validation_failed` with every wrong field. */
export async function setDraft(
  deps: ProfileDeps,
  { bankAccountId, profile: json, actor }: { bankAccountId: string; profile: unknown; actor: string | Actor },
): Promise<CsvProfileRow> {
  const account = await requireAccount(deps, bankAccountId)
  const profile = requireProfile(json, account)
  const now = deps.clock.now()
  const id = uuidV7(now)
  await inTransaction(deps.database.engine, async (tx) => {
    await lockBankAccounts(tx, [account.id])
    const madeBy = (typeof actor === 'string' ? actor : actor.name).slice(0, 200)
    const before = (await findProfiles(tx, account.id)).find(({ state }) => state === 'draft')?.profile
    await saveDraft(tx, { id, bankAccountId: account.id, profile, madeBy })
    const facts = { objectId: account.id, merchantId: null, detail: contents(id, before, profile) }
    await writeAudit(tx, auditOf(actor, 'csv_profile.draft', facts), now)
  })
  const { draft } = await showProfiles(deps, bankAccountId)
  if (!draft) throw new Problem('not_in_this_state', { message: 'Somebody replaced the draft at the same time.' })
  return draft
}

/**
 * Reads a sample by the account's draft, or by its approved profile where there is no draft. Stores nothing of it; a draft
 * that reads it without a fault can then be approved. Throws `not_found` and `not_in_this_state`.
 */
export async function tryProfile(
  deps: ProfileDeps,
  { bankAccountId, sample }: { bankAccountId: string; sample: Uint8Array },
): Promise<CsvTrial & { profileId: string }> {
  const { account, draft, approved } = await showProfiles(deps, bankAccountId)
  const tried = draft ?? approved
  if (!tried) throw new Problem('not_in_this_state', { message: 'The account has no profile yet: save a draft first.' })
  const trial = await ofSample(async () => await tryInWorker(sample, tried.profile))
  const said = trial.statement?.account
  const isOther = said !== undefined && !account.numbers.includes(comparableNumber(said) ?? '')
  const message = `The sample is of the account ${said}, and this one has the numbers ${account.numbers.join(', ')}.`
  const faults = isOther
    ? [...trial.faults, { row: undefined, line: undefined, column: undefined, message }]
    : trial.faults
  const isReadable = trial.isReadable && !isOther
  const lines = trial.statement?.lines ?? 0
  if (isReadable && lines > 0 && tried.state === 'draft') await markTried(deps.database.engine, tried.id, lines)
  return { ...trial, isReadable, faults, profileId: tried.id }
}

/** What a sample lets one suppose about its table. Decides nothing. Throws `validation_failed` for what is no text. */
export async function proposeProfile(sample: Uint8Array): Promise<CsvProposal> {
  return await ofSample(async () => await proposeInWorker(sample))
}

async function ofSample<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FileFault || error instanceof StatementRefusal) throw refusedFile(error.message)
    throw error
  }
}

/** What approving the account's draft would change. Throws `not_found`. */
export async function previewApproval(
  deps: Pick<ProfileDeps, 'database'>,
  { bankAccountId, profileId }: { bankAccountId: string; profileId: string },
): Promise<{
  account: BankAccountRow
  before: CsvProfile | undefined
  after: CsvProfile
  blocked: string | undefined
}> {
  const { account, draft, approved } = await showProfiles(deps, bankAccountId)
  if (draft?.id !== profileId) throw new Problem('not_found', { message: 'The account has no such draft any more.' })
  const blocked =
    draft.tried_at === null ? 'Try the draft on a file of the bank first: it has read none yet.' : undefined
  return { account, before: approved?.profile, after: draft.profile, blocked }
}

/**
 * The account's tables are read by this draft from now on. Throws `not_found`, `not_in_this_state` where the draft was
 * replaced or has read no sample, and `second_person_required` for a live account once a live point exists.
 */
export async function approveProfile(
  deps: ProfileDeps,
  { bankAccountId, profileId }: { bankAccountId: string; profileId: string },
  by: SetBy,
): Promise<void> {
  const account = await requireAccount(deps, bankAccountId)
  const onlyTest = await hasOnlyTestMoney(deps)
  await inTransaction(deps.database.engine, async (tx) => {
    requireSecondOperator(onlyTest ? 'test' : account.environment, by)
    await lockBankAccounts(tx, [account.id])
    const profiles = await findProfiles(tx, account.id)
    const before = profiles.find(({ state }) => state === 'approved')?.profile
    const after = profiles.find(({ id }) => id === profileId)?.profile
    const name = by.second ?? (typeof by.actor === 'string' ? by.actor : by.actor.name)
    if (!(await approveDraft(tx, { id: profileId, bankAccountId: account.id, by: name.slice(0, 200) }))) {
      throw new Problem('not_in_this_state', {
        message: 'The draft was replaced meanwhile, or has read no file of the bank without a fault yet.',
      })
    }
    const facts = { objectId: account.id, merchantId: null, detail: contents(profileId, before, after) }
    const { proposal, breakGlass } = by
    await writeAudit(tx, { ...auditOf(by.actor, 'csv_profile.approve', facts), proposal, breakGlass }, deps.clock.now())
  })
}

/** For the audit log: how tables were read, and how they are read now. */
function contents(id: string, before: CsvProfile | undefined, after: CsvProfile | undefined) {
  return { profile_id: id, name: after?.name, before: before ?? null, after: after ?? null }
}

async function requireAccount(deps: Pick<ProfileDeps, 'database'>, id: string): Promise<BankAccountRow> {
  const account = isUuid(id) ? await findBankAccount(deps.database.engine, id) : undefined
  if (!account) throw new Problem('not_found', { message: 'There is no such bank account.' })
  return account
}

function requireProfile(json: unknown, account: BankAccountRow): CsvProfile {
  const read = readCsvProfile(json)
  if ('faults' in read) {
    refuseFaults(
      read.faults.map((text) => {
        const [field = 'profile', ...message] = text.split(': ')
        return fault(field, message.join(': '))
      }),
    )
    throw new Error('a profile that is wrong has faults')
  }
  const { profile } = read
  const faults: FieldProblem[] = []
  if (profile.currency !== account.currency) faults.push(fault('currency', `the account is in ${account.currency}`))
  if (profile.account !== undefined && !account.numbers.includes(comparableNumber(profile.account) ?? '')) {
    faults.push(fault('account', `is no number of this bank account: ${account.numbers.join(', ')}`))
  }
  refuseFaults(faults)
  return profile
}

function fault(field: string, message: string): FieldProblem {
  return { code: 'not_allowed', param: field, message: `${field} ${message}` }
}
