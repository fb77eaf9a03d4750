import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  BankAccountData,
  BankAccountListData,
} from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type { LineRuleData } from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { api } from '../../app/api.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { Amount } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Instant, ZoneNote } from '../../parts/instant.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { Tag } from '../../parts/tag.tsx'
import { nameOfAccount } from './account-name.tsx'
import { LearnLink } from './accounts-page.tsx'
import { useLineTexts } from './line-texts.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { useRuleTexts } from './rule-texts.ts'

export function BankRulesPage() {
  const texts = useRuleTexts()
  const { environment } = useDeskEnvironment()
  const may = useMay('operator_act')
  const [isAdding, setIsAdding] = useState(false)
  const rules = useRead<{ items: readonly LineRuleData[] }>('/console/operator/bank-line-rules')
  const accounts = useRead<BankAccountListData>('/console/operator/bank-accounts', {
    query: { environment },
    enabled: environment !== undefined,
  })
  const known = accounts.data?.items ?? []
  const add = may && known.length > 0 && <Button onClick={() => setIsAdding(true)}>{texts.add}</Button>
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={
          <>
            {texts.explanation} <ZoneNote />
          </>
        }
        actions={add}
      />
      <ReadState result={{ ...rules, data: accounts.data && rules.data }}>
        {({ items }) => {
          const shown = items.filter((rule) => known.some(({ id }) => id === rule.bank_account_id))
          if (shown.length > 0) return <Rules rules={shown} accounts={known} />
          return (
            <EmptyState title={texts.emptyTitle} explanation={texts.empty}>
              <LearnLink />
            </EmptyState>
          )
        }}
      </ReadState>
      {isAdding && <RuleDialog accounts={known} onClose={() => setIsAdding(false)} />}
    </>
  )
}

function Rules({ rules, accounts }: { rules: readonly LineRuleData[]; accounts: readonly BankAccountData[] }) {
  const texts = useRuleTexts()
  const [ending, setEnding] = useState<LineRuleData>()
  const end = useChange((id: string) => api.post(`/console/operator/bank-line-rules/${id}/end`), {
    done: texts.endDone,
    onDone: () => setEnding(undefined),
  })
  return (
    <>
      <DataTable
        caption={texts.title}
        rows={rules}
        rowKey={(row) => row.rule_id}
        columns={useRuleColumns(accounts, setEnding)}
      />
      <ConfirmDialog
        opened={ending !== undefined}
        title={texts.end}
        action={texts.end}
        isDangerous
        isWorking={end.isPending}
        onConfirm={() => ending && end.mutate(ending.rule_id)}
        onClose={() => setEnding(undefined)}
      >
        <Text size="sm">{texts.endWords}</Text>
      </ConfirmDialog>
    </>
  )
}

function useRuleColumns(
  accounts: readonly BankAccountData[],
  onEnd: (rule: LineRuleData) => void,
): readonly Column<LineRuleData>[] {
  const texts = useRuleTexts()
  const { classes } = useLineTexts()
  const may = useMay('operator_act')
  const named = (id: string) => accounts.find((each) => each.id === id)
  return [
    {
      key: 'what',
      header: texts.klass,
      isHead: true,
      render: (row) => (
        <Stack gap={0}>
          <Text fw={600}>{classes[row.class]}</Text>
          <Text size="sm">{[row.text_contains, row.bank_code].filter(Boolean).join(' · ')}</Text>
        </Stack>
      ),
    },
    {
      key: 'account',
      header: texts.account,
      render: (row) => {
        const account = named(row.bank_account_id)
        return account ? nameOfAccount(account) : '–'
      },
    },
    { key: 'sign', header: texts.sign, render: (row) => texts.signs[row.sign] },
    {
      key: 'limit',
      header: texts.limit,
      align: 'right',
      render: (row) => <Amount value={row.amount_max} currency={row.currency} />,
    },
    { key: 'lines', header: texts.lines, align: 'right', render: (row) => row.lines },
    { key: 'since', header: texts.since, render: (row) => <Instant at={row.created_at} /> },
    {
      key: 'state',
      header: texts.state,
      isHead: true,
      render: (row) => (
        <Tag tone={row.ended_at === null ? 'good' : 'calm'}>{row.ended_at === null ? texts.inForce : texts.ended}</Tag>
      ),
    },
    ...(may ? [endColumn(texts, onEnd)] : []),
  ]
}

function endColumn(texts: ReturnType<typeof useRuleTexts>, onEnd: (rule: LineRuleData) => void): Column<LineRuleData> {
  return {
    key: 'end',
    header: texts.end,
    align: 'right',
    render: (row) =>
      row.ended_at === null ? (
        <Button size="xs" variant="default" onClick={() => onEnd(row)}>
          {texts.end}
        </Button>
      ) : (
        '–'
      ),
  }
}
