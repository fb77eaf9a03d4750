import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import { useShellTexts } from '../texts/all-shell.ts'
import classes from './charts.module.css'

/** A line: its name, what its values are of ("21 Nov"), and the values; null where nothing was measured. */
export interface TrendLine {
  name: string
  labels: readonly string[]
  values: readonly (number | null)[]
  /** The last value is still growing: it is drawn as such. */
  isRunning?: boolean
}

export interface TrendChartProps {
  /** What it shows; the drawing's name for screen readers and the table's caption. */
  title: string
  /** What the labels are: "Day". */
  labelHeader: string
  current: TrendLine
  /** What it is compared with, drawn quietly: its first value below the first of `current`. */
  previous: TrendLine
  /** How a value is written. */
  format: (value: number) => string
  /** How it is written beside the axis, where there is room for some eight characters. */
  axisFormat: (value: number) => string
}

/** Until the place for it was measured. */
const widthBefore = 640
const height = 220
const pad = { left: 64, right: 12, top: 12, bottom: 24 }
const innerHeight = height - pad.top - pad.bottom

/** A label takes so many pixels at most. */
const labelWidth = 64

const gridLines = 4

/** A line over one that it is compared with; the same numbers stand in a table behind it. */
export function TrendChart(props: TrendChartProps) {
  const { title, current, previous } = props
  const { parts } = useShellTexts()
  const titleId = useId()
  const { ref, width: measured } = useElementSize()
  // Drawn in the pixels that there are, so that letters have their size on a telephone too.
  const width = measured > 0 ? measured : widthBefore
  return (
    <figure className={classes['figure']} aria-labelledby={titleId}>
      <figcaption id={titleId} className="pa-unseen">
        {title}
      </figcaption>
      <ul className={classes['legend']}>
        {[current, previous].map(({ name }, at) => (
          <li key={name}>
            <svg viewBox="0 0 20 4" width={20} height={4} aria-hidden="true">
              <line x1={0} x2={20} y1={2} y2={2} className={classes[at === 0 ? 'current' : 'previous']} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div ref={ref}>
        <Drawing {...props} width={width} />
      </div>
      <details className={classes['details']}>
        <summary>{parts.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable for the keyboard */}
        <section className={classes['scroll']} aria-label={title} tabIndex={0}>
          <TrendTable {...props} />
        </section>
      </details>
    </figure>
  )
}

function Drawing({ current, previous, format, axisFormat, width }: TrendChartProps & { width: number }) {
  const count = Math.max(1, current.values.length, previous.values.length)
  const top = niceTop(Math.max(0, ...[...current.values, ...previous.values].map((value) => value ?? 0)))
  const slot = Math.max(1, width - pad.left - pad.right) / count
  const every = Math.ceil(labelWidth / slot)
  const placeOf = (index: number, value: number): Place => ({
    x: pad.left + (index + 0.5) * slot,
    y: pad.top + innerHeight * (1 - value / top),
  })
  const places = pointsOf(current.values, placeOf)
  const last = places.at(-1)
  const nameOf = (index: number, { labels, values }: TrendLine) => {
    const value = values[index]
    return value == null ? [] : [`${labels[index] ?? ''}: ${format(value)}`]
  }
  return (
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
      <path d={pathOf(pointsOf(previous.values, placeOf))} className={classes['previous']} />
      {last && <path d={areaOf(places)} className={classes['area']} />}
      <path d={pathOf(current.isRunning ? places.slice(0, -1) : places)} className={classes['current']} />
      {current.isRunning && <path d={pathOf(places.slice(-2))} className={classes['running']} />}
      {last && <circle cx={last.x} cy={last.y} r={4} className={classes['last']} />}
      {current.labels.map((label, index) => (
        <g key={label}>
          {/* Counted from the end: the newest always has its label. */}
          {(current.labels.length - 1 - index) % every === 0 && (
            <text x={pad.left + (index + 0.5) * slot} y={height - 6} textAnchor="middle" className={classes['axis']}>
              {label}
            </text>
          )}
          <rect x={pad.left + index * slot} y={pad.top} width={slot} height={innerHeight} className={classes['hover']}>
            <title>{[...nameOf(index, current), ...nameOf(index, previous)].join('\n')}</title>
          </rect>
        </g>
      ))}
    </svg>
  )
}

interface Place {
  x: number
  y: number
}

/** A coordinate of a drawing: more digits are not seen. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function pointsOf(
  values: readonly (number | null)[],
  placeOf: (index: number, value: number) => Place,
): readonly Place[] {
  return values.flatMap((value, index) => (value === null ? [] : [placeOf(index, value)]))
}

function pathOf(places: readonly Place[]): string {
  return places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${tenths(x)} ${tenths(y)}`).join(' ')
}

function areaOf(places: readonly Place[]): string {
  const floor = pad.top + innerHeight
  return `${pathOf(places)} L${tenths(places.at(-1)?.x ?? 0)} ${floor} L${tenths(places[0]?.x ?? 0)} ${floor} Z`
}

function TrendTable({ title, labelHeader, current, previous, format }: TrendChartProps) {
  const text = (value: number | null | undefined) => (value == null ? '–' : format(value))
  return (
    <table className={classes['table']}>
      <caption className="pa-unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHeader}</th>
          <th scope="col">{current.name}</th>
          <th scope="col">{previous.name}</th>
        </tr>
      </thead>
      <tbody>
        {current.labels.map((label, index) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{text(current.values[index])}</td>
            <td>
              {text(previous.values[index])} <span className={classes['beside']}>{previous.labels[index]}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The next round number at or above the highest value: 1, 2, 4 or 8 times a power of ten. */
function niceTop(highest: number): number {
  if (highest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  return ([1, 2, 4, 8, 10].find((step) => step * power >= highest) ?? 10) * power
}

const sparkWidth = 120
const sparkHeight = 32

export interface SparklineProps {
  /** What it shows, with the numbers that matter: the drawing has no others. */
  label: string
  values: readonly number[]
}

/** The form of a series without axes, beside a number that says more. */
export function Sparkline({ label, values }: SparklineProps) {
  const top = Math.max(...values, 0) || 1
  const step = sparkWidth / Math.max(1, values.length - 1)
  const places = values.map((value, index) => ({ x: index * step, y: 2 + (sparkHeight - 4) * (1 - value / top) }))
  return (
    <svg
      viewBox={`0 0 ${sparkWidth} ${sparkHeight}`}
      className={classes['spark']}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={pathOf(places)} className={classes['current']} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
