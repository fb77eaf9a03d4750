import { Text } from '@mantine/core'
import type { OperatorOverviewData } from '../../../../gateway/src/overview/http/contract/operator-health.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { Amount } from '../../parts/amount.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useStatusTexts } from '../../parts/tag.tsx'
import { useOperatorTexts } from './texts.ts'

type Volume = OperatorOverviewData['volumes'][number]

/** The transactions of today: a row per direction and currency, a column per status. */
export function Volumes({ overview }: { overview: OperatorOverviewData }) {
  const texts = useOperatorTexts()
  const { status } = useStatusTexts()
  const language = useLanguage()
  const rows = rowsOf(overview.volumes)
  const count = (of: readonly Volume[], wanted: Volume['status']) => {
    const found = of.find((each) => each.status === wanted)
    return found === undefined ? '–' : formatCount(found.transactions, language)
  }
  return (
    <Panel title={texts.todayTitle} {...(overview.volumes_at_least && { explanation: texts.atLeast })}>
      {rows.length === 0 ? (
        <Text size="sm">{texts.noVolumes}</Text>
      ) : (
        <DataTable
          caption={texts.todayTitle}
          rows={rows}
          rowKey={([first]) => `${first?.pay_type} ${first?.currency}`}
          columns={[
            {
              key: 'type',
              header: texts.payType,
              isHead: true,
              render: ([first]) => first && `${texts.payTypes[first.pay_type]} · ${first.currency}`,
            },
            {
              key: 'amount',
              header: `${texts.amount}: ${status.COMPLETED}`,
              align: 'right',
              render: (of) => {
                const done = of.find((each) => each.status === 'COMPLETED')
                return done ? <Amount value={done.amount} currency={done.currency} /> : '–'
              },
            },
            ...(['COMPLETED', 'PENDING', 'ERROR', 'EXPIRED'] as const).map((each) => ({
              key: each,
              header: status[each],
              align: 'right' as const,
              render: (of: readonly Volume[]) => count(of, each),
            })),
          ]}
        />
      )}
    </Panel>
  )
}

/** The statuses of each direction and currency. */
function rowsOf(volumes: readonly Volume[]): readonly (readonly Volume[])[] {
  const names = new Set(volumes.map(nameOf))
  return [...names].map((name) => volumes.filter((each) => nameOf(each) === name))
}

function nameOf({ pay_type: type, currency }: Volume): string {
  return `${type} ${currency}`
}
