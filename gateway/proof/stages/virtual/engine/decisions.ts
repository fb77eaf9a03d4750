import { chanceOf } from './chance.ts'

/** What happened at a named place although it was not the usual thing. */
export interface Decision {
  name: string
  choice: string
}

/** Decides by seed, or repeats what was decided before. */
export interface Decider {
  decide(name: string, usual: string, others: Readonly<Record<string, number | undefined>>): string
  /** Whatever was not usual so far, in the order of its happening. */
  made(): readonly Decision[]
  /** From here on everything is usual. */
  quieten(): void
}

/** Draws each decision by the seed and its name. `scale` says by what each probability is multiplied, by the choice. */
export function drawnDecider(seed: number, scale: (choice: string) => number): Decider {
  const made: Decision[] = []
  let quiet = false
  return {
    decide: (name, usual, others) => {
      if (quiet) return usual
      let left = chanceOf(seed, `decide/${name}`).int(1_000_000) / 1_000_000
      for (const [choice, probability] of Object.entries(others)) {
        left -= (probability ?? 0) * scale(choice)
        if (left >= 0) continue
        made.push({ name, choice })
        return choice
      }
      return usual
    },
    made: () => made,
    quieten: () => {
      quiet = true
    },
  }
}

/** Repeats these decisions wherever their names come up again; everything else is usual. */
export function repeatedDecider(decisions: readonly Decision[]): Decider {
  const wanted = new Map(decisions.map(({ name, choice }) => [name, choice]))
  const made: Decision[] = []
  return {
    decide: (name, usual, others) => {
      const choice = wanted.get(name)
      if (choice === undefined || !(choice in others)) return usual
      made.push({ name, choice })
      return choice
    },
    made: () => made,
    // The decisions that were made before the end of the busy part are the only ones there are.
    quieten: () => undefined,
  }
}

/** The same decider, which tells readers of a trace whatever is not usual. */
export function saidAloud(decider: Decider, say: (what: string) => void): Decider {
  return {
    ...decider,
    decide: (name, usual, others) => {
      const choice = decider.decide(name, usual, others)
      if (choice !== usual) say(`! ${name}: ${choice}`)
      return choice
    },
  }
}
