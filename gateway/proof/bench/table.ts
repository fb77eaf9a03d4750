import { aimsOf } from './aims.ts'
import { busyInFlight, type ContenderName } from './contender.ts'
import { machineLines } from './machine.ts'
import { type Figure, figure, type Loop, type PathResult, type Results, ratio, spreadOf } from './results.ts'

const loopTitles: Readonly<Record<Loop, string>> = {
  busy: `${busyInFlight} in flight`,
  alone: '1 in flight',
  open: 'open loop',
}

const header = ['driver', 'groups', '±', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', ''] as const
const widths = [7, 7, 6, 9, 8, 8, 8] as const

/** The whole table as lines of text: ratios first, because they travel and figures do not. */
export function tableLines(results: Results): string[] {
  const { memory } = results
  return [
    `Bench of ${results.takenAt}, ${results.seconds} s a run, ${results.rows} rows filled; medians of rounds, ± = how far they lie apart`,
    ...machineLines(results.machine),
    '',
    line([...header]),
    ...results.paths.flatMap(pathLines),
    '',
    `Memory of the gateway (resident): peak ${memory.peakMb.toFixed(0)} MB, at the end ${memory.lastMb.toFixed(0)} MB`,
    '',
    'Aims',
    ...aimsOf(results).map(
      ({ text, value, reached }) =>
        `  ${reached ? 'reached    ' : 'NOT REACHED'} ${value.toFixed(value < 10 ? 2 : 0).padStart(6)}  ${text}`,
    ),
  ]
}

function pathLines(path: PathResult): string[] {
  const loops = Object.keys(loopTitles) as Loop[]
  const titles = path.rounds.gateway?.alone.length ? loopTitles : { ...loopTitles, busy: 'what is due' }
  return [
    '',
    path.title,
    ...loops.flatMap((loop) => lineOf(path, { contender: 'gateway', loop, title: titles[loop] })),
    ...loops.flatMap((loop) => lineOf(path, { contender: 'driver', loop, title: `limit: driver, ${titles[loop]}` })),
    ...lineOf(path, { contender: 'groups', loop: 'busy', title: 'limit: driver, 2 × 32 rows a statement' }),
  ]
}

function lineOf(path: PathResult, of: { contender: ContenderName; loop: Loop; title: string }): string[] {
  const { contender, loop, title } = of
  const found = (what: 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms') => figure(path, { contender, loop, what })
  const rate = found('perSecond')
  if (!rate) return []
  const isOwn = contender === 'gateway' && loop !== 'open'
  const ratios = (['driver', 'groups'] as const).map((limit) => (isOwn ? ratio(path, limit, loop) : undefined))
  return [
    line([
      ...ratios.map((each) => each?.median.toFixed(2) ?? ''),
      `${(spreadOf(ratios.find(Boolean) ?? rate) * 100).toFixed(0)} %`,
      Math.round(rate.median).toLocaleString('en'),
      ...(['p50Ms', 'p95Ms', 'p99Ms'] as const).map((what) => milliseconds(found(what))),
      title,
    ]),
  ]
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, place) => (place < widths.length ? cell.padStart(widths[place] ?? 0) : `  ${cell}`))
    .join('')
    .trimEnd()
}

/** Nothing where no times were taken. */
function milliseconds(of: Figure | undefined): string {
  return of && of.median > 0 ? of.median.toFixed(of.median < 10 ? 2 : 1) : ''
}
