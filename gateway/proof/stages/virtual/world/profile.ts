import { chanceOf } from '../engine/chance.ts'

/** How often each kind of trouble comes in one run. Runs differ in it, so that each goes deep somewhere. */
export interface Profile {
  /** Probabilities by what befalls a statement, an answer or a connection. */
  heldAMoment: number
  heldForLong: number
  lost: number
  /** Besides `lost`, for the answer to a COMMIT: nobody knows what was decided. */
  lostCommits: number
  /** The same where several requests were written together: each of them is repeated by itself then. */
  lostGroups: number
  silent: number
  stopped: number
  /** The part of all requests and rounds that may meet any of these; a small part reaches into later days. */
  troubled: number
  /** By what the probabilities of the outside world are multiplied. */
  outside: number
}

/** Some runs have no trouble of a kind at all: faults that need calm in between are found there. */
export function drawProfile(seed: number): Profile {
  const chance = chanceOf(seed, 'profile')
  return {
    heldAMoment: chance.pick([0, 0.05, 0.12, 0.25, 0.4]),
    heldForLong: chance.pick([0, 0, 0.005, 0.02]),
    lost: chance.pick([0, 0, 0.006, 0.02, 0.05]),
    lostCommits: chance.pick([0, 0, 0, 0.06, 0.3]),
    lostGroups: chance.pick([0, 0.15, 0.4]),
    silent: chance.pick([0, 0, 0, 0.004]),
    stopped: chance.pick([0, 0, 0.004, 0.02]),
    troubled: chance.pick([1, 0.6, 0.3, 0.15]),
    outside: chance.pick([0.3, 1, 1, 2]),
  }
}

/** Of all things that may happen outside, this part is left out in one run, and this part comes often in it. */
const leftOut = 0.15
const often = 0.1
const oftenTimes = 8

/** By what the probability of one choice of the outside world is multiplied: runs differ in what they are full of. */
export function outsideScale(seed: number, { outside }: Profile): (choice: string) => number {
  const known = new Map<string, number>()
  return (choice) => {
    const before = known.get(choice)
    if (before !== undefined) return before
    const chance = chanceOf(seed, `choice/${choice}`)
    const scale = chance.bool(leftOut) ? 0 : chance.bool(often) ? oftenTimes : 1
    known.set(choice, outside * scale)
    return outside * scale
  }
}
