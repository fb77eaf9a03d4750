import { aimsOf } from './aims.ts'
import { busyInFlight, type ContenderName } from './contender.ts'
import { machineLines } from './machine.ts'
import { busyTitles } from './parts.ts'
import { type Figure, figure, type Loop, type PathResult, type Results, ratio, spreadOf } from './results.ts'

function loopTitle(path: PathResult, loop: Loop): string {
  const titles = { busy: busyTitles[path.name] ?? `${busyInFlight} in flight`, alone: '1 in flight', open: 'open loop' }
  return titles[loop]
}

const limitTitles: Readonly<Record<Exclude<ContenderName, 'gateway'>, string>> = {
  driver: 'limit: driver',
  groups: 'limit: driver, 2 × 32 rows a statement',
  http: 'limit: bare HTTP',
}

const header = ['driver', 'groups', 'http', '±', 'per s', 'p50 ms', 'p95 ms', 'p99 ms', ''] as const
const widths = [7, 7, 7, 6, 9, 8, 8, 8] as const

/** The whole table as lines of text: ratios first, because they travel and figures do not. */
export function tableLines(results: Results): string[] {
  const { memory } = results
  return [
    `Bench of ${results.takenAt}, ${results.seconds} s a run, medians of the rounds; ± = how far the rounds lie apart`,
    ...machineLines(results.machine),
    '',
    line([...header]),
    ...results.paths.flatMap(pathLines),
    '',
    `Memory of the gateway (resident): peak ${memory.peakMb.toFixed(0)} MB, at the end ${memory.lastMb.toFixed(0)} MB`,
    '',
    'Aims',
    ...aimsOf(results).map(
      ({ text, value, reached }) => `  ${reached ? 'reached    ' : 'NOT REACHED'} ${figureText(value)}  ${text}`,
    ),
  ]
}

function pathLines(path: PathResult): string[] {
  const limits = Object.keys(path.rounds).filter((name) => name !== 'gateway') as (keyof typeof limitTitles)[]
  const loops: readonly Loop[] = ['busy', 'alone', 'open']
  return [
    '',
    path.title,
    ...loops.flatMap((loop) => contenderLine(path, { contender: 'gateway', loop, title: loopTitle(path, loop) })),
    ...limits.flatMap((contender) =>
      loops.flatMap((loop) =>
        contenderLine(path, {
          contender,
          loop,
          title: contender === 'groups' ? limitTitles.groups : `${limitTitles[contender]}, ${loopTitle(path, loop)}`,
        }),
      ),
    ),
  ]
}

interface LineOf {
  contender: ContenderName
  loop: Loop
  title: string
}

function contenderLine(path: PathResult, { contender, loop, title }: LineOf): string[] {
  const of = (what: 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms') => figure(path, { contender, loop, what })
  const rate = of('perSecond')
  if (!rate) return []
  const own = contender === 'gateway' && loop !== 'open'
  const ratios = (['driver', 'groups', 'http'] as const).map((limit) => own && ratio(path, limit, loop))
  const shown = ratios.find((each) => each !== false && each !== undefined) || rate
  return [
    line([
      ...ratios.map((each) => (each ? each.median.toFixed(2) : '')),
      `${(spreadOf(shown) * 100).toFixed(0)} %`,
      thousands(rate.median),
      ...(['p50Ms', 'p95Ms', 'p99Ms'] as const).map((what) => milliseconds(of(what))),
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

function thousands(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function figureText(value: number): string {
  return value.toFixed(value < 10 ? 2 : 0).padStart(6)
}
