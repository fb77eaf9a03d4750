import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { useShellTexts } from '../texts/all-shell.ts'
import classes from './charts.module.css'

/** One colour of bars. */
export interface Series {
  name: string
  /** One value for each label; null where nothing was measured. */
  values: readonly (number | null)[]
  /** One of the chart's colours, 1 to 5; by default each series has its own, in order. 5 is the quiet one. */
  colour?: number
}

export interface ChartProps {
  /** What it shows; the drawing's name for screen readers and the table's caption. */
  title: string
  /** What the labels are: "Day". */
  labelHeader: string
  labels: readonly string[]
  series: readonly Series[]
  /** How a value is written. */
  format: (value: number) => string
  /** How it is written beside the axis, where there is room for some eight characters. Default: `format`. */
  axisFormat?: (value: number) => string
}

/** Until the place for it was measured. */
const widthBefore = 640
const height = 200
const pad = { left: 64, right: 8, top: 12, bottom: 24 }
const innerHeight = height - pad.top - pad.bottom

/** A label takes so many pixels at most. */
const labelWidth = 64

const gridLines = 4

/** Stacked bars; the same numbers stand in a table behind it. */
export function BarChart(props: ChartProps) {
  const sums = props.labels.map((_, index) => props.series.reduce((sum, each) => sum + (each.values[index] ?? 0), 0))
  const top = niceTop(Math.max(0, ...sums))
  return (
    <ChartFrame {...props} top={top}>
      {({ slot }) =>
        props.labels.map((label, index) => {
          let below = 0
          return (
            <g key={label}>
              {props.series.map((each, at) => {
                const value = each.values[index] ?? 0
                const size = (value / top) * innerHeight
                below += size
                return (
                  <rect
                    key={each.name}
                    x={pad.left + index * slot + slot * 0.15}
                    y={pad.top + innerHeight - below}
                    width={slot * 0.7}
                    height={size}
                    fill={colourOf(each, at)}
                  >
                    <title>{`${label} · ${each.name}: ${props.format(value)}`}</title>
                  </rect>
                )
              })}
            </g>
          )
        })
      }
    </ChartFrame>
  )
}

interface FrameProps extends ChartProps {
  top: number
  /** Draws into the frame; `slot` = the pixels that each label has. */
  children: (space: { slot: number }) => ReactNode
}

function ChartFrame({ top, children, ...chart }: FrameProps) {
  const { parts } = useShellTexts()
  const titleId = useId()
  const { ref, width: measured } = useElementSize()
  // Drawn in the pixels that there are, so that letters have their size on a telephone too.
  const width = measured > 0 ? measured : widthBefore
  const innerWidth = Math.max(1, width - pad.left - pad.right)
  const slot = innerWidth / Math.max(1, chart.labels.length)
  const every = Math.ceil(labelWidth / slot)
  const axisFormat = chart.axisFormat ?? chart.format
  return (
    <figure className={classes['figure']} aria-labelledby={titleId}>
      <figcaption id={titleId} className="pa-unseen">
        {chart.title}
      </figcaption>
      <Legend series={chart.series} />
      <div ref={ref}>
        <svg viewBox={`0 0 ${width} ${height}`} className={classes['chart']} aria-hidden="true">
          {Array.from({ length: gridLines + 1 }, (_, index) => {
            const y = pad.top + innerHeight - (index / gridLines) * innerHeight
            return (
              <g key={y}>
                <line x1={pad.left} x2={width - pad.right} y1={y} y2={y} className={classes['grid']} />
                <text x={pad.left - 8} y={y + 4} textAnchor="end" className={classes['axis']}>
                  {axisFormat((top * index) / gridLines)}
                </text>
              </g>
            )
          })}
          {children({ slot })}
          {chart.labels.map((label, index) =>
            // Counted from the end: the newest always has its label.
            (chart.labels.length - 1 - index) % every === 0 ? (
              <text
                key={label}
                x={pad.left + (index + 0.5) * slot}
                y={height - 6}
                textAnchor="middle"
                className={classes['axis']}
              >
                {label}
              </text>
            ) : null,
          )}
        </svg>
      </div>
      <details className={classes['details']}>
        <summary>{parts.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keyboard */}
        <section className={classes['scroll']} aria-label={chart.title} tabIndex={0}>
          <ChartTable {...chart} />
        </section>
      </details>
    </figure>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null
  return (
    <ul className={classes['legend']}>
      {series.map((each, at) => (
        <li key={each.name}>
          <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden="true">
            <rect width={12} height={12} rx={3} fill={colourOf(each, at)} />
          </svg>
          {each.name}
        </li>
      ))}
    </ul>
  )
}

function ChartTable({ title, labelHeader, labels, series, format }: ChartProps) {
  return (
    <table className={classes['table']}>
      <caption className="pa-unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHeader}</th>
          {series.map((each) => (
            <th key={each.name} scope="col">
              {each.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, index) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {series.map((each) => (
              <td key={each.name}>{each.values[index] == null ? '–' : format(each.values[index])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const colours = 5

function colourOf({ colour }: Series, index: number): string {
  return `var(--pa-chart-${colour ?? (index % colours) + 1})`
}

/** The next round number at or above the highest value: 1, 2, 4 or 8 times a power of ten. */
function niceTop(highest: number): number {
  if (highest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 4, 8, 10].find((step) => step * power >= highest) ?? 10) * power
}
