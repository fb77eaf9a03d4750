import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, type SubmitEvent, useState } from 'react'
import type {
  BankLineDetailData,
  LineCandidateData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { api } from '../../app/api.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { useDay } from '../../parts/day.ts'
import { DescriptionList } from '../../parts/description-list.tsx'
import { ButtonLink, TextLink } from '../../parts/links.tsx'
import { CandidateCard } from './candidate-card.tsx'
import { LineState, SignedAmount } from './line-list.tsx'
import { SettledWords, useRelationFacts } from './line-relations.tsx'
import { useLineTexts } from './line-texts.ts'
import classes from './lines.module.css'
import { MarkedText } from './marked-text.tsx'

interface LineActionProps {
  onClass: () => void
  onReturn: () => void
  onKeep: () => void
  onReopen: () => void
}

export interface LineDetailProps extends LineActionProps {
  line: BankLineDetailData
  /** The line's candidates, and the order that the person chose. */
  candidates: readonly LineCandidateData[]
  marked: number
  onLink: (candidate: LineCandidateData) => void
  onOther: (order: LineCandidateData) => void
  searchField: RefObject<HTMLInputElement | null>
}

/** The line at the left, the orders at the right. */
export function LineDetail(props: LineDetailProps) {
  return (
    <div className={classes['sides']}>
      <LineSide {...props} />
      <OrderSide {...props} />
    </div>
  )
}

/** While another line is on its way. */
export function LineSkeleton() {
  return (
    <div className={classes['sides']} aria-hidden>
      <Skeleton height={320} radius="md" />
      <Skeleton height={320} radius="md" />
    </div>
  )
}

/** Whether a line can be linked, explained or sent back now. */
export function isOpen({ state, proposal_id: proposal }: BankLineDetailData): boolean {
  return state === 'in_suspense' && proposal === null
}

function LineSide({ line, candidates, marked, ...actions }: LineDetailProps) {
  const texts = useLineTexts()
  const day = useDay()
  const may = useMay('operator_act')
  const token = candidates[marked]?.compared.find(({ field }) => field === 'reference')?.order ?? null
  const { name, document, account } = line.party
  const party = [name, document, account].filter(Boolean).join(' · ')
  const relations = useRelationFacts(line)
  return (
    <section className={classes['candidate']} aria-label={texts.line}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>
          <SignedAmount line={line} />
        </Title>
        <LineState line={line} />
      </Group>
      <p className={classes['text']}>
        <MarkedText text={line.text === '' ? '–' : line.text} token={token} />
      </p>
      <DescriptionList
        isDense
        facts={[
          { name: texts.day, value: day(line.day) },
          { name: texts.account, value: <AccountLink line={line} /> },
          ...(party === '' ? [] : [{ name: texts.party, value: party }]),
          ...(line.bank_reference === null ? [] : [{ name: texts.bankReference, value: line.bank_reference }]),
          ...relations,
        ]}
      />
      {line.reversal && <Text size="sm">{texts.reversal}</Text>}
      {line.statement_waits_for !== null && (
        <Text size="sm" mt="xs">
          {texts.statementWaits[line.statement_waits_for]}
        </Text>
      )}
      {may && <LineActions line={line} actions={actions} />}
    </section>
  )
}

/** What a person may say of the line, beside an order. */
function LineActions({ line, actions }: { line: BankLineDetailData; actions: LineActionProps }) {
  const texts = useLineTexts()
  const { onClass, onReturn, onKeep, onReopen } = actions
  return (
    <Group gap="xs" mt="md">
      {line.proposal_id !== null && (
        <ButtonLink size="sm" to="/operator/proposals/$proposalId" params={{ proposalId: line.proposal_id }}>
          {texts.openProposal}
        </ButtonLink>
      )}
      {isOpen(line) && (
        <>
          <Button size="sm" variant="default" onClick={onClass}>
            {texts.classify}
          </Button>
          <Button size="sm" variant="default" onClick={onReturn}>
            {texts.return}
          </Button>
        </>
      )}
      {line.state === 'explained' && line.class !== 'unknown_return' && line.proposal_id === null && (
        <Button size="sm" variant="default" onClick={onReopen}>
          {texts.reopen}
        </Button>
      )}
      {line.state === 'returning' && line.proposal_id === null && (
        <Button size="sm" variant="default" onClick={onKeep}>
          {texts.keep}
        </Button>
      )}
    </Group>
  )
}

function AccountLink({ line: { account } }: { line: BankLineDetailData }) {
  return (
    <TextLink to="/operator/bank-accounts/$accountId" params={{ accountId: account.bank_account_id }}>
      {account.bank ?? account.holder}
    </TextLink>
  )
}

/** Nobody has to choose an order. */
const settledStates: ReadonlySet<string> = new Set(['applied', 'linked', 'explained', 'closed'])

function OrderSide({ line, candidates, marked, onLink, onOther, searchField }: LineDetailProps) {
  const texts = useLineTexts()
  const may = useMay('operator_act') && isOpen(line)
  const refuse = useChange(
    (transactionId: string) =>
      api.post(`/console/operator/bank-lines/${line.line_id}/refuse`, { transaction_id: transactionId }),
    { done: texts.refused },
  )
  const isSettled = settledStates.has(line.state)
  const shown = isSettled ? (line.order ? [line.order] : []) : candidates
  const title = isSettled ? texts.itsOrder : texts.orders
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {shown.length === 0 &&
        (isSettled ? (
          <SettledWords line={line} />
        ) : (
          <Text size="sm" mb="md">
            {texts.noOrder}
          </Text>
        ))}
      {shown.map((candidate, at) => (
        <CandidateCard
          key={candidate.transaction_id}
          line={line}
          candidate={candidate}
          number={at + 1}
          isMarked={at === marked}
          onLink={may ? () => onLink(candidate) : undefined}
          onRefuse={may ? () => refuse.mutate(candidate.transaction_id) : undefined}
        />
      ))}
      {may && <OrderSearch key={line.line_id} line={line} onFound={onOther} field={searchField} />}
    </section>
  )
}

interface OrderSearchProps {
  line: BankLineDetailData
  onFound: (order: LineCandidateData) => void
  field: RefObject<HTMLInputElement | null>
}

/** Finds an order by its reference, and puts it beside the line. What was typed stays where nothing is found. */
function OrderSearch({ line, onFound, field }: OrderSearchProps) {
  const texts = useLineTexts()
  const [text, setText] = useState('')
  const found = useQuery({
    queryKey: ['compare', line.line_id, text.trim()],
    queryFn: () =>
      api.get<LineCandidateData>(`/console/operator/bank-lines/${line.line_id}/compare`, {
        query: { order: text.trim() },
      }),
    enabled: false,
    retry: false,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    void found.refetch().then(({ data }) => data && onFound(data))
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="xs">
        <TextInput
          ref={field}
          label={texts.search}
          description={texts.searchHelp}
          value={text}
          maxLength={255}
          autoComplete="off"
          error={found.error ? describeError(found.error).message : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button size="sm" variant="default" type="submit" loading={found.isFetching}>
            {texts.compare}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
