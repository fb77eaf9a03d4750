import { Code } from '@mantine/core'
import { Amount } from '../../parts/amount.tsx'
import { useDay } from '../../parts/day.ts'
import { useOperatorTexts, useOperatorWords, wordOf } from './texts.ts'

/** Fields of a proposal, and settings that it changes, that are sums of money. */
const sumFields: ReadonlySet<string> = new Set([
  ...['amount', 'single', 'daily', 'approval_above', 'fixed'],
  ...['opening', 'difference', 'gap', 'surplus', 'amount_max'],
])

const decimal = /^-?\d+(?:\.\d+)?$/
const sumWithCode = /^(-?\d+(?:\.\d+)?) ([A-Z]{3})$/
const isDay = /^\d{4}-\d{2}-\d{2}$/
/** A bank line: its day, `C` or `D`, and its amount. */
const bankLine = /^(\d{4}-\d{2}-\d{2}) ([CD]) (\d+(?:\.\d+)?)$/

export interface ShownValueProps {
  /** The field's or setting's name on the wire. */
  name: string
  value: unknown
  currency: string | undefined
}

/** A value of a proposal in the viewer's words, days and amounts. */
export function ShownValue({ name, value, currency }: ShownValueProps) {
  const { values } = useOperatorWords()
  const day = useDay()
  if (Array.isArray(value) && value.every(isShare)) return <Shares shares={value} currency={currency} />
  const text = typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (currency !== undefined && sumFields.has(name) && decimal.test(text))
    return <Amount value={text} currency={currency} />
  const [, amount, code] = sumWithCode.exec(text) ?? []
  if (amount !== undefined && code !== undefined) return <Amount value={amount} currency={code} />
  const [, lineDay, sign, lineAmount] = bankLine.exec(text) ?? []
  if (currency !== undefined && lineDay !== undefined && lineAmount !== undefined) {
    return (
      <>
        {day(lineDay)} · <Amount value={sign === 'C' ? lineAmount : `-${lineAmount}`} currency={currency} />
      </>
    )
  }
  const laidOut = laidOutJson(text)
  if (laidOut !== undefined) return <Code block>{laidOut}</Code>
  const days = text.split(' – ')
  if (days.every((each) => isDay.test(each))) return <>{days.map(day).join(' – ')}</>
  return <>{wordOf(values, text)}</>
}

/** A template or another structure with one value in a line. Undefined: the text is none. */
function laidOutJson(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return undefined
  }
}

interface Share {
  point_id: string
  amount: string
}

function isShare(value: unknown): value is Share {
  return typeof value === 'object' && value !== null && 'point_id' in value && 'amount' in value
}

/** What an owner's withdrawal takes of each point's fees. */
function Shares({ shares, currency }: { shares: readonly Share[]; currency: string | undefined }) {
  const texts = useOperatorTexts()
  return shares.map(({ point_id: id, amount }) => (
    <div key={id}>
      {texts.pointOf(id.slice(-8))}: {currency === undefined ? amount : <Amount value={amount} currency={currency} />}
    </div>
  ))
}
