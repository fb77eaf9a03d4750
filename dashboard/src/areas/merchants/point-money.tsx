import { Button, Group, Text } from '@mantine/core'
import type {
  ActionName,
  OperatorPointData,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { useMay } from '../../app/session.ts'
import { Panel } from '../../parts/panel.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Method } from '../../parts/values/method.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from '../operator/texts.ts'
import type { Proposing } from '../proposals/propose-dialog.tsx'

export interface PointMoneyProps {
  point: OperatorPointData
  onPropose: (action: ActionName, more?: Pick<Proposing, 'initial' | 'current'>) => void
}

/** What decides about a point's payments: two people change it where the point is live. */
export function PointLimits(props: PointMoneyProps) {
  return (
    <>
      <Limits {...props} />
      <Terms {...props} />
      <Policies {...props} />
      <CardLimits {...props} />
    </>
  )
}

export function PointBalances({ point, onPropose }: PointMoneyProps) {
  const texts = useOperatorTexts()
  const { accounts } = useOperatorWords()
  const amount = (name: 'available' | 'pending' | 'reserved' | 'overdraft') => ({
    key: name,
    header: wordOf(accounts, name),
    align: 'right' as const,
    render: (row: OperatorPointData['balances'][number]) => <Amount value={row[name]} currency={row.currency} />,
  })
  return (
    <Panel
      title={texts.moneyTitle}
      explanation={texts.moneyExplanation}
      actions={
        <ProposeButtons names={['fund', 'correction', 'overdraft', 'withdrawal_outside']} onPropose={onPropose} />
      }
    >
      {point.balances.length === 0 ? (
        <Text size="sm">{texts.none}</Text>
      ) : (
        <DataTable
          caption={texts.moneyTitle}
          rows={point.balances}
          rowKey={(row) => row.currency}
          columns={[
            { key: 'currency', header: texts.currency, isHead: true, render: (row) => row.currency },
            amount('available'),
            amount('pending'),
            amount('reserved'),
            amount('overdraft'),
          ]}
        />
      )}
    </Panel>
  )
}

function Limits({ point, onPropose }: PointMoneyProps) {
  const texts = useOperatorTexts()
  const { fields } = useOperatorWords()
  const limit = (name: 'single' | 'daily' | 'approval_above') => ({
    key: name,
    header: wordOf(fields, name),
    align: 'right' as const,
    render: (row: OperatorPointData['limits'][number]) => {
      const value = row[name]
      return value === null ? texts.noLimit : <Amount value={value} currency={row.currency} />
    },
  })
  return (
    <Panel
      title={texts.limitsTitle}
      actions={
        <ProposeButtons
          names={['payout_limits']}
          onPropose={(name) => onPropose(name, { current: point.limits.map((each) => ({ ...each })) })}
        />
      }
    >
      {point.limits.length === 0 ? (
        <Text size="sm">{texts.noLimit}</Text>
      ) : (
        <DataTable
          caption={texts.limitsTitle}
          rows={point.limits}
          rowKey={(row) => row.currency}
          columns={[
            { key: 'currency', header: texts.currency, isHead: true, render: (row) => row.currency },
            limit('single'),
            limit('daily'),
            limit('approval_above'),
          ]}
        />
      )}
    </Panel>
  )
}

function Terms({ point, onPropose }: PointMoneyProps) {
  const texts = useOperatorTexts()
  const { fields } = useOperatorWords()
  return (
    <Panel title={texts.termsTitle} actions={<ProposeButtons names={['terms']} onPropose={onPropose} />}>
      {point.terms.length === 0 ? (
        <Text size="sm">{texts.none}</Text>
      ) : (
        <DataTable
          caption={texts.termsTitle}
          rows={point.terms}
          rowKey={(row) => `${row.pay_type} ${row.service_code}`}
          columns={[
            {
              key: 'service',
              header: texts.service,
              isHead: true,
              render: (row) => (row.service_code === '*' ? texts.everyService : <Method code={row.service_code} />),
            },
            { key: 'pay_type', header: texts.payType, render: (row) => texts.payTypes[row.pay_type] },
            {
              key: 'percent',
              header: wordOf(fields, 'percent'),
              align: 'right',
              render: (row) => `${row.percent} %`,
            },
            {
              key: 'fixed',
              header: wordOf(fields, 'fixed'),
              align: 'right',
              render: (row) =>
                row.fixed === null || row.currency === null ? (
                  '–'
                ) : (
                  <Amount value={row.fixed} currency={row.currency} />
                ),
            },
            {
              key: 'release',
              header: wordOf(fields, 'release_days'),
              align: 'right',
              render: (row) => row.release_days ?? '–',
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Policies({ point, onPropose }: PointMoneyProps) {
  const texts = useOperatorTexts()
  const { fields, values } = useOperatorWords()
  const facts = Object.entries(point.policies).map(([name, policy]) => ({
    name: wordOf(fields, name),
    value: policy.value === null ? texts.byDefault(wordOf(values, policy.default)) : wordOf(values, policy.value),
  }))
  return (
    <Panel title={texts.policiesTitle} actions={<ProposeButtons names={['policies']} onPropose={onPropose} />}>
      <DescriptionList facts={facts} />
    </Panel>
  )
}

function CardLimits({ point, onPropose }: PointMoneyProps) {
  const texts = useOperatorTexts()
  const { fields, values } = useOperatorWords()
  const count = (name: 'attempts_hour' | 'declines_hour' | 'attempts_day' | 'declines_day') => ({
    key: name,
    header: wordOf(fields, name),
    align: 'right' as const,
    render: (row: OperatorPointData['card_limits'][number]) => row[name] ?? texts.noLimit,
  })
  return (
    <Panel title={texts.cardLimitsTitle} actions={<ProposeButtons names={['card_limits']} onPropose={onPropose} />}>
      <DataTable
        caption={texts.cardLimitsTitle}
        rows={point.card_limits}
        rowKey={(row) => row.kind}
        columns={[
          {
            key: 'kind',
            header: wordOf(fields, 'kind'),
            isHead: true,
            render: (row) => (row.set ? wordOf(values, row.kind) : texts.byDefault(wordOf(values, row.kind))),
          },
          count('attempts_hour'),
          count('declines_hour'),
          count('attempts_day'),
          count('declines_day'),
        ]}
      />
    </Panel>
  )
}

interface ProposeButtonsProps {
  names: readonly ActionName[]
  onPropose: PointMoneyProps['onPropose']
}

function ProposeButtons({ names, onPropose }: ProposeButtonsProps) {
  const { actions } = useOperatorWords()
  const may = useMay('operator_act')
  if (!may) return null
  return (
    <Group gap="xs">
      {names.map((name) => (
        <Button key={name} size="xs" variant="default" onClick={() => onPropose(name)}>
          {actions[name]}
        </Button>
      ))}
    </Group>
  )
}
