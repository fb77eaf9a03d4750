import { useCallback, useEffect, useRef, useState } from 'react'
import type { JudgementData, LineClass } from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { api } from '../../app/api.ts'
import { notifyDone } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { newOperationId } from '../operator/action-fields.ts'
import { useLineTexts } from './line-texts.ts'

/** How long a judgement can be taken back before it is sent. */
const undoSeconds = 5

export interface JudgementFields {
  transaction_id?: string
  class?: LineClass
  point_id?: string
  shares?: readonly { point_id: string; amount: string }[]
  counter_line_id?: string
}

/** What a person says of a line: its order, its class, or that its money goes back, stays or is judged again. */
export interface Judgement {
  lineId: string
  kind: 'link' | 'class' | 'return' | 'keep' | 'reopen'
  /** As the API has them. */
  fields: JudgementFields
  evidence: string
  /** What the bar with the undo button names: a reference or a title. */
  label: string
}

interface SentJudgement extends Judgement {
  /** One wish, however often it is sent. */
  operationId: string
}

export interface DelayedJudgement {
  /** The judgement that can still be taken back. */
  waiting: Judgement | undefined
  secondsLeft: number
  start(judgement: Judgement): void
  /** Returns what was taken back. */
  undo(): Judgement | undefined
  /** The newest judgement that was taken back or refused: its dialog opens again with what was typed. */
  draft: Judgement | undefined
  /** The person closed the draft's dialog: it does not open again. */
  forgetDraft(): void
}

/** Sends a judgement after a few seconds in which the person can take it back. The next one and leaving the page send it at once. */
export function useDelayedJudgement(): DelayedJudgement {
  const texts = useLineTexts()
  const [waiting, setWaiting] = useState<SentJudgement>()
  const [draft, setDraft] = useState<Judgement>()
  const [secondsLeft, setSecondsLeft] = useState(0)
  const open = useRef<SentJudgement>(undefined)
  const judge = useSend(setDraft)
  const send = useRef(judge)
  send.current = judge
  const flush = useCallback(() => {
    const judgement = open.current
    open.current = undefined
    setWaiting(undefined)
    if (judgement) send.current(judgement)
  }, [])
  useEffect(() => {
    if (waiting === undefined) return
    const timer = setInterval(() => setSecondsLeft((left) => left - 1), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  useEffect(() => {
    if (waiting !== undefined && secondsLeft <= 0) flush()
  }, [waiting, secondsLeft, flush])
  useEffect(() => flush, [flush])
  return {
    waiting,
    secondsLeft,
    draft,
    forgetDraft: () => setDraft(undefined),
    start: (judgement) => {
      flush()
      const wish = { ...judgement, operationId: newOperationId() }
      open.current = wish
      setDraft(undefined)
      setSecondsLeft(undoSeconds)
      setWaiting(wish)
    },
    undo: () => {
      const judgement = open.current
      if (judgement) notifyDone(texts.undone)
      open.current = undefined
      setWaiting(undefined)
      setDraft(judgement)
      return judgement
    },
  }
}

function useSend(onRefused: (judgement: Judgement) => void) {
  const texts = useLineTexts()
  const change = useChange(
    ({ judgement, body }: { judgement: SentJudgement; body: object }) =>
      api
        .post<JudgementData>(`/console/operator/bank-lines/${judgement.lineId}/${judgement.kind}`, body)
        .then((answer) => ({ ...answer, kind: judgement.kind })),
    {
      done: ({ state, kind }) => (state !== 'done' ? texts.proposed : kind === 'link' ? texts.done : texts.saved),
    },
  )
  return (judgement: SentJudgement) => {
    const { fields, evidence, operationId } = judgement
    const body = { ...fields, evidence, operation_id: operationId }
    change.mutate({ judgement, body }, { onError: () => onRefused(judgement) })
  }
}
