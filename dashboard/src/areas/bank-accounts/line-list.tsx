import { useEffect, useRef } from 'react'
import type { BankLineData } from '../../../../gateway/src/bank-accounts/http/contract/operator-lines.ts'
import { Amount } from '../../parts/amount.tsx'
import { useDay } from '../../parts/day.ts'
import { Tag } from '../../parts/tag.tsx'
import { useLineTexts } from './line-texts.ts'
import classes from './lines.module.css'

interface LineListProps {
  lines: readonly BankLineData[]
  chosenId: string | undefined
  onChoose: (line: BankLineData) => void
}

/** The lines that wait; the chosen one stays in sight. */
export function LineList({ lines, chosenId, onChoose }: LineListProps) {
  const texts = useLineTexts()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-line="${chosenId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [chosenId])
  return (
    <ul className={classes['list']} aria-label={texts.list} ref={list}>
      {lines.map((line) => (
        <li key={line.line_id} data-line={line.line_id}>
          <button
            type="button"
            data-row
            className={classes['row']}
            aria-current={line.line_id === chosenId}
            onClick={() => onChoose(line)}
          >
            <LineSummary line={line} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function LineSummary({ line }: { line: BankLineData }) {
  const day = useDay()
  return (
    <>
      <span className={classes['head']}>
        <span>{day(line.day)}</span>
        <strong>
          <SignedAmount line={line} />
        </strong>
      </span>
      <span className={classes['words']}>{[line.party.name, line.text].filter(Boolean).join(' · ')}</span>
      <LineState line={line} />
    </>
  )
}

/** With a minus sign where money left. */
export function SignedAmount({ line: { sign, amount, account } }: { line: BankLineData }) {
  return <Amount value={sign === 'C' ? amount : `-${amount}`} currency={account.currency} />
}

/** What the line waits for. */
export function LineState({ line }: { line: BankLineData }) {
  const texts = useLineTexts()
  if (line.proposal_id !== null) return <Tag tone="wait">{texts.waitsForSecond}</Tag>
  if (line.state !== 'in_suspense') return <Tag tone="calm">{texts.states[line.state]}</Tag>
  if (line.candidates === 0) return <Tag tone="calm">{texts.noCandidates}</Tag>
  return <Tag tone="accent">{texts.candidates(line.candidates)}</Tag>
}
