import { Alert, Group, List, Stack, Text } from '@mantine/core'
import type { Payee, PreviewData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { StatusBadge } from '../../parts/values/tag.tsx'
import { usePayeeFacts } from '../merchants/payee-facts.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from '../operator/texts.ts'
import { sumFields } from './proposal-parts.tsx'

/** Exactly what an action would do now: status, entries, balances before and after, settings before and after. */
export function PreviewView({ foreseen }: { foreseen: PreviewData }) {
  const texts = useOperatorTexts()
  const { movements, balances, settings, status, blocked, warnings, payee, alone } = foreseen
  const isMoved = status !== null && status.before !== status.after
  const isNothing = movements.length + balances.length + settings.length === 0 && status === null
  return (
    <Stack gap="md">
      {blocked !== null && (
        <Alert color="red" variant="outline" title={texts.blocked} role="alert">
          {blocked}
        </Alert>
      )}
      {warnings.map((warning) => (
        <Alert key={warning} color="yellow" variant="outline" title={texts.lookFirst} role="alert">
          {warning}
        </Alert>
      ))}
      {payee && <Whom payee={payee} />}
      {isMoved && (
        <Group gap="xs">
          <Text size="sm">{texts.statusChange}:</Text>
          <StatusBadge status={status.before} />
          <span aria-hidden>→</span>
          <StatusBadge status={status.after} />
        </Group>
      )}
      <Balances foreseen={foreseen} />
      <Movements foreseen={foreseen} />
      <Settings foreseen={foreseen} />
      {isNothing && blocked === null && <Text size="sm">{texts.nothingChanges}</Text>}
      {status && <Text size="sm">{foreseen.tells_merchant ? texts.tellsMerchant : texts.tellsNobody}</Text>}
      {alone !== undefined && blocked === null && (
        <Text size="sm" fw={600}>
          {alone ? texts.takesEffect : texts.waitsForSecond}
        </Text>
      )}
    </Stack>
  )
}

/** To whom the money goes, before somebody says that it went. */
function Whom({ payee }: { payee: Payee }) {
  const { toPay } = useOperatorTexts()
  const facts = usePayeeFacts(payee)
  return (
    <div>
      <Text size="sm" fw={600}>
        {toPay.payee}
      </Text>
      <DescriptionList facts={facts} />
    </div>
  )
}

function Balances({ foreseen: { balances, currency } }: { foreseen: PreviewData }) {
  const texts = useOperatorTexts()
  const { accounts } = useOperatorWords()
  if (balances.length === 0 || currency === null) return null
  return (
    <DataTable
      caption={texts.balanceChanges}
      rows={balances}
      rowKey={(row) => row.account}
      columns={[
        {
          key: 'account',
          header: texts.balance,
          isHead: true,
          render: (row) => wordOf(accounts, row.account),
        },
        {
          key: 'before',
          header: texts.before,
          align: 'right',
          render: (row) => <Amount value={row.before} currency={currency} />,
        },
        {
          key: 'after',
          header: texts.after,
          align: 'right',
          render: (row) => (
            <strong>
              <Amount value={row.after} currency={currency} />
            </strong>
          ),
        },
      ]}
    />
  )
}

function Movements({ foreseen: { movements, currency } }: { foreseen: PreviewData }) {
  const texts = useOperatorTexts()
  const { accounts, transfers } = useOperatorWords()
  if (movements.length === 0 || currency === null) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.movements}
      </Text>
      <List size="sm">
        {movements.map((each) => (
          <List.Item key={`${each.kind} ${each.amount}`}>
            {transfers[each.kind]}: <Amount value={each.amount} currency={currency} /> ({wordOf(accounts, each.from)} →{' '}
            {wordOf(accounts, each.to)})
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function Settings({ foreseen: { settings, currency } }: { foreseen: PreviewData }) {
  const texts = useOperatorTexts()
  const { fields, values } = useOperatorWords()
  if (settings.length === 0) return null
  const shown = (name: string, value: string | null) => {
    if (value === null) return texts.notSet
    return currency !== null && sumFields.has(name) ? (
      <Amount value={value} currency={currency} />
    ) : (
      wordOf(values, value)
    )
  }
  return (
    <DataTable
      caption={texts.settingChanges}
      rows={settings}
      rowKey={(row) => row.name}
      columns={[
        {
          key: 'name',
          header: texts.settingChanges,
          isHead: true,
          render: (row) => wordOf({ [row.name]: row.label ?? row.name, ...fields }, row.name),
        },
        { key: 'before', header: texts.before, render: (row) => shown(row.name, row.before) },
        {
          key: 'after',
          header: texts.after,
          render: (row) => <strong style={{ overflowWrap: 'anywhere' }}>{shown(row.name, row.after)}</strong>,
        },
      ]}
    />
  )
}
