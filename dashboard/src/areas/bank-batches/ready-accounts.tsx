import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { BatchAccountData, ReadyData } from '../../../../gateway/src/extras/bank-accounts/http/contract/batches.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import { useBankBatchesTexts } from './texts.ts'

const refreshSeconds = 30

/** The own accounts of which a batch can be made, with their cut-offs. Nothing where there is none. */
export function ReadyAccounts() {
  const texts = useBankBatchesTexts()
  const { data } = useRead<{ items: readonly ReadyData[] }>('/console/operator/bank-batches/ready', {
    everySeconds: refreshSeconds,
  })
  const [proposing, setProposing] = useState<Proposing>()
  const columns = useColumns(setProposing)
  const rows = data?.items ?? []
  if (rows.length === 0) return null
  return (
    <Panel title={texts.ready} explanation={texts.readyExplanation}>
      <DataTable caption={texts.ready} rows={rows} columns={columns} rowKey={(row) => row.bank_account_id} />
      <ProposeDialog proposing={proposing} onClose={() => setProposing(undefined)} />
    </Panel>
  )
}

function useColumns(onMake: (proposing: Proposing) => void): readonly Column<ReadyData>[] {
  const texts = useBankBatchesTexts()
  const language = useLanguage()
  const may = useMay('operator_act')
  return [
    { key: 'account', header: texts.account, isHead: true, render: (row) => <AccountOfBatch account={row} /> },
    { key: 'payments', header: texts.payments, align: 'right', render: (row) => formatCount(row.items, language) },
    {
      key: 'total',
      header: texts.total,
      align: 'right',
      render: (row) => <Amount value={row.total} currency={row.currency} />,
    },
    {
      key: 'cutoff',
      header: texts.cutoff,
      render: ({ cutoff, time_zone: zone }) => (cutoff === null ? texts.noCutoff : `${cutoff} ${zone}`),
    },
    { key: 'day', header: texts.executionDay, render: (row) => row.execution_day },
    {
      key: 'make',
      header: texts.action,
      render: ({ bank_account_id, environment, execution_day }) =>
        may ? (
          <Button
            size="compact-md"
            variant="default"
            onClick={() =>
              onMake({
                ...{ action: 'payment_batch', about: {}, fixed: { bank_account_id }, environment },
                initial: { execution_day },
              })
            }
          >
            {texts.make}
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}

/** The account by its bank and its holder. */
export function AccountOfBatch({ account }: { account: BatchAccountData }) {
  return (
    <Stack gap={2} align="flex-start">
      <span>{account.bank ?? account.holder}</span>
      <Text size="xs" c="dimmed">
        {account.holder} · {account.currency}
      </Text>
      <EnvironmentBadge environment={account.environment} />
    </Stack>
  )
}
