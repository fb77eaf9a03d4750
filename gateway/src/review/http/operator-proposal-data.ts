import type { ProposalRow } from '../../approvals/rules/proposal.ts'
import { type BankSubject, nameSubjects, subjectIds } from '../../bank-accounts/accounts/name-subjects.ts'
import { operatorMay } from '../../identity/rules/roles.ts'
import { oneWithViewer } from '../../identity/separate-people.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { formatAmount } from '../../values/money.ts'
import type { OperatorPerson } from '../../values/person.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../values/timestamps.ts'
import type { Say } from '../../web/request-context.ts'
import type { Preview } from '../preview.ts'
import type { ActionName } from '../proposed-action.ts'
import type { PreviewData, ProposalData } from './contract/operator.ts'

/** The viewer, and the language of the answer. */
export interface ProposalViewer {
  person: OperatorPerson
  say: Say
  /** Proposers whose live proposals the viewer may not decide, because one person may be behind both accounts. */
  oneWith: ReadonlySet<string>
  /** What proposals about own bank accounts are about, by the id in their input. */
  subjects: ReadonlyMap<string, BankSubject>
}

/** The viewer of these proposals. */
export async function proposalViewer(
  deps: Pick<PlatformDeps, 'database'>,
  viewer: Omit<ProposalViewer, 'oneWith' | 'subjects'>,
  rows: readonly ProposalRow[],
): Promise<ProposalViewer> {
  const proposers = rows.map((row) => row.proposed_by)
  const [oneWith, subjects] = await Promise.all([
    oneWithViewer(deps, viewer.person.userId, proposers),
    nameSubjects(
      deps,
      rows.map((row) => row.input),
    ),
  ])
  return { ...viewer, oneWith, subjects }
}

export function proposalData(
  row: ProposalRow,
  { person, say, oneWith, subjects }: ProposalViewer,
  preview?: Preview,
): ProposalData {
  const own = row.proposed_by === person.userId
  const open = row.state === 'open' && operatorMay(person.role, 'operator_act')
  return {
    proposal_id: row.id,
    action: row.action as ActionName,
    environment: row.environment,
    point:
      row.point_id === null
        ? null
        : { point_id: row.point_id, name: row.point_name ?? '', merchant: row.merchant_name ?? '' },
    transaction: transactionOf(row),
    bank: bankOf(subjectIds(row.input).flatMap((id) => subjects.get(id) ?? [])),
    input: inputData(row.input),
    evidence: row.evidence,
    alone: row.alone,
    proposed_by: { user_id: row.proposed_by, name: row.proposer_name, email: row.proposer_email },
    proposed_at: isoMicroseconds(row.proposed_at),
    state: row.state,
    decided_by: row.decider_name === null ? null : { name: row.decider_name, email: row.decider_email ?? '' },
    decided_at: isoMicrosecondsOrNull(row.decided_at),
    decision_note: row.decision_note,
    last_failure: row.last_failure && say(row.last_failure),
    may_decide: open && !own && !(row.environment === 'live' && oneWith.has(row.proposed_by)),
    may_withdraw: open && own,
    ...(preview ? { foreseen: previewData(preview, say) } : {}),
  }
}

function transactionOf(row: ProposalRow): ProposalData['transaction'] {
  const { transaction_id, reference, amount_minor, currency } = row
  if (transaction_id === null || reference === null || amount_minor === null || currency === null) return null
  return { transaction_id, reference, amount: formatAmount(amount_minor, currency), currency }
}

/** A proposal may name a line and the payment file that it pays. */
function bankOf(subjects: readonly BankSubject[]): ProposalData['bank'] {
  const [first] = subjects
  if (!first) return null
  return {
    bank_account_id: first.bank_account_id,
    name: first.bank_name ?? first.holder,
    currency: first.currency,
    line: subjects.map(lineOf).find((line) => line !== null) ?? null,
    payment_file: subjects.map(paymentFileOf).find((file) => file !== null) ?? null,
    statement_day: subjects.find(({ statement_day: day }) => day !== null)?.statement_day ?? null,
  }
}

type BankOfProposal = NonNullable<ProposalData['bank']>

function lineOf({ id, booking_day: day, sign, amount_minor: minor, currency }: BankSubject): BankOfProposal['line'] {
  if (day === null || sign === null || minor === null) return null
  return { line_id: id, amount: formatAmount(minor, currency), sign, day }
}

function paymentFileOf({ id, number, amount_minor: minor, currency }: BankSubject): BankOfProposal['payment_file'] {
  if (number === null || minor === null) return null
  return { payment_batch_id: id, number, total: formatAmount(minor, currency) }
}

/** The action's own fields with their API names, without its object. */
function inputData(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { action: _action, pointId: _pointId, transactionId: _transactionId, policies, limits, changes, ...own } = input
  const flat = { ...own, ...asObject(policies), ...asObject(limits), ...asObject(changes) }
  return Object.fromEntries(Object.entries(flat).map(([name, value]) => [snake(name), value]))
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function previewData(preview: Preview, say: Say): PreviewData {
  const { currency, status } = preview
  const text = (minor: bigint) => (currency ? formatAmount(minor, currency) : minor.toString())
  return {
    blocked: preview.blocked === undefined ? null : say(preview.blocked),
    currency: currency ?? null,
    status: status
      ? {
          before: status.before,
          after: status.after,
          reason_before: status.reasonBefore,
          reason_after: status.reasonAfter,
        }
      : null,
    tells_merchant: preview.sendsCallback,
    movements: preview.movements.map(({ kind, from, to, amountMinor }) => ({
      kind,
      from,
      to,
      amount: text(amountMinor),
    })),
    balances: preview.balances.map(({ account, beforeMinor, afterMinor }) => ({
      account,
      before: text(beforeMinor),
      after: text(afterMinor),
    })),
    settings: preview.settings.map(({ name, before, after }) => ({ name: snake(name), before, after })),
  }
}
