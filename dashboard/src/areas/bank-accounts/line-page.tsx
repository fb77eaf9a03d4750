import {
  Alert,
  Button,
  Group,
  Kbd,
  List,
  Modal,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { BankLineDetailData } from '../../../../gateway/src/extras/bank-accounts/http/contract/bank-lines.ts'
import type { MerchantData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { type Page, useChange, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { Amount } from '../../parts/values/amount.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { ProposeDialog, type Proposing } from '../proposals/propose-dialog.tsx'
import classes from './bank-accounts.module.css'
import { BankTabs } from './bank-tabs.tsx'
import { Comparison, LineFacts, LineState, ProposalLink, useBankLineTexts } from './line-parts.tsx'

/** One line, and what it may be: a person chooses, sees what happens, and proposes. */
export function LinePage() {
  const { lineId = '' } = useParams({ strict: false })
  const [named, setNamed] = useState('')
  const path = `/console/operator/bank-lines/${encodeURIComponent(lineId)}`
  const found = useRead<BankLineDetailData>(path, { query: { named: named || undefined } })
  return (
    <ReadState heading={1} result={found}>
      {(line) => <Line key={line.bank_line_id} line={line} named={named} onNamed={setNamed} />}
    </ReadState>
  )
}

/** What is chosen, before it is proposed. */
interface Choice {
  key: string
  action: Proposing['action']
  orderId?: string
  input: Readonly<Record<string, string>>
}

interface LineProps {
  line: BankLineDetailData
  named: string
  onNamed: (text: string) => void
}

/** What is chosen about a line, and what the keys do. */
function useDecision(line: BankLineDetailData) {
  const [choice, setChoice] = useState<Choice>()
  const [pointId, setPointId] = useState('')
  const [isProposing, proposing] = useDisclosure(false)
  const [isHelping, help] = useDisclosure(false)
  const navigate = useNavigate()
  const isWaiting = line.state === 'in_suspense' || line.state === 'to_return'
  const may = useMay('operator_act') && isWaiting && line.proposal === null
  const options = may ? optionsOf(line) : []
  const needsPoint = choice?.input['class'] === 'funding' || choice?.input['class'] === 'owner_out'
  const isReady = choice !== undefined && (!needsPoint || pointId !== '')
  const go = (lineId: string | null) =>
    lineId !== null && void navigate({ to: '/operator/banks/lines/$lineId', params: { lineId } })
  useKeys({
    j: () => go(line.next),
    k: () => go(line.previous),
    u: () => setChoice(undefined),
    '?': help.open,
    Enter: () => isReady && proposing.open(),
    ...Object.fromEntries(options.slice(0, 9).map((option, at) => [String(at + 1), () => setChoice(option)])),
  })
  const about = { ...(choice?.orderId && { transaction_id: choice.orderId }), ...(needsPoint && { point_id: pointId }) }
  const { currency, environment } = line
  const asked: Proposing | undefined =
    isProposing && choice ? { action: choice.action, about, fixed: choice.input, currency, environment } : undefined
  const ofPoint = needsPoint && { pointId, setPointId }
  return { may, options, choice, setChoice, ofPoint, isReady, proposing, asked, isHelping, help }
}

function Line({ line, named, onNamed }: LineProps) {
  const texts = useBankLineTexts()
  const decision = useDecision(line)
  const { may, help } = decision
  return (
    <>
      <PageHeader
        title={texts.line}
        mark={
          <Group gap="xs">
            <Amount value={line.amount} currency={line.currency} />
            <LineState line={line} />
          </Group>
        }
        actions={<Ways line={line} onHelp={help.open} />}
      />
      <BankTabs />
      {line.proposal && (
        <Alert color="blue" variant="outline" mb="md">
          <ProposalLink proposal={line.proposal} />
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: may ? 2 : 1 }} style={{ alignItems: 'start' }}>
        <Panel title={line.bank_account.kind === 'bank' ? texts.bankWrote : texts.providerTold}>
          <LineFacts line={line} />
        </Panel>
        {may && <Deciding line={line} named={named} onNamed={onNamed} decision={decision} />}
      </SimpleGrid>
      <ProposeDialog proposing={decision.asked} onClose={decision.proposing.close} />
      <Keys opened={decision.isHelping} onClose={help.close} />
    </>
  )
}

function Deciding({ decision, ...of }: LineProps & { decision: ReturnType<typeof useDecision> }) {
  const texts = useBankLineTexts()
  const { line } = of
  const { options, choice, setChoice, ofPoint, isReady, proposing } = decision
  return (
    <div style={{ minWidth: 0 }}>
      <Panel title={texts.candidates} explanation={options.length === 0 ? texts.noCandidates : texts.candidatesWhy}>
        <Stack>
          <Candidates line={line} options={options} choice={choice} onChoose={setChoice} />
          <NameOrder {...of} />
        </Stack>
      </Panel>
      <Panel title={texts.other}>
        <Stack>
          <Others line={line} choice={choice} onChoose={setChoice} />
          {ofPoint && <PointChoice line={line} value={ofPoint.pointId} onChange={ofPoint.setPointId} />}
          <Leave line={line} />
        </Stack>
      </Panel>
      <Group mt="md" gap="xs" className={classes['act']}>
        <Button px="sm" disabled={!isReady} onClick={proposing.open}>
          {texts.preview}
        </Button>
        <Button px="sm" variant="default" disabled={choice === undefined} onClick={() => setChoice(undefined)}>
          {texts.undo}
        </Button>
      </Group>
    </div>
  )
}

/** Keys do nothing while one types, in a dialog, or on a button or link that has the key itself. */
function useKeys(keys: Readonly<Record<string, () => unknown>>) {
  useWindowEvent('keydown', (event) => {
    const target = event.target instanceof Element ? event.target : document.body
    const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented
    const isTyping = target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
    const isOnControl = event.key === 'Enter' && target.closest('button, a') !== null
    if (isTaken || isTyping || isOnControl || document.querySelector('[role="dialog"]')) return
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
}

/** The orders, and the lines that it may go back by, in the order of their numbers. */
function optionsOf(line: BankLineDetailData): readonly Choice[] {
  const orders = [line.named, ...line.candidates.filter((each) => each.transaction_id !== line.named?.transaction_id)]
  return [
    ...orders.flatMap((each) =>
      each === null
        ? []
        : [
            {
              key: each.transaction_id,
              action: 'match_line' as const,
              orderId: each.transaction_id,
              input: { bank_line_id: line.bank_line_id },
            },
          ],
    ),
    ...line.pairs.map((pair) => {
      const [credit, debit] = line.sign === 'C' ? [line, pair] : [pair, line]
      const input = { bank_line_id: credit.bank_line_id, proven_by: debit.bank_line_id }
      return { key: pair.bank_line_id, action: 'return_line' as const, input }
    }),
  ]
}

interface ChoiceProps {
  line: BankLineDetailData
  choice: Choice | undefined
  onChoose: (choice: Choice) => void
}

function Candidates({ line, options, choice, onChoose }: ChoiceProps & { options: readonly Choice[] }) {
  const texts = useBankLineTexts()
  const orders = [...(line.named ? [line.named] : []), ...line.candidates]
  return options.map((option, at) => {
    const order = orders.find((each) => each.transaction_id === option.key)
    const pair = line.pairs.find((each) => each.bank_line_id === option.key)
    const isChosen = choice?.key === option.key
    return (
      <Stack key={option.key} gap="xs">
        {order && <Comparison candidate={order} currency={line.currency} />}
        {pair && (
          <>
            <Text fw={600}>{line.sign === 'C' ? texts.provenBy : texts.goesBack}</Text>
            <LineFacts line={pair} />
          </>
        )}
        <Group gap="xs">
          <Button
            size="compact-md"
            variant={isChosen ? 'filled' : 'default'}
            aria-pressed={isChosen}
            onClick={() => onChoose(option)}
          >
            {at < 9 && `${at + 1} · `}
            {order ? texts.itIsThis : texts.itIsThisReturn}
          </Button>
        </Group>
      </Stack>
    )
  })
}

/** An order that is not proposed, by its id or the reference on its transfer. */
function NameOrder({ line, named, onNamed }: LineProps) {
  const texts = useBankLineTexts()
  const [text, setText] = useState(named)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    onNamed(text.trim())
  }
  return (
    <form onSubmit={onSubmit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={texts.nameOrder}
          value={text}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setText(event.currentTarget.value)}
          style={{ flex: 1 }}
          error={named !== '' && line.named === null ? texts.noSuchOrder : undefined}
        />
        <Button type="submit" variant="default">
          {texts.find}
        </Button>
      </Group>
    </form>
  )
}

const merchantsShown = 100

/** Whose prefunding arrived, or whose owner took money out. */
function PointChoice({
  line,
  value,
  onChange,
}: {
  line: BankLineDetailData
  value: string
  onChange: (pointId: string) => void
}) {
  const texts = useBankLineTexts()
  const { data } = useRead<Page<MerchantData>>('/console/operator/merchants', { query: { limit: merchantsShown } })
  const points = (data?.items ?? []).flatMap(({ name: merchant, points: own }) =>
    own
      .filter(({ environment }) => environment === line.environment)
      .map(({ point_id, name }) => ({ value: point_id, label: `${merchant} · ${name}` })),
  )
  return (
    <NativeSelect
      label={texts.point}
      required
      data={[{ value: '', label: '–' }, ...points]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What a line may be that is the money of no order. */
function Others({ line, choice, onChoose }: ChoiceProps) {
  const texts = useBankLineTexts()
  const id = { bank_line_id: line.bank_line_id }
  const toReturn = line.bank_account.kind === 'bank' ? texts.markToReturn : texts.returnedAtProvider
  const choices: Choice[] = [
    ...suggestedFirst(line).map((each) => ({
      key: each,
      action: 'class_line' as const,
      input: { ...id, class: each },
    })),
    ...(line.sign === 'C' && line.state === 'in_suspense'
      ? [{ key: 'returned', action: 'return_line' as const, input: id }]
      : []),
  ]
  return (
    <Group gap="xs">
      {choices.map((each) => (
        <Button
          key={each.key}
          size="compact-md"
          variant={choice?.key === each.key ? 'filled' : 'default'}
          aria-pressed={choice?.key === each.key}
          onClick={() => onChoose(each)}
        >
          {each.key === 'returned' ? toReturn : texts.classes[each.key as keyof typeof texts.classes]}
          {each.key === line.suggested_class && ` (${texts.suggested})`}
        </Button>
      ))}
    </Group>
  )
}

/** What a rule on the text suggests stands first. */
function suggestedFirst({ classes, suggested_class: suggested }: BankLineDetailData) {
  return [...classes].sort((one, other) => Number(other === suggested) - Number(one === suggested))
}

/** Nothing moves: the line waits on, and says that somebody looked at it. */
function Leave({ line }: { line: BankLineDetailData }) {
  const texts = useBankLineTexts()
  const [note, setNote] = useState('')
  const leave = useChange(
    () => api.post(`/console/operator/bank-lines/${line.bank_line_id}/leave`, { note: note.trim() }),
    { done: texts.leftNow, onDone: () => setNote('') },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    leave.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          label={texts.leaveNote}
          required
          autosize
          maxLength={1000}
          w="100%"
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={note.trim() === ''} loading={leave.isPending}>
          {texts.leave}
        </Button>
      </Stack>
    </form>
  )
}

/** To the waiting lines beside it, and the keys. */
function Ways({ line, onHelp }: { line: BankLineDetailData; onHelp: () => void }) {
  const texts = useBankLineTexts()
  const way = (lineId: string | null, name: string) =>
    lineId !== null && (
      <ButtonLink variant="default" to="/operator/banks/lines/$lineId" params={{ lineId }}>
        {name}
      </ButtonLink>
    )
  return (
    <>
      {way(line.previous, texts.previous)}
      {way(line.next, texts.next)}
      <Button variant="default" onClick={onHelp}>
        {texts.keys}
      </Button>
    </>
  )
}

function Keys({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const texts = useBankLineTexts()
  const { parts } = useShellTexts()
  return (
    <Modal opened={opened} onClose={onClose} title={texts.keys} closeButtonProps={{ 'aria-label': parts.close }}>
      <List listStyleType="none">
        {Object.entries(texts.keyWords).map(([key, words]) => (
          <List.Item key={key}>
            <Kbd>{key}</Kbd> {words}
          </List.Item>
        ))}
      </List>
    </Modal>
  )
}
