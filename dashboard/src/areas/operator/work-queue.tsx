import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  BankAccountData,
  BankAccountListData,
} from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type { WaitingDepositData } from '../../../../gateway/src/bank-accounts/http/contract/operator-deposits.ts'
import type { OperatorOverviewData } from '../../../../gateway/src/overview/http/contract/operator-health.ts'
import type { ProposalData } from '../../../../gateway/src/review/http/contract/operator.ts'
import type { WorkData } from '../../../../gateway/src/review/http/contract/operator-books.ts'
import { deskCountMax } from '../../app/desk-environment.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import type { Environment } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Instant } from '../../parts/instant.tsx'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Tag, type Tone } from '../../parts/tag.tsx'
import { ReviewReason } from './review-reason.tsx'
import { useOperatorTexts, useOperatorWords } from './texts.ts'

const everySeconds = 30
const nothing: Pick<WorkData, 'reviews' | 'proposals'> = {
  reviews: { items: [], total: 0 },
  proposals: { items: [], total: 0 },
}
/** More stand behind "all". */
const shownMax = 12

/** What waits for a person, of one kind. The first kind is the most urgent. */
const kinds = ['books', 'review', 'proposal', 'callbacks', 'days', 'lines', 'deposit'] as const
type Kind = (typeof kinds)[number]

const tones: Readonly<Record<Kind, Tone>> = {
  books: 'bad',
  review: 'bad',
  proposal: 'wait',
  callbacks: 'wait',
  days: 'wait',
  lines: 'wait',
  deposit: 'calm',
}

interface Work {
  key: string
  kind: Kind
  reason: ReactNode
  whose: string
  amount?: ReactNode
  /** ISO 8601. */
  since: string
  action: ReactNode
}

/** Everything that waits for a person in the overview's environment: the urgent first, then the oldest, each with its one action. */
export function WorkQueue({ overview }: { overview: OperatorOverviewData }) {
  const { work } = useOperatorTexts()
  const language = useLanguage()
  const { environment } = overview
  const { data } = useRead<WorkData>('/console/operator/work', { query: { environment }, everySeconds })
  const { reviews, proposals } = data?.environment === environment ? data : nothing
  const found = [
    ...useBooks(overview),
    ...useReviewed(reviews.items),
    ...useProposals(proposals.items),
    ...useCallbacks(overview),
    ...useBankAccounts(environment),
    ...useDeposits(environment),
  ].toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.since < other.since ? -1 : 1))
  const shown = found.slice(0, shownMax)
  const isCut = reviews.total >= deskCountMax || proposals.total >= deskCountMax
  const hidden =
    found.length - shown.length + (reviews.total - reviews.items.length) + (proposals.total - proposals.items.length)
  return (
    <Panel title={work.title} explanation={found.length === 0 ? work.nothing : work.explanation}>
      {found.length > 0 && (
        <DataTable
          caption={work.title}
          rows={shown}
          rowKey={(row) => row.key}
          columns={[
            { key: 'kind', header: work.kind, render: ({ kind }) => <Tag tone={tones[kind]}>{work.kinds[kind]}</Tag> },
            {
              key: 'reason',
              header: work.reason,
              isHead: true,
              render: ({ reason }) => <Text size="sm">{reason}</Text>,
            },
            { key: 'whose', header: work.whose, render: ({ whose }) => whose },
            { key: 'amount', header: work.amount, align: 'right', render: ({ amount }) => amount ?? '–' },
            { key: 'since', header: work.since, render: ({ since }) => <Instant at={since} distance /> },
            { key: 'action', header: work.action, render: ({ action }) => action },
          ]}
        />
      )}
      {overview.failing_endpoints_more && (
        <Text size="sm" mt="sm">
          {work.moreFailing(overview.failing_endpoints.length)}
        </Text>
      )}
      {hidden > 0 && (
        <Text size="sm" mt="sm">
          {work.more(`${formatCount(hidden, language)}${isCut ? '+' : ''}`)}{' '}
          <TextLink to="/operator/attention">{work.all}</TextLink> ·{' '}
          <TextLink to="/operator/proposals">{work.allProposals}</TextLink>
        </Text>
      )}
    </Panel>
  )
}

function useBooks({ verify: { last, full } }: OperatorOverviewData): Work[] {
  const { work } = useOperatorTexts()
  const language = useLanguage()
  const broken = [last, full].find((run) => run !== null && (run.violations > 0 || run.failed !== null))
  if (!broken) return []
  return [
    {
      key: 'books',
      kind: 'books',
      reason: broken.failed ?? work.broken(formatCount(broken.violations, language)),
      whose: work.everybody,
      since: broken.started_at,
      action: <TextLink to="/operator/invariants">{work.look}</TextLink>,
    },
  ]
}

function useReviewed(rows: WorkData['reviews']['items']): Work[] {
  const { work } = useOperatorTexts()
  return rows.map((row) => ({
    key: row.transaction_id,
    kind: 'review',
    reason: row.needs_operator === null ? work.kinds.review : <ReviewReason reason={row.needs_operator} />,
    whose: `${row.merchant.name} · ${row.point.name}`,
    amount: <Amount value={row.amount} currency={row.currency} />,
    since: row.created_at,
    action: (
      <TextLink to="/operator/transactions/$transactionId" params={{ transactionId: row.transaction_id }}>
        {work.judge}
      </TextLink>
    ),
  }))
}

function useProposals(rows: WorkData['proposals']['items']): Work[] {
  const { work } = useOperatorTexts()
  const { actions } = useOperatorWords()
  return rows.map((row) => ({
    key: row.proposal_id,
    kind: 'proposal',
    reason: row.may_decide ? actions[row.action] : `${actions[row.action]}. ${work.ownProposal}`,
    whose: whoseProposal(row),
    ...amountOfProposal(row),
    since: row.proposed_at,
    action: (
      <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: row.proposal_id }}>
        {row.may_decide ? work.decide : work.look}
      </TextLink>
    ),
  }))
}

function whoseProposal({ point, bank, proposed_by: by }: ProposalData): string {
  if (point) return `${point.merchant} · ${point.name}`
  return bank ? `${bank.name} · ${bank.currency}` : by.name
}

function amountOfProposal({ transaction, bank }: ProposalData): Pick<Work, 'amount'> {
  if (transaction) return { amount: <Amount value={transaction.amount} currency={transaction.currency} /> }
  const value = bank?.payment_file?.total ?? bank?.line?.amount
  return bank && value !== undefined ? { amount: <Amount value={value} currency={bank.currency} /> } : {}
}

function useCallbacks({ failing_endpoints: failing }: OperatorOverviewData): Work[] {
  const { work } = useOperatorTexts()
  return failing.map((row) => ({
    key: row.point.point_id,
    kind: 'callbacks',
    reason: row.status === 'suspended' ? work.suspended : work.failing,
    whose: `${row.merchant} · ${row.point.name}`,
    since: row.since,
    action: (
      <TextLink to="/operator/points/$pointId" params={{ pointId: row.point.point_id }}>
        {work.openPoint}
      </TextLink>
    ),
  }))
}

/** By bank account: lines of statements that nobody has claimed, and days that are not proven. */
function useBankAccounts(environment: Environment): Work[] {
  const { work } = useOperatorTexts()
  const { data } = useRead<BankAccountListData>('/console/operator/bank-accounts', {
    query: { environment },
    everySeconds,
  })
  const accounts = (data?.items ?? []).filter((account) => account.environment === environment)
  const whose = (account: BankAccountData) => `${account.bank_name ?? account.holder} · ${account.currency}`
  const lines = accounts
    .filter((account) => account.waiting_lines > 0)
    .map((account) => ({
      key: account.id,
      kind: 'lines' as const,
      reason: work.lines(account.waiting_lines),
      whose: whose(account),
      since: `${account.oldest_waiting_day}T00:00:00Z`,
      action: (
        <TextLink to="/operator/bank-lines" search={{ account: account.id }}>
          {work.match}
        </TextLink>
      ),
    }))
  const days = accounts
    .filter((account) => account.open_days > 0)
    .map((account) => ({
      key: `${account.id} days`,
      kind: 'days' as const,
      reason: work.days(account.open_days),
      whose: whose(account),
      since: `${account.oldest_open_day}T00:00:00Z`,
      action: (
        <TextLink
          to="/operator/bank-days/$accountId/$day"
          params={{ accountId: account.id, day: account.oldest_open_day ?? '' }}
        >
          {work.openDay}
        </TextLink>
      ),
    }))
  return [...days, ...lines]
}

/** Accounts of live points that wait for a third person. */
function useDeposits(environment: Environment): Work[] {
  const { work } = useOperatorTexts()
  const { data } = useRead<{ items: readonly WaitingDepositData[] }>('/console/operator/deposit-accounts/waiting', {
    everySeconds,
    enabled: environment === 'live',
  })
  return (data?.items ?? [])
    .filter((row) => environment === 'live' && row.may_show)
    .map((row) => ({
      key: row.id,
      kind: 'deposit',
      reason: work.deposit(row.service_code),
      whose: row.beneficiary,
      since: row.shown_from,
      action: <TextLink to="/operator/proposals">{work.decide}</TextLink>,
    }))
}
