export interface Chart {
  title: string
  xLabel: string
  yLabel: string
  /** Up to three lines; the y axis begins at zero. */
  lines: readonly { name: string; points: readonly { x: number; y: number }[] }[]
}

const size = { width: 760, height: 340 }
const inner = { left: 60, right: 20, top: 64, bottom: 48 }

/** About as many marks on an axis as stay readable. */
const ticksWanted = 6

/** Each with at least 3:1 against a white and against a black page. */
const colours = ['#1f7ab8', '#c4651a', '#2e8540']

/** A line chart as SVG text, readable on light and dark pages: it has no background, and its words follow the theme. */
export function lineChart({ title, xLabel, yLabel, lines }: Chart): string {
  const points = lines.flatMap((line) => line.points)
  const xAxis = axis(Math.max(...points.map(({ x }) => x), 1))
  const yAxis = axis(Math.max(...points.map(({ y }) => y), 1) * 1.05)
  const plotWidth = size.width - inner.left - inner.right
  const plotHeight = size.height - inner.top - inner.bottom
  const atX = (x: number) => round(inner.left + (x / xAxis.max) * plotWidth)
  const atY = (y: number) => round(inner.top + plotHeight - (y / yAxis.max) * plotHeight)
  const bottom = inner.top + plotHeight
  const grid = yAxis.ticks.map(
    (y) =>
      `<line class="grid" x1="${inner.left}" x2="${size.width - inner.right}" y1="${atY(y)}" y2="${atY(y)}"/>` +
      `<text x="${inner.left - 8}" y="${atY(y) + 4}" text-anchor="end">${y}</text>`,
  )
  const marks = xAxis.ticks.map((x) => `<text x="${atX(x)}" y="${bottom + 18}" text-anchor="middle">${x}</text>`)
  const drawn = lines.map(
    ({ points: own }, index) =>
      `<polyline fill="none" stroke="${colours[index]}" stroke-width="2" points="${own.map(({ x, y }) => `${atX(x)},${atY(y)}`).join(' ')}"/>`,
  )
  const names = lines.map(
    ({ name }, index) =>
      `<rect x="${inner.left + index * 220}" y="38" width="14" height="4" fill="${colours[index]}"/>` +
      `<text x="${inner.left + 20 + index * 220}" y="44">${escaped(name)}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escaped(title)}">
<style>text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:15px;font-weight:600}.grid{stroke:#8886;stroke-width:1}
@media (prefers-color-scheme:dark){text{fill:#ddd}}</style>
<text class="title" x="${inner.left}" y="22">${escaped(title)}</text>
${[...names, ...grid, ...marks, ...drawn].join('\n')}
<text x="${inner.left + plotWidth / 2}" y="${size.height - 8}" text-anchor="middle">${escaped(xLabel)}</text>
<text x="16" y="${inner.top + plotHeight / 2}" text-anchor="middle" transform="rotate(-90 16 ${inner.top + plotHeight / 2})">${escaped(yLabel)}</text>
</svg>
`
}

/** From zero to a round number at or above `highest`. */
function axis(highest: number): { max: number; ticks: number[] } {
  const rough = highest / ticksWanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power
  const count = Math.ceil(highest / step)
  return { max: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => round(step * index)) }
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
