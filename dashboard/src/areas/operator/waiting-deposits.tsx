import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { WaitingDepositData } from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { api } from '../../app/api.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Instant } from '../../parts/values/instant.tsx'
import { useOperatorTexts } from './texts.ts'

const path = '/console/operator/deposit-accounts'

/** Accounts that take the place of others: payers are shown them after a day, or once a third person agrees. */
export function WaitingDeposits({ everySeconds }: { everySeconds: number }) {
  const { waitingDeposits: texts, service } = useOperatorTexts()
  const waiting = useRead<{ items: readonly WaitingDepositData[] }>(`${path}/waiting`, { everySeconds })
  const [asked, setAsked] = useState<WaitingDepositData>()
  const show = useChange((id: string) => api.post(`${path}/${id}/show`), {
    done: texts.shown,
    onDone: () => setAsked(undefined),
  })
  const items = waiting.data?.items ?? []
  if (items.length === 0) return null
  return (
    <Panel title={texts.title} explanation={texts.explanation}>
      <DataTable
        caption={texts.title}
        columns={columnsOf({ texts, service, onAsk: setAsked })}
        rows={items}
        rowKey={(item) => item.id}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        title={texts.question}
        action={texts.show}
        isWorking={show.isPending}
        onConfirm={() => asked && show.mutate(asked.id)}
        onClose={() => setAsked(undefined)}
      >
        <Text size="sm">
          {asked?.account} · {asked?.beneficiary}. {texts.words}
        </Text>
      </ConfirmDialog>
    </Panel>
  )
}

interface ColumnParts {
  texts: ReturnType<typeof useOperatorTexts>['waitingDeposits']
  service: string
  onAsk: (asked: WaitingDepositData) => void
}

function columnsOf({ texts, service, onAsk }: ColumnParts): readonly Column<WaitingDepositData>[] {
  return [
    {
      key: 'account',
      header: texts.account,
      isHead: true,
      render: (item) => (
        <>
          <Text fw={600}>{item.account ?? '–'}</Text>
          <Text size="sm">{item.beneficiary}</Text>
        </>
      ),
    },
    { key: 'service', header: service, render: (item) => item.service_code },
    { key: 'from', header: texts.from, render: (item) => <Instant at={item.shown_from} /> },
    {
      key: 'actions',
      header: texts.show,
      align: 'right',
      render: (item) =>
        item.may_show ? (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.showName(item.account ?? item.beneficiary)}
            onClick={() => onAsk(item)}
          >
            {texts.show}
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}
