import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { fromStored } from '../../../core/texts/messages/say.ts'
import { formatAmount } from '../../../core/values/money.ts'
import type { OperatorPerson } from '../../../core/values/person.ts'
import { isoMicroseconds, isoMicrosecondsOrNull } from '../../../core/values/timestamps.ts'
import type { Say } from '../../../core/web/request-context.ts'
import type { ProposalRow } from '../../approvals/rules/proposal.ts'
import { payeeOf } from '../../bank-accounts/rules/payee.ts'
import { operatorMay } from '../../identity/rules/roles.ts'
import { oneWithViewer } from '../../identity/separate-people.ts'
import type { ActionName } from '../actions.ts'
import type { Preview } from '../preview.ts'
import type { PreviewData, ProposalData } from './contract/operator.ts'

/** The viewer, and the language of the answer. */
export interface ProposalViewer {
  person: OperatorPerson
  say: Say
  /** Proposers whose live proposals the viewer may not decide, because one person may be behind both accounts. */
  oneWith: ReadonlySet<string>
}

/** The viewer of these proposals. */
export async function proposalViewer(
  deps: Pick<PlatformDeps, 'database'>,
  viewer: Omit<ProposalViewer, 'oneWith'>,
  rows: readonly ProposalRow[],
): Promise<ProposalViewer> {
  const proposers = rows.map((row) => row.proposed_by)
  return { ...viewer, oneWith: await oneWithViewer(deps, viewer.person.userId, proposers) }
}

export function proposalData(
  row: ProposalRow,
  { person, say, oneWith }: ProposalViewer,
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
    input: inputData(row.input),
    evidence: row.evidence,
    alone: row.alone,
    proposed_by: { user_id: row.proposed_by, name: row.proposer_name, email: row.proposer_email },
    proposed_at: isoMicroseconds(row.proposed_at),
    state: row.state,
    decided_by: row.decider_name === null ? null : { name: row.decider_name, email: row.decider_email ?? '' },
    decided_at: isoMicrosecondsOrNull(row.decided_at),
    decision_note: row.decision_note,
    last_failure: row.last_failure && say(fromStored(row.last_failure)),
    may_decide:
      open &&
      !own &&
      row.input['userId'] !== person.userId &&
      !(row.environment === 'live' && oneWith.has(row.proposed_by)),
    may_withdraw: open && own,
    ...(preview ? { foreseen: previewData(preview, say) } : {}),
  }
}

function transactionOf(row: ProposalRow): ProposalData['transaction'] {
  const { transaction_id, reference, amount_minor, currency } = row
  if (transaction_id === null || reference === null || amount_minor === null || currency === null) return null
  return { transaction_id, reference, amount: formatAmount(amount_minor, currency), currency }
}

/** The action's own fields with their API names, without its object. What is nested deeper is JSON text. */
function inputData(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const {
    action: _action,
    pointId: _pointId,
    transactionId: _transactionId,
    environment: _environment,
    userId: _userId,
    ...rest
  } = input
  const { policies, limits, changes, options, ...own } = rest
  const flat = { ...own, ...asObject(policies), ...asObject(limits), ...asObject(changes), ...asObject(options) }
  const plain = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
  return Object.fromEntries(Object.entries(flat).map(([name, value]) => [snake(name), plain(value)]))
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

/** `pixKey` as `pix_key`. */
export function snake(name: string): string {
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
    settings: preview.settings.map(({ name, label, before, after }) => ({
      ...{ name: snake(name), label: label ? say(label) : null, before, after },
    })),
    warnings: preview.warnings.map(say),
    payee: preview.payee ? payeeOf(preview.payee) : null,
  }
}
