import { type Figure, figure, type PathResult, type Results, ratio } from './results.ts'

/** One aim with what was reached. */
export interface Aim {
  text: string
  value: number
  reached: boolean
}

/** The gateway's resident memory during the whole run. */
const memoryMaxMb = 300

/** The aims that this run can say something about. */
export function aimsOf({ paths, memory }: Results): Aim[] {
  const of = (name: string) => paths.find((path) => path.name === name)
  return [
    ...reaching(of('create-bt-ar'), createAims),
    ...reaching(of('create-own-account'), createAims),
    ...reaching(of('payout'), (path) => [atLeast('payout / driver, 64 in flight', 0.5, ratio(path, 'driver', 'busy'))]),
    ...reaching(of('apply-outcome'), (path) => [
      atLeast('apply-outcome / driver, one by one, 64 in flight', 0.6, ratio(path, 'driver', 'busy')),
      atLeast('apply-outcome / driver, groups of 32', 0.6, ratio(path, 'groups', 'busy')),
    ]),
    ...reaching(of('callback-delivery'), (path) => [
      atLeast('callback delivery / bare HTTPS posts', 0.5, ratio(path, 'http', 'busy')),
    ]),
    {
      text: `peak memory of the gateway below ${memoryMaxMb} MB`,
      value: memory.peakMb,
      reached: memory.peakMb < memoryMaxMb,
    },
  ].filter((aim) => aim !== undefined)
}

function createAims(path: PathResult): (Aim | undefined)[] {
  const own = figure(path, { contender: 'gateway', loop: 'busy', what: 'p99Ms' })
  const limit = figure(path, { contender: 'driver', loop: 'busy', what: 'p99Ms' })
  return [
    atLeast(`${path.name} / driver, 64 in flight`, 1.2, ratio(path, 'driver', 'busy')),
    own && limit && atMostOne(`p99 of ${path.name} / p99 of the driver, 64 in flight`, own.median / limit.median),
    atLeast(`${path.name} / driver, 1 in flight`, 0.8, ratio(path, 'driver', 'alone')),
  ]
}

function reaching(path: PathResult | undefined, aims: (path: PathResult) => (Aim | undefined)[]): (Aim | undefined)[] {
  return path ? aims(path) : []
}

function atLeast(name: string, aim: number, found: Figure | undefined): Aim | undefined {
  return found && { text: `${name}: at least ${aim}`, value: found.median, reached: found.median >= aim }
}

function atMostOne(name: string, value: number): Aim {
  return { text: `${name}: at most 1`, value, reached: value <= 1 }
}
