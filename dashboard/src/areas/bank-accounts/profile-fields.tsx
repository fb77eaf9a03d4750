import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import type {
  CsvDraft,
  CsvField,
  TriedTableData,
} from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-accounts.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { useBankAccountsTexts } from './texts.ts'

interface DraftProps {
  draft: CsvDraft
  onChange: (draft: CsvDraft) => void
}

const samplesShown = 3

/** Which column holds what. A field is that of one column: choosing it takes it from another. */
export function ProfileColumns({ columns, draft, onChange }: DraftProps & Pick<TriedTableData, 'columns'>) {
  const { profile: texts } = useBankAccountsTexts()
  const header = draft.header ?? {}
  const missing = Object.keys(header).filter((name) => !columns.some((column) => column.name === name))
  const rows = [...columns, ...missing.map((name) => ({ name, samples: [] }))]
  const assign = (name: string, field: string) => {
    const others = Object.entries(header).filter(([other, its]) => other !== name && its !== field)
    const mine: [string, CsvField][] = field === '' ? [] : [[name, field as CsvField]]
    onChange({ ...draft, header: Object.fromEntries([...others, ...mine]) })
  }
  const { text, ...ofBank } = texts.fields
  const itemsOf = (fields: Readonly<Record<string, string>>) =>
    Object.entries(fields).map(([value, label]) => ({ value, label }))
  const data = [
    { value: '', label: texts.unused },
    { group: texts.byBank, items: itemsOf(ofBank) },
    { group: texts.byPayer, items: itemsOf({ text }) },
  ]
  return (
    <DataTable
      caption={texts.columns}
      rows={rows.map((row, index) => ({ ...row, index }))}
      rowKey={({ index }) => String(index)}
      columns={[
        { key: 'name', header: texts.column, isHead: true, render: ({ name }) => <strong>{name}</strong> },
        {
          key: 'samples',
          header: texts.samples,
          render: ({ name, samples }) => (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {missing.includes(name) ? texts.missing : samples.slice(0, samplesShown).join(' · ')}
            </Text>
          ),
        },
        {
          key: 'holds',
          header: texts.holds,
          render: ({ name }) => (
            <NativeSelect
              aria-label={`${texts.holds}: ${name}`}
              value={header[name] ?? ''}
              data={data}
              onChange={(event) => assign(name, event.currentTarget.value)}
            />
          ),
        },
      ]}
    />
  )
}

const choices = {
  delimiter: [';', ',', '\t', '|'],
  decimal: [',', '.'],
  thousands: ['', '.', ',', ' ', "'"],
  amount: ['signed', 'debit_credit', 'sign_column'],
  order: ['asc', 'desc'],
} as const
const typed = ['date', 'skip', 'account', 'accountPattern', 'encoding', 'footer'] as const
const words = ['debitWords', 'creditWords'] as const

/** How the table is written. What is left empty is left out. */
export function ProfileFields({ draft, onChange }: DraftProps) {
  const { profile: texts } = useBankAccountsTexts()
  const named: Readonly<Record<string, string>> = texts.values
  const set = (field: string, value: unknown) => {
    const { [field]: _, ...others } = draft as Record<string, unknown>
    onChange(value === undefined ? others : { ...others, [field]: value })
  }
  const valueIn = (text: string, field: string) => {
    if (words.some((each) => each === field)) return text.split(',').map((word) => word.trim())
    return text === '' ? undefined : field === 'skip' ? Number(text.replace(/\D/g, '')) : text
  }
  return (
    <Group align="flex-end">
      {Object.entries(choices).map(([field, values]) => (
        <NativeSelect
          key={field}
          maw="100%"
          label={texts.labels[field as keyof typeof choices]}
          value={draft[field as keyof typeof choices] ?? ''}
          data={values.map((value) => ({ value, label: named[value] ?? value }))}
          onChange={(event) => set(field, event.currentTarget.value)}
        />
      ))}
      {[...typed, ...(draft.amount === 'sign_column' ? words : [])].map((field) => (
        <TextInput
          key={field}
          label={texts.labels[field]}
          maxLength={200}
          value={String(draft[field] ?? '')}
          onChange={(event) => set(field, valueIn(event.currentTarget.value, field))}
        />
      ))}
    </Group>
  )
}
