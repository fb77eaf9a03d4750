import type { Chance } from '../virtual/parts.ts'

export interface Range {
  min: number
  max: number
}

/** A whole number of the range, whose ends are both included. */
export function between(chance: Chance, { min, max }: Range): number {
  return min + chance.int(max - min + 1)
}
