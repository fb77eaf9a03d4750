import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  WithdrawalAccountData,
  WithdrawalAccountsData,
} from '../../../../gateway/src/extras/withdrawals/http/contract/withdrawals.ts'
import { api } from '../../app/api.ts'
import { usePoint, usePointPath } from '../../app/point.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant, ZoneNote } from '../../parts/values/instant.tsx'
import { Joined } from '../../parts/values/joined.tsx'
import { Method } from '../../parts/values/method.tsx'
import { StateNote } from './account-state.tsx'
import { ProposePanel } from './propose-panel.tsx'
import { useWithdrawalsTexts } from './texts.ts'

/** What a person asks for with an account, before it is asked once more. */
interface Asked {
  account: WithdrawalAccountData
  what: 'confirm' | 'end'
}

/** Where the merchant's money goes: people propose, confirm and end accounts here, and no API key does. */
export function WithdrawalAccountsPage() {
  const { accounts: texts } = useWithdrawalsTexts()
  const { permissions } = usePoint()
  const found = useRead<WithdrawalAccountsData>(usePointPath()('/withdrawal-accounts'))
  const documents = found.data?.documents
  const mayChange = permissions.includes('approve_payouts')
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
      />
      <ReadState result={found}>{(data) => <Accounts data={data} mayChange={mayChange} />}</ReadState>
      {mayChange ? (
        <ProposePanel documents={documents} />
      ) : (
        <Text size="sm" mt="md">
          {texts.notAllowed}
        </Text>
      )}
    </>
  )
}

function Accounts({ data: { accounts, documents }, mayChange }: { data: WithdrawalAccountsData; mayChange: boolean }) {
  const { accounts: texts } = useWithdrawalsTexts()
  const [asked, setAsked] = useState<Asked>()
  const columns = useColumns({ mayChange, onAsk: setAsked })
  const known = documents.map(({ country, type, number }) => `${type} ${number} (${country})`).join(', ')
  return (
    <Panel title={texts.list} explanation={known === '' ? texts.noDocuments : texts.documents(known)}>
      {accounts.length === 0 ? (
        <EmptyState title={texts.emptyTitle} explanation={texts.empty} heading={3} />
      ) : (
        <DataTable caption={texts.list} rows={accounts} rowKey={(row) => row.withdrawal_account_id} columns={columns} />
      )}
      {asked && <AskDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  )
}

function useColumns({ mayChange, onAsk }: { mayChange: boolean; onAsk: (asked: Asked) => void }) {
  const { accounts: texts } = useWithdrawalsTexts()
  const columns: Column<WithdrawalAccountData>[] = [
    { key: 'method', header: texts.method, isHead: true, render: (row) => <Method code={row.service_code} /> },
    { key: 'account', header: texts.account, render: (row) => <Joined parts={accountParts(row)} /> },
    { key: 'state', header: texts.state, render: (row) => <StateNote account={row} /> },
    {
      key: 'proposed',
      header: texts.proposed,
      render: (row) => (
        <>
          <bdi>{row.proposed_by}</bdi> · <Instant at={row.proposed_at} />
        </>
      ),
    },
  ]
  if (!mayChange) return columns
  const button = (row: WithdrawalAccountData, what: Asked['what']) => (
    <Button
      size="xs"
      variant={what === 'confirm' ? 'filled' : 'default'}
      aria-label={`${texts[what].action} ${row.service_code}`}
      onClick={() => onAsk({ account: row, what })}
    >
      {texts[what].action}
    </Button>
  )
  return [
    ...columns,
    {
      key: 'actions',
      header: texts.actions,
      render: (row: WithdrawalAccountData) => (
        <Group gap="xs">
          {row.may_confirm && button(row, 'confirm')}
          {row.state !== 'ended' && button(row, 'end')}
        </Group>
      ),
    },
  ]
}

/** Which account it is, asked once more. */
function AskDialog({ asked: { account, what }, onClose }: { asked: Asked; onClose: () => void }) {
  const { accounts: texts } = useWithdrawalsTexts()
  const path = usePointPath()
  const at = path(`/withdrawal-accounts/${account.withdrawal_account_id}`)
  const change = useChange(() => (what === 'confirm' ? api.post(`${at}/confirm`) : api.delete(at)), {
    done: texts[what].done,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      opened
      title={texts[what].title}
      action={texts[what].action}
      isDangerous={what === 'end'}
      isWorking={change.isPending}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{texts[what].text}</Text>
        <Text size="sm" fw={600}>
          <Joined parts={accountParts(account)} />
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

/** The bank, the account and its holder, as a payout names them. */
function accountParts({ details }: WithdrawalAccountData): readonly (string | undefined)[] {
  const { account_bank: bank, account_type: type, account, account_phone: phone, ...rest } = details
  const holder = [rest['account_doc_type'], rest['account_doc_id']].filter(Boolean).join(' ')
  return [bank, type, account, phone === account ? undefined : phone, rest['account_beneficiary'], holder]
}
