import { Button, Group, Kbd, Modal, NativeSelect, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { BankAccountListData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import type {
  BankLineData,
  BankLineDetailData,
  LineCandidateData,
} from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { usePages, useRead } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { EmptyState, ErrorState, LoadingState, ReadState } from '../../parts/states.tsx'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { nameOfAccount } from './account-name.tsx'
import { LearnLink } from './accounts-page.tsx'
import { evidenceOf } from './candidate-card.tsx'
import { JudgementDialog } from './judge-dialogs.tsx'
import { isOpen, LineDetail, LineSkeleton } from './line-detail.tsx'
import { LineList } from './line-list.tsx'
import { useLineTexts } from './line-texts.ts'
import classes from './lines.module.css'
import { type DelayedJudgement, type Judgement, useDelayedJudgement } from './use-delayed-judgement.ts'

const refreshSeconds = 30
const linesPerPage = 50

export function BankLinesPage() {
  const texts = useLineTexts()
  const { environment } = useDeskEnvironment()
  const filters = useUrlFilters(['account', 'line'] as const)
  const { account } = filters.values
  const pages = usePages<BankLineData>('/console/operator/bank-lines', {
    query: { state: 'waiting', environment, account, limit: linesPerPage },
    everySeconds: refreshSeconds,
    enabled: environment !== undefined,
  })
  return (
    <>
      <PageHeader
        title={texts.title}
        explanation={texts.explanation}
        actions={<AccountFilter value={account} onChange={(next) => filters.set({ account: next, line: '' })} />}
      />
      {pages.isPending && !pages.error ? (
        <LoadingState />
      ) : pages.error && pages.items.length === 0 ? (
        <ErrorState error={pages.error} onRetry={pages.retry} />
      ) : (
        <Matching
          lines={pages.items}
          chosenId={filters.values.line}
          onChoose={(line) => filters.set({ line })}
          more={pages.hasMore ? pages.loadMore : undefined}
        />
      )}
    </>
  )
}

function AccountFilter({ value, onChange }: { value: string; onChange: (account: string) => void }) {
  const texts = useLineTexts()
  const { parts } = useShellTexts()
  const { environment } = useDeskEnvironment()
  const { data } = useRead<BankAccountListData>('/console/operator/bank-accounts', {
    query: { environment },
    enabled: environment !== undefined,
  })
  return (
    <NativeSelect
      label={texts.account}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: parts.any },
        ...(data?.items ?? []).map((each) => ({ value: each.id, label: nameOfAccount(each) })),
      ]}
    />
  )
}

interface MatchingProps {
  lines: readonly BankLineData[]
  /** '': none was chosen, the first one is shown. */
  chosenId: string
  onChoose: (lineId: string) => void
  more: (() => void) | undefined
}

function Matching({ lines, chosenId, onChoose, more }: MatchingProps) {
  const texts = useLineTexts()
  const { parts } = useShellTexts()
  const delayed = useDelayedJudgement()
  // A line whose judgement is on its way waits no more for the person.
  const shown = lines.filter((line) => line.line_id !== delayed.waiting?.lineId)
  const chosen = chosenId === '' ? shown[0]?.line_id : chosenId
  const at = shown.findIndex((line) => line.line_id === chosen)
  const goTo = (index: number) => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, index))]
    if (next) onChoose(next.line_id)
  }
  const undo = () => {
    const judgement = delayed.undo()
    if (judgement) onChoose(judgement.lineId)
  }
  useHotkeys([
    ['j', () => goTo(at + 1)],
    ['k', () => goTo(at - 1)],
    ['u', undo],
  ])
  return (
    <>
      {chosen === undefined ? (
        <EmptyState title={texts.emptyTitle} explanation={texts.empty}>
          <LearnLink />
        </EmptyState>
      ) : (
        <div className={classes['columns']}>
          <div>
            <LineList lines={shown} chosenId={chosen} onChoose={(line) => onChoose(line.line_id)} />
            {more && (
              <Button variant="default" mt="sm" onClick={more}>
                {parts.more}
              </Button>
            )}
            <Help />
          </div>
          <ChosenLine
            key={chosen}
            lineId={chosen}
            delayed={delayed}
            onJudged={() => onChoose(shown[at + 1]?.line_id ?? shown[at - 1]?.line_id ?? '')}
          />
        </div>
      )}
      <UndoBar delayed={delayed} onUndo={undo} />
    </>
  )
}

function UndoBar({ delayed, onUndo }: { delayed: DelayedJudgement; onUndo: () => void }) {
  const texts = useLineTexts()
  if (!delayed.waiting) return null
  return (
    <div className={classes['undo']} role="status">
      <span>
        {delayed.waiting.label} · {texts.sending(String(Math.max(1, delayed.secondsLeft)))}
      </span>
      <Button size="sm" variant="default" onClick={onUndo}>
        {texts.undo}
      </Button>
    </div>
  )
}

interface ChosenLineProps {
  lineId: string
  delayed: DelayedJudgement
  onJudged: () => void
}

function ChosenLine({ lineId, ...rest }: ChosenLineProps) {
  const found = useRead<BankLineDetailData>(`/console/operator/bank-lines/${encodeURIComponent(lineId)}`)
  // The line before stays in the query's answer until this one has come: nobody may judge that one by mistake.
  if (found.data !== undefined && found.data.line_id !== lineId) return <LineSkeleton />
  if (found.data === undefined && !found.error) return <LineSkeleton />
  return <ReadState result={found}>{(line) => <OpenLine line={line} {...rest} />}</ReadState>
}

function OpenLine({ line, delayed, onJudged }: { line: BankLineDetailData } & Omit<ChosenLineProps, 'lineId'>) {
  const texts = useLineTexts()
  const draft = delayed.draft?.lineId === line.line_id && delayed.draft.kind !== 'link' ? delayed.draft : undefined
  const may = useMay('operator_act') && isOpen(line)
  const [other, setOther] = useState<LineCandidateData>()
  const [marked, setMarked] = useState(0)
  const [dialog, setDialog] = useState<Judgement['kind'] | undefined>(draft?.kind)
  const searchField = useRef<HTMLInputElement>(null)
  const isNew = other && !line.candidate_list.some((each) => each.transaction_id === other.transaction_id)
  const candidates = isNew ? [...line.candidate_list, other] : line.candidate_list
  const closeDialog = () => {
    setDialog(undefined)
    delayed.forgetDraft()
  }
  const onJudgement = (judgement: Judgement) => {
    delayed.start(judgement)
    onJudged()
  }
  const onLink = (candidate: LineCandidateData) => {
    const { transaction_id: transactionId, reference } = candidate
    const evidence = evidenceOf(candidate, texts.reasons) || `${texts.yourChoice}: ${reference}`
    const fields = { transaction_id: transactionId }
    onJudgement({ lineId: line.line_id, kind: 'link', fields, evidence, label: reference })
  }
  const enter = () => {
    const candidate = candidates[marked]
    if (may && candidate && !dialog && !isOnControl()) onLink(candidate)
  }
  useLineKeys({
    mark: setMarked,
    orders: candidates.length,
    enter,
    open: (kind) => may && setDialog(kind),
    search: () => searchField.current?.focus(),
  })
  return (
    <>
      <LineDetail
        line={line}
        candidates={candidates}
        marked={marked}
        onLink={onLink}
        onOther={(order) => {
          setOther(order)
          const known = line.candidate_list.findIndex((each) => each.transaction_id === order.transaction_id)
          setMarked(known >= 0 ? known : line.candidate_list.length)
        }}
        onClass={() => setDialog('class')}
        onReturn={() => setDialog('return')}
        onKeep={() => setDialog('keep')}
        onReopen={() => setDialog('reopen')}
        searchField={searchField}
      />
      <JudgementDialog kind={dialog} line={line} draft={draft} onJudgement={onJudgement} onClose={closeDialog} />
    </>
  )
}

interface LineKeys {
  /** Marks an order by its place in the list. */
  mark: (index: number) => void
  orders: number
  enter: () => void
  open: (kind: 'class' | 'return') => void
  search: () => void
}

/** The keys of one line. Its orders have the digits 1 to 9. */
function useLineKeys({ mark, orders, enter, open, search }: LineKeys): void {
  useHotkeys([
    ...Array.from({ length: Math.min(9, orders) }, (_, index): [string, () => void] => [
      String(index + 1),
      () => mark(index),
    ]),
    ['Enter', enter, { preventDefault: false }],
    ['c', () => open('class')],
    ['r', () => open('return')],
    ['o', search],
  ])
}

/** Enter on a button or a link is that control's; a row of the list is already chosen. */
function isOnControl(): boolean {
  return (
    document.activeElement?.closest('button:not([data-row]), a, [role="dialog"]') !== null &&
    document.activeElement !== null
  )
}

function Help() {
  const texts = useLineTexts()
  const { parts } = useShellTexts()
  const [isShown, setIsShown] = useState(false)
  useHotkeys([['shift+?', () => setIsShown(true)]])
  return (
    <>
      <Button variant="subtle" size="sm" mt="xs" visibleFrom="sm" onClick={() => setIsShown(true)}>
        {texts.shortcuts}
      </Button>
      <Modal
        opened={isShown}
        onClose={() => setIsShown(false)}
        title={texts.help.title}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        {texts.help.rows.map(([keys, words]) => (
          <Group key={keys} gap="sm" mb="xs">
            <Kbd>{keys}</Kbd>
            <Text size="sm">{words}</Text>
          </Group>
        ))}
      </Modal>
    </>
  )
}
