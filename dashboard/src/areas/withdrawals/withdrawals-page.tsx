import { Stack, Text } from '@mantine/core'
import type {
  WithdrawalAccountData,
  WithdrawalAccountsData,
  WithdrawalData,
} from '../../../../gateway/src/extras/withdrawals/http/contract/withdrawals.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { PagedTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { useUrlFilters } from '../../parts/tables/url-filters.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Method } from '../../parts/values/method.tsx'
import { ReasonText, StatusBadge } from '../../parts/values/tag.tsx'
import { TransactionLink } from '../payments/transaction-link.tsx'
import { StateNote } from './account-state.tsx'
import { usePayoutServices } from './payout-services.ts'
import { useWithdrawalsTexts } from './texts.ts'
import { WithdrawForm } from './withdraw-form.tsx'

/** How often the list is read anew while it is looked at. */
const everySeconds = 15

/** Takes the point's money out, and says what became of it. */
export function WithdrawalsPage() {
  const texts = useWithdrawalsTexts()
  const { id: pointId, permissions } = usePoint()
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
        actions={
          <ButtonLink to="/p/$pointId/withdrawal-accounts" params={{ pointId }} variant="default">
            {texts.accounts.title}
          </ButtonLink>
        }
      />
      {permissions.includes('payouts') && <WithdrawPanel />}
      <Withdrawals />
    </>
  )
}

/** The form, or why nothing can be withdrawn now in the currency that the address names. */
function WithdrawPanel() {
  const { withdraw } = useWithdrawalsTexts()
  const accounts = useRead<WithdrawalAccountsData>(usePointPath()('/withdrawal-accounts'))
  const { currency } = useUrlFilters('/p/$pointId/withdrawals').values
  return (
    <Panel title={currency === '' ? withdraw.title : withdraw.titleOf(currency)}>
      <ReadState result={accounts}>
        {(data) => {
          const asked = data.accounts.filter((each) => currency === '' || each.currency === currency)
          const usable = asked.filter(({ state }) => state === 'usable')
          return usable.length > 0 ? (
            <WithdrawForm accounts={usable} />
          ) : (
            <NoAccount accounts={asked.filter(({ state }) => state !== 'ended')} currency={currency} />
          )
        }}
      </ReadState>
    </Panel>
  )
}

function NoAccount({ accounts, currency }: { accounts: readonly WithdrawalAccountData[]; currency: string }) {
  const { withdraw } = useWithdrawalsTexts()
  const { id: pointId } = usePoint()
  const services = usePayoutServices()
  const hasService = currency === '' || (services?.some((each) => each.currency === currency) ?? true)
  return (
    <Stack gap="sm" align="flex-start">
      {accounts.map((account) => (
        <div key={account.withdrawal_account_id}>
          <Method code={account.service_code} short /> <StateNote account={account} />
        </div>
      ))}
      {!hasService && <Text size="sm">{withdraw.noService(currency)}</Text>}
      {hasService && accounts.length === 0 && <Text size="sm">{withdraw.noAccount}</Text>}
      {hasService && (
        <ButtonLink to="/p/$pointId/withdrawal-accounts" params={{ pointId }}>
          {accounts.length === 0 ? withdraw.setAccount : withdraw.seeAccounts}
        </ButtonLink>
      )}
    </Stack>
  )
}

/** All withdrawals of the point, newest first. */
function Withdrawals() {
  const { list } = useWithdrawalsTexts()
  const pages = usePages<WithdrawalData>(usePointPath()('/withdrawals'), { everySeconds })
  return (
    <Panel title={list.title}>
      <PagedTable
        caption={list.title}
        columns={useColumns()}
        pages={pages}
        rowKey={(row) => row.withdrawal_id}
        empty={<EmptyState title={list.emptyTitle} explanation={list.empty} heading={3} />}
      />
    </Panel>
  )
}

function useColumns(): Column<WithdrawalData>[] {
  const { list } = useWithdrawalsTexts()
  return [
    {
      key: 'status',
      header: list.status,
      render: (row) => (
        <>
          <StatusBadge status={row.status} /> <ReasonText reason={row.status_reason} payType="payout" />
        </>
      ),
    },
    {
      ...{ key: 'mark', header: list.status, line: 'mark', isLineOnly: true },
      render: (row) => <StatusBadge status={row.status} />,
    },
    {
      ...{ key: 'note', header: list.status, line: 'note', isLineOnly: true },
      // "Paid" says no more than the status.
      render: (row) => row.status_reason !== 'paid' && <ReasonText reason={row.status_reason} payType="payout" />,
    },
    {
      key: 'amount',
      header: list.amount,
      align: 'right',
      line: 'end',
      render: (row) => <Amount value={row.amount} currency={row.currency} />,
    },
    {
      key: 'account',
      header: list.account,
      line: 'below',
      render: (row) =>
        row.service_code === null ? (
          <>
            {list.outside}: <bdi>{row.paid_outside}</bdi>
          </>
        ) : (
          <>
            <Method code={row.service_code} short /> {row.account}
          </>
        ),
    },
    {
      key: 'reference',
      header: list.reference,
      line: 'first',
      render: (row) =>
        row.paid_outside === null ? (
          <TransactionLink payType="payout" transactionId={row.withdrawal_id}>
            {row.reference}
          </TransactionLink>
        ) : (
          row.reference
        ),
    },
    { key: 'created', header: list.created, line: 'below', render: (row) => <Instant at={row.created_at} short /> },
  ]
}
