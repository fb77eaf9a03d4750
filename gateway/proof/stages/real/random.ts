/** Numbers that look random and repeat with the same seed. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** A generator of 32 bits of state: a counter that is scrambled by two rounds of multiply and shift. */
export function randomFrom(seed: number): Random {
  let counter = seed >>> 0
  const next = () => {
    counter = (counter + 0x9e3779b9) >>> 0
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    whole,
    chance: (share) => next() < share,
    pick: (list) => {
      const found = list[whole(0, list.length - 1)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
