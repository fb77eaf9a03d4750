import { escapeText } from './html-text.ts'

/** Who takes part, from left to right. */
const lanes = ['You', 'Pasarela', 'Provider', 'Payer'] as const

export type Lane = (typeof lanes)[number]

/** One arrow of the diagram and one line of the list beside it. */
export interface Step {
  readonly from: Lane
  readonly to: Lane
  /** At most some 30 characters: it stands above the arrow. */
  readonly label: string
  /** The whole sentence for the list. */
  readonly sentence: string
  /** Money moves, where it is not only a message. */
  readonly isMoney?: boolean
}

const width = 400
const sideMargin = 50
const headHeight = 34
const stepHeight = 44
const lanesApart = (width - 2 * sideMargin) / (lanes.length - 1)

/** As SVG of the page: its colours are the page's, in light and dark. The list of steps says the same in words. */
export function moneyDiagram({
  id,
  title,
  steps,
  names,
}: {
  id: string
  title: string
  steps: readonly Step[]
  /** How the page calls those who take part. */
  names: Readonly<Record<Lane, string>>
}): string {
  const height = headHeight + steps.length * stepHeight + 14
  const heads = lanes.map((lane) => {
    const x = laneAt(lane)
    return (
      `<line class="lane" x1="${x}" y1="${headHeight - 6}" x2="${x}" y2="${height - 4}"/>` +
      `<rect class="head" x="${x - 47}" y="2" width="94" height="26" rx="6"/>` +
      `<text class="name" x="${x}" y="20">${escapeText(names[lane])}</text>`
    )
  })
  const arrows = steps.map((step, index) =>
    arrow(step, { id, y: headHeight + (index + 1) * stepHeight - 8, number: index + 1 }),
  )
  return (
    `<svg class="money-diagram" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title">` +
    `<title id="${id}-title">${escapeText(title)}</title>` +
    `<defs><marker id="${id}-head" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="10" markerHeight="10" orient="auto">` +
    `<path class="point" d="M0 0 8 4 0 8z"/></marker></defs>` +
    `${heads.join('')}${arrows.join('')}</svg>`
  )
}

/** The steps in words, numbered as in the diagram. */
export function stepList(steps: readonly Step[]): string {
  return steps.map(({ sentence }, index) => `${index + 1}. ${sentence}`).join('\n')
}

function laneAt(lane: Lane): number {
  return Math.round(sideMargin + lanes.indexOf(lane) * lanesApart)
}

function arrow(
  { from, to, label, isMoney }: Step,
  { id, y, number }: { id: string; y: number; number: number },
): string {
  const [start, end] = [laneAt(from), laneAt(to)]
  const text = `${number}. ${label}`
  const x = labelAt((start + end) / 2, text)
  return (
    `<line class="${isMoney ? 'money' : 'message'}" x1="${start}" y1="${y}" x2="${end}" y2="${y}" marker-end="url(#${id}-head)"/>` +
    `<text class="label" x="${x}" y="${y - 7}">${escapeText(text)}</text>`
  )
}

/** Keeps a label within the picture, by the usual width of its letters. */
function labelAt(middle: number, text: string): number {
  const half = (text.length * 7) / 2
  return Math.round(Math.min(Math.max(middle, half + 2), width - half - 2))
}
