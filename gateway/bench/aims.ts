import { type Figure, figure, type PathResult, type Results, ratio, shareOfRequest } from './results.ts'

/** One aim with what was reached. */
export interface Aim {
  text: string
  value: number
  reached: boolean
}

/** The gateway's resident memory during the whole run, in megabytes. */
const memoryMaxMb = 200

/** An aim of a path: at least so much, or with `atMost` no more. */
interface Goal {
  /** What is divided by what. */
  of: string
  atLeast?: number
  atMost?: number
  value(path: PathResult): Figure | undefined
}

const ofDriver = (atLeast: number): Goal => ({
  of: 'driver, 64 in flight',
  atLeast,
  value: (path) => ratio(path, 'driver', 'busy'),
})

/** What the machine allows a request that asks the database: the times of the driver and of a bare request, added. */
const ofRequest = (loop: 'busy' | 'alone', atLeast: number): Goal => ({
  of: `(driver + bare HTTP), ${loop === 'busy' ? '64' : '1'} in flight`,
  atLeast,
  value: (path) => shareOfRequest(path, loop),
})

const creation: readonly Goal[] = [
  ofDriver(2),
  {
    of: 'driver, p99, 64 in flight',
    atMost: 0.6,
    value: (path) => {
      const own = figure(path, { contender: 'gateway', loop: 'busy', what: 'p99Ms' })
      const limit = figure(path, { contender: 'driver', loop: 'busy', what: 'p99Ms' })
      return own && limit && { ...own, median: own.median / limit.median }
    },
  },
  { of: 'groups of 32', atLeast: 0.5, value: (path) => ratio(path, 'groups', 'busy') },
]

/** By the name of a line (`parts.ts`). */
const goals: Readonly<Record<string, readonly Goal[]>> = {
  'create-bt-ar': [...creation, ofRequest('alone', 0.85)],
  'create-own-account': [...creation, ofRequest('alone', 0.9)],
  'card-payin': [ofRequest('alone', 0.85)],
  payout: [ofDriver(2), ofRequest('alone', 0.85)],
  'apply-outcome': [ofDriver(4), { of: 'groups of 32', atLeast: 0.6, value: (path) => ratio(path, 'groups', 'busy') }],
  'callback-delivery': [{ of: 'bare HTTPS posts', atLeast: 0.5, value: (path) => ratio(path, 'http', 'busy') }],
  'read-one': [ofRequest('busy', 0.75), ofRequest('alone', 0.65)],
  list: [ofRequest('busy', 0.75), ofRequest('alone', 0.75)],
}

/** The aims that this run can say something about. */
export function aimsOf({ paths, memory }: Results): Aim[] {
  return [
    ...paths.flatMap((path) => (goals[path.name] ?? []).flatMap((goal) => aimOf(path, goal))),
    {
      text: `peak memory of the gateway: below ${memoryMaxMb} MB`,
      value: memory.peakMb,
      reached: memory.peakMb < memoryMaxMb,
    },
  ]
}

function aimOf(path: PathResult, { of, atLeast = 0, atMost = Number.POSITIVE_INFINITY, value }: Goal): Aim[] {
  const found = value(path)?.median
  if (found === undefined) return []
  const aim = atLeast > 0 ? `at least ${atLeast}` : `at most ${atMost}`
  return [{ text: `${path.name} / ${of}: ${aim}`, value: found, reached: found >= atLeast && found <= atMost }]
}
