import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type {
  BankLineDetailData,
  LineClass,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import type { MerchantData, Page } from '../../../../gateway/src/review/http/contract/operator.ts'
import { formatAmountWithCode } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { useDay } from '../../parts/day.ts'
import { EnvironmentBadge } from '../../parts/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useLineTexts } from './line-texts.ts'
import { OwnerShares, oneShare, readShares, type TypedShare } from './owner-shares.tsx'
import type { Judgement } from './use-delayed-judgement.ts'

interface LineDialogProps {
  line: BankLineDetailData
  /** What was said of this line before and taken back or refused. */
  draft: Judgement | undefined
  /** Takes the judgement. It is sent later, see `useDelayedJudgement`. */
  onJudgement: (judgement: Judgement) => void
  onClose: () => void
}

const costs: readonly LineClass[] = ['fee', 'tax', 'interest', 'own_transfer']
const ofPoint: ReadonlySet<LineClass> = new Set(['funding', 'withdrawal'])

/** The dialog of a judgement that is no link. */
export function JudgementDialog({ kind, ...props }: LineDialogProps & { kind: Judgement['kind'] | undefined }) {
  if (kind === 'class') return <ClassDialog {...props} />
  if (kind === 'return') return <ReturnDialog {...props} />
  if (kind === 'keep') return <KeepDialog {...props} />
  if (kind === 'reopen') return <ReopenDialog {...props} />
  return null
}

/** Says what a line is that belongs to no order. */
function ClassDialog(props: LineDialogProps) {
  const { line, draft } = props
  const texts = useLineTexts()
  const classes: readonly LineClass[] = [
    ...costs,
    ...(line.sign === 'C' ? (['funding'] as const) : (['withdrawal', 'owner_out'] as const)),
  ]
  const [chosen, setChosen] = useState<LineClass>(() => classes.find((value) => value === draft?.fields.class) ?? 'fee')
  const [shares, setShares] = useState(() => sharesOf(draft))
  const points = usePoints(line)
  const withdrawal = { amount: line.amount, currency: line.account.currency }
  const isShared = chosen === 'owner_out'
  const needsPoint = isShared || ofPoint.has(chosen)
  const of = readShares(isShared ? shares : shares.slice(0, 1), withdrawal).fields
  return (
    <LineForm
      {...props}
      title={texts.classTitle}
      label={texts.classes[chosen]}
      kind="class"
      fields={{ class: chosen, ...(needsPoint ? of : {}) }}
      isReady={!needsPoint || of !== undefined}
    >
      <NativeSelect
        label={texts.class}
        description={texts.classHelp}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as LineClass)}
        data={classes.map((value) => ({ value, label: texts.classes[value] }))}
        data-autofocus
      />
      {needsPoint && !isShared && (
        <NativeSelect
          label={texts.point}
          required
          value={shares[0]?.pointId ?? ''}
          onChange={(event) => setShares([{ pointId: event.currentTarget.value, amount: '' }])}
          data={[{ value: '', label: '–' }, ...points]}
        />
      )}
      {isShared && <OwnerShares {...withdrawal} points={points} shares={shares} onChange={setShares} />}
    </LineForm>
  )
}

/** The points of a judgement that was taken back or refused, as they were typed. */
function sharesOf(draft: Judgement | undefined): readonly TypedShare[] {
  const { shares, point_id: pointId } = draft?.fields ?? {}
  if (shares !== undefined) return shares.map((share) => ({ pointId: share.point_id, amount: share.amount }))
  return pointId === undefined ? oneShare : [{ pointId, amount: '' }]
}

/** The points of the line's environment, by merchant. */
function usePoints({ account: { environment } }: BankLineDetailData) {
  const { data } = useRead<Page<MerchantData>>('/console/operator/merchants', { query: { limit: 100 } })
  return (data?.items ?? []).flatMap((merchant) =>
    merchant.points
      .filter((point) => point.environment === environment)
      .map((point) => ({ value: point.point_id, label: `${merchant.name} · ${point.name}` })),
  )
}

/** Sends money of nobody back, or names the line that did. */
function ReturnDialog(props: LineDialogProps) {
  const { line, draft } = props
  const texts = useLineTexts()
  const language = useLanguage()
  const day = useDay()
  const [counter, setCounter] = useState(draft?.fields.counter_line_id ?? '')
  return (
    <LineForm
      {...props}
      title={texts.returnTitle}
      kind="return"
      fields={counter === '' ? {} : { counter_line_id: counter }}
      isReady
    >
      <Text size="sm">{line.sign === 'C' ? texts.returnWords : texts.returnOutWords}</Text>
      {line.counter_lines.length > 0 && (
        <NativeSelect
          label={texts.counter}
          value={counter}
          onChange={(event) => setCounter(event.currentTarget.value)}
          data={[
            { value: '', label: texts.noCounter },
            ...line.counter_lines.map((each) => ({
              value: each.line_id,
              label: `${day(each.day)} · ${formatAmountWithCode(each.amount, each.account.currency, { language })} · ${each.text.slice(0, 60)}`,
            })),
          ]}
        />
      )}
    </LineForm>
  )
}

/** Takes back that a line's money is sent back. Two people decided that, and two take it back. */
function KeepDialog(props: LineDialogProps) {
  const texts = useLineTexts()
  return (
    <LineForm {...props} title={texts.keep} kind="keep" fields={{}} isReady>
      <Text size="sm">{texts.keepWords}</Text>
    </LineForm>
  )
}

/** Takes back what the line was said to be. */
function ReopenDialog(props: LineDialogProps) {
  const texts = useLineTexts()
  return (
    <LineForm {...props} title={texts.reopen} kind="reopen" fields={{}} isReady>
      <Text size="sm">{texts.reopenWords}</Text>
    </LineForm>
  )
}

interface LineFormProps extends LineDialogProps {
  title: string
  /** What the bar with the undo button names. Default: the title. */
  label?: string
  kind: Judgement['kind']
  fields: Judgement['fields']
  isReady: boolean
  children: ReactNode
}

function LineForm({
  line,
  draft,
  title,
  label = title,
  kind,
  fields,
  isReady,
  children,
  onJudgement,
  onClose,
}: LineFormProps) {
  const texts = useLineTexts()
  const { parts } = useShellTexts()
  const [evidence, setEvidence] = useState(draft?.kind === kind ? draft.evidence : '')
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    onClose()
    onJudgement({ lineId: line.line_id, kind, fields, evidence, label })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Group gap="xs">
          {title}
          <EnvironmentBadge environment={line.account.environment} />
        </Group>
      }
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={onSubmit}>
        <Stack>
          {children}
          <Textarea
            label={texts.note}
            required
            autosize
            minRows={2}
            maxLength={1000}
            value={evidence}
            onChange={(event) => setEvidence(event.currentTarget.value)}
          />
          {line.account.environment === 'live' && <Text size="sm">{texts.linkTwo}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={!isReady}>
              {texts.propose}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
