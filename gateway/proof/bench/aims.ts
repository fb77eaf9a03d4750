import { figure, type PathResult, type Results, ratio } from './results.ts'

/** One aim with what was reached. */
export interface Aim {
  text: string
  value: number
  reached: boolean
}

/** The gateway's resident memory during the whole run, in megabytes. */
const memoryMaxMb = 200

/** What a line is to reach, as a share of what the driver reaches beside it. */
interface Goals {
  /** 64 in flight, at least. */
  busy?: number
  /** 1 in flight, at least. */
  alone?: number
  /** Of statements of 32 rows, at least. */
  groups?: number
  /** The p99 with 64 in flight, at most. */
  p99?: number
}

/** By the name of a line (`parts.ts`). */
const goals: Readonly<Record<string, Goals>> = {
  'create-bt-ar': { busy: 2, p99: 0.6, groups: 0.5, alone: 0.84 },
  'create-own-account': { busy: 2, p99: 0.6, groups: 0.5, alone: 0.89 },
  'card-payin': { alone: 0.85 },
  payout: { busy: 2, alone: 0.85 },
  'apply-outcome': { busy: 4, groups: 0.6 },
  'callback-delivery': { busy: 0.5 },
  'read-one': { busy: 0.69, alone: 0.56 },
  list: { busy: 0.73, alone: 0.72 },
}

/** The aims that this run can say something about. */
export function aimsOf({ paths, memory }: Results): Aim[] {
  return [
    ...paths.flatMap(aimsOfPath),
    {
      text: `peak memory of the gateway: below ${memoryMaxMb} MB`,
      value: memory.peakMb,
      reached: memory.peakMb < memoryMaxMb,
    },
  ]
}

function aimsOfPath(path: PathResult): Aim[] {
  const { busy, alone, groups, p99 } = goals[path.name] ?? {}
  const atLeast = (of: string, aim: number | undefined, value: number | undefined): Aim[] =>
    aim === undefined || value === undefined
      ? []
      : [{ text: `${path.name} / ${of}: at least ${aim}`, value, reached: value >= aim }]
  const p99Of = (contender: 'gateway' | 'driver') => figure(path, { contender, loop: 'busy', what: 'p99Ms' })?.median
  const [own = 0, limit = 0] = [p99Of('gateway'), p99Of('driver')]
  return [
    ...atLeast('driver, many in flight', busy, ratio(path, 'driver', 'busy')?.median),
    ...atLeast('driver, 1 in flight', alone, ratio(path, 'driver', 'alone')?.median),
    ...atLeast('groups of 32', groups, ratio(path, 'groups', 'busy')?.median),
    ...(p99 === undefined || limit === 0
      ? []
      : [{ text: `${path.name} / driver, p99: at most ${p99}`, value: own / limit, reached: own / limit <= p99 }]),
  ]
}
