import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WaitingDepositData } from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import type { ReviewQueueData } from '../../../../gateway/src/extras/operator-desk/http/contract/books.ts'
import type {
  Environment,
  Page,
  ProposalData,
  ToPayPage,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import type { OperatorOverviewData } from '../../../../gateway/src/extras/overview/http/contract/operator-health.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { TextLink } from '../../parts/links.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { Tag, type Tone } from '../../parts/values/tag.tsx'
import { useProposedAccounts } from '../merchants/merchant-withdrawals.tsx'
import { QueueAssignment } from './queue-assignment.tsx'
import { useOperatorTexts, useOperatorWords } from './texts.ts'

const everySeconds = 30
/** More stand behind "all". */
const shownMax = 12

/** What waits for a person, of one kind. The first kind is the most urgent. */
const kinds = ['books', 'review', 'pay', 'proposal', 'callbacks', 'deposit', 'withdrawal'] as const
type Kind = (typeof kinds)[number]

const tones: Readonly<Record<Kind, Tone>> = {
  books: 'bad',
  review: 'bad',
  pay: 'wait',
  proposal: 'wait',
  callbacks: 'wait',
  deposit: 'calm',
  withdrawal: 'calm',
}

interface Work {
  /** The id of the item. */
  key: string
  kind: Kind
  reason: ReactNode
  whose: string
  amount?: ReactNode
  /** ISO 8601. */
  since: string
  action: ReactNode
}

/** Everything that waits for a person in one environment: the urgent first, then the oldest, each with its one action. */
export function WorkQueue({ overview, environment }: { overview: OperatorOverviewData; environment: Environment }) {
  const { work } = useOperatorTexts()
  const language = useLanguage()
  const found = [
    ...useBooks(overview),
    ...useReviewed(environment),
    ...useToPay(environment),
    ...useProposals(environment),
    ...useCallbacks(overview, environment),
    ...useDeposits(environment),
    ...useWithdrawals(environment),
  ].toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind) || (one.since < other.since ? -1 : 1))
  const shown = found.slice(0, shownMax)
  return (
    <Panel title={work.title} explanation={found.length === 0 ? work.nothing : work.explanation}>
      {found.length > 0 && (
        <DataTable
          caption={work.title}
          rows={shown}
          rowKey={({ kind, key }) => `${kind} ${key}`}
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
            {
              key: 'since',
              header: work.since,
              // People propose in true time.
              render: ({ kind, since }) => <Instant at={since} distance isTrueTime={kind === 'proposal'} />,
            },
            {
              key: 'taken',
              header: work.taken,
              render: ({ kind, key }) => (kind === 'books' ? '–' : <QueueAssignment kind={kind} itemId={key} />),
            },
            { key: 'action', header: work.action, render: ({ action }) => action },
          ]}
        />
      )}
      {found.length > shown.length && (
        <Text size="sm" mt="sm">
          {work.more(formatCount(found.length - shown.length, language))}{' '}
          <TextLink to="/operator/attention">{work.all}</TextLink>
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

function useReviewed(environment: Environment): Work[] {
  const { work } = useOperatorTexts()
  const { data } = useRead<ReviewQueueData>('/console/operator/attention', { everySeconds })
  return (data?.items ?? [])
    .filter((row) => row.environment === environment)
    .map((row) => ({
      key: row.transaction_id,
      kind: 'review',
      reason: row.needs_operator ?? work.kinds.review,
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

/** Nobody pays at the bank for a test point. */
function useToPay(environment: Environment): Work[] {
  const { toPay, payTypes } = useOperatorTexts()
  const { data } = useRead<ToPayPage>('/console/operator/to-pay', {
    query: { limit: shownMax },
    everySeconds,
    enabled: environment === 'live',
  })
  return (environment === 'live' ? (data?.items ?? []) : []).map((row) => ({
    key: row.transaction_id,
    kind: 'pay',
    reason: `${payTypes[row.pay_type]} ${row.reference}`,
    whose: `${row.merchant} · ${row.point.name}`,
    amount: <Amount value={row.amount} currency={row.currency} />,
    since: row.since,
    action: <TextLink to="/operator/to-pay">{toPay.pay}</TextLink>,
  }))
}

function useProposals(environment: Environment): Work[] {
  const { work } = useOperatorTexts()
  const { actions } = useOperatorWords()
  const { data } = useRead<Page<ProposalData>>('/console/operator/proposals', {
    query: { state: 'open' },
    everySeconds,
  })
  return (data?.items ?? [])
    .filter((row) => row.environment === environment)
    .map((row) => ({
      key: row.proposal_id,
      kind: 'proposal',
      reason: row.may_decide ? actions[row.action] : `${actions[row.action]}. ${work.ownProposal}`,
      whose: row.point ? `${row.point.merchant} · ${row.point.name}` : row.proposed_by.name,
      ...(row.transaction && {
        amount: <Amount value={row.transaction.amount} currency={row.transaction.currency} />,
      }),
      since: row.proposed_at,
      action: (
        <TextLink to="/operator/proposals/$proposalId" params={{ proposalId: row.proposal_id }}>
          {row.may_decide ? work.decide : work.look}
        </TextLink>
      ),
    }))
}

function useCallbacks({ failing_endpoints: failing }: OperatorOverviewData, environment: Environment): Work[] {
  const { work } = useOperatorTexts()
  return failing
    .filter((row) => row.environment === environment)
    .map((row) => ({
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

/** Accounts for withdrawals that no person of the merchant may confirm. */
function useWithdrawals(environment: Environment): Work[] {
  const { work } = useOperatorTexts()
  return useProposedAccounts()
    .filter((row) => row.environment === environment && row.needs_operator)
    .map((row) => ({
      key: row.withdrawal_account_id,
      kind: 'withdrawal',
      reason: work.withdrawal(row.service_code),
      whose: row.merchant.name,
      since: row.proposed_at,
      action: (
        <TextLink to="/operator/merchants/$merchantId" params={{ merchantId: row.merchant.merchant_id }}>
          {work.decide}
        </TextLink>
      ),
    }))
}
