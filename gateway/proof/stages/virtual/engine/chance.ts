import type { Chance } from '../parts.ts'

/** 32-bit FNV-1a over UTF-16 code units, then mixed (MurmurHash3's finaliser), so that names that differ in one digit differ everywhere. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

function mix(hash: number): number {
  let mixed = hash
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** The next number in [0, 1) at each call: mulberry32, which is fast and good enough for choices, never for secrets. */
export function numbersFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws that depend on seed and name only. */
export function chanceOf(seed: number, name: string): Chance {
  const next = numbersFrom(hashText(`${seed}/${name}`))
  return {
    int: (below) => Math.floor(next() * below),
    bool: (probability) => next() < probability,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('Bug! nothing to pick from')
      return item
    },
  }
}
