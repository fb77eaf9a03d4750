import { Button, Checkbox, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { currencyDecimals } from '../../../../gateway/src/core/values/currency.ts'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type { ApprovalData } from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { isRefusal } from '../../app/api-error.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import type { Column } from '../../parts/tables/table-types.ts'
import { Amount } from '../../parts/values/amount.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { type Decision, isUnusual, noteLengthMax, useDecide } from './decision-dialog.tsx'
import { useApprovalsTexts } from './texts.ts'

interface Several {
  /** Those that the person may decide. */
  rows: readonly ApprovalData[]
  ticked: readonly ApprovalData[]
  tick: (ids: readonly string[]) => void
  columns: readonly Column<ApprovalData>[]
}

/** Which rows are ticked, and their column. */
export function useSeveral(rows: readonly ApprovalData[]): Several {
  const { several: texts } = useApprovalsTexts()
  const [ids, tick] = useState<readonly string[]>([])
  const column: Column<ApprovalData> = {
    key: 'tick',
    header: texts.tick,
    isHead: true,
    render: ({ transaction_id: id, reference }) =>
      rows.some((row) => row.transaction_id === id) && (
        <Checkbox
          aria-label={texts.tickName(reference)}
          checked={ids.includes(id)}
          onChange={({ currentTarget: { checked } }) =>
            tick((before) => [...before.filter((each) => each !== id), ...(checked ? [id] : [])])
          }
        />
      ),
  }
  const ticked = rows.filter(({ transaction_id: id }) => ids.includes(id))
  return { rows, ticked, tick, columns: rows.length < 2 ? [] : [column] }
}

/** How many are ticked and what they come to, and the two words about all of them. */
export function SeveralBar({ several: { rows, ticked, tick } }: { several: Several }) {
  const { several: texts } = useApprovalsTexts()
  const [asked, setAsked] = useState<{ word: Decision['word']; rows: readonly ApprovalData[] }>()
  const close = () => {
    setAsked(undefined)
    tick([])
  }
  const isAll = ticked.length === rows.length
  return (
    <>
      {rows.length > 1 && (
        <Group mb="sm" gap="sm">
          <Checkbox
            label={texts.all}
            checked={isAll}
            indeterminate={!isAll && ticked.length > 0}
            onChange={() => tick(isAll ? [] : rows.map(({ transaction_id: id }) => id))}
          />
          {ticked.length > 0 && <Sums rows={ticked} />}
          {ticked.length > 0 &&
            (['reject', 'approve'] as const).map((word) => (
              <Button
                key={word}
                size="compact-sm"
                variant={word === 'reject' ? 'default' : 'filled'}
                onClick={() => setAsked({ word, rows: ticked })}
              >
                {texts[word]}
              </Button>
            ))}
        </Group>
      )}
      {asked && <SeveralDialog {...asked} onClose={close} />}
    </>
  )
}

/** `3 selected: $ 4,000.00 ARS, $ 10.00 BRL`. */
function Sums({ rows }: { rows: readonly ApprovalData[] }) {
  const { several: texts } = useApprovalsTexts()
  const language = useLanguage()
  return (
    <Text size="sm" fw={600} component="span">
      {texts.chosen(formatCount(rows.length, language))}{' '}
      {sumsOf(rows).map(({ currency, sum }, index) => (
        <span key={currency}>
          {index > 0 && ', '}
          <Amount value={sum} currency={currency} />
        </span>
      ))}
    </Text>
  )
}

interface SeveralDialogProps {
  word: Decision['word']
  rows: readonly ApprovalData[]
  onClose: () => void
}

/** Lists all of them, asks once, and says what became of each. */
function SeveralDialog({ word, rows, onClose }: SeveralDialogProps) {
  const { several: texts, dialog } = useApprovalsTexts()
  const { parts } = useShellTexts()
  const language = useLanguage()
  const [note, setNote] = useState('')
  const { decide, results } = useDecideAll(rows)
  const titleOf = word === 'approve' ? texts.approveTitle : texts.rejectTitle
  return (
    <Modal
      opened
      onClose={onClose}
      title={titleOf(formatCount(rows.length, language))}
      centered
      size="lg"
      closeOnClickOutside={!decide.isPending}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <Stack>
        <Sums rows={rows} />
        <Text size="sm">{texts.words}</Text>
        <List size="sm" spacing="xs" role="status">
          {rows.map((row) => (
            <One key={row.transaction_id} row={row} result={results[row.transaction_id]} />
          ))}
        </List>
        {decide.isIdle && (
          <Textarea
            label={dialog.note}
            description={dialog.noteHint}
            maxLength={noteLengthMax}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        <DecisionButtons>
          <Button variant="default" disabled={decide.isPending} onClick={onClose}>
            {decide.isIdle ? parts.cancel : parts.close}
          </Button>
          {!decide.isSuccess && (
            <Button loading={decide.isPending} onClick={() => decide.mutate({ word, note: note.trim() })}>
              {dialog[word]}
            </Button>
          )}
        </DecisionButtons>
      </Stack>
    </Modal>
  )
}

interface Result {
  isDecided: boolean
  said: string
}

function One({ row, result }: { row: ApprovalData; result: Result | undefined }) {
  const { several: texts, dialog } = useApprovalsTexts()
  const { to_account: before, beneficiary, refund } = row
  return (
    <List.Item>
      {row.reference}: <Amount value={row.amount} currency={row.currency} /> · {beneficiary ?? refund?.payer ?? '–'}{' '}
      {isUnusual(row) && !result && <Tag tone="wait">{before.count === 0 ? dialog.firstTime : texts.unusual}</Tag>}
      {result && <Tag tone={result.isDecided ? 'good' : 'bad'}>{result.said}</Tag>}
    </List.Item>
  )
}

/** Each is decided by its own call, one after the other. Who does not prove to be there is asked once. */
function useDecideAll(rows: readonly ApprovalData[]) {
  const decideOne = useDecide()
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const decide = useChange(
    async (decision: Decision) => {
      for (const row of rows) {
        const note = (result: Result) => setResults((before) => ({ ...before, [row.transaction_id]: result }))
        try {
          note({ isDecided: true, said: await decideOne(row, decision) })
        } catch (error) {
          note({ isDecided: false, said: describeError(error).message })
          if (isRefusal(error, 'step_up_required') || isRefusal(error, 'not_signed_in')) return
        }
      }
    },
    { tellErrors: false },
  )
  return { decide, results }
}

/** Exact sums by currency, as decimals. */
function sumsOf(rows: readonly ApprovalData[]): { currency: string; sum: string }[] {
  const minor = new Map<string, bigint>()
  for (const { amount, currency } of rows) {
    minor.set(currency, (minor.get(currency) ?? 0n) + BigInt(amount.replace('.', '')))
  }
  return [...minor].map(([currency, sum]) => {
    const decimals = currencyDecimals[currency as CurrencyCode]
    const digits = sum.toString().padStart(decimals + 1, '0')
    const whole = digits.slice(0, digits.length - decimals)
    return { currency, sum: decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}` }
  })
}
