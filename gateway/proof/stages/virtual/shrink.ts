import type { Decision } from './engine/decisions.ts'
import type { RunResult } from './world/run.ts'

/** What a run was made of: its acts, and what was decided in it. */
export interface Parts {
  acts: readonly string[]
  decisions: readonly Decision[]
}

export interface Shrunk extends Parts {
  result: RunResult
  /** How many runs it took. */
  runs: number
}

/**
 * Leaves out acts and decisions as long as the run still breaks one of the same rules (delta debugging, Zeller and
 * Hildebrandt 2002): halves first, then smaller pieces, then single ones, until none can go or the limit is reached.
 */
export async function shrink(
  found: RunResult,
  again: (parts: Parts) => Promise<RunResult>,
  isOver: (runs: number) => boolean,
): Promise<Shrunk> {
  const rules = new Set(found.violations.map(({ rule }) => rule))
  let best: Shrunk = { acts: found.acts, decisions: found.decisions, result: found, runs: 0 }
  let runs = 0
  const holds = async (parts: Parts): Promise<RunResult | undefined> => {
    runs += 1
    const result = await again(parts)
    return result.violations.some(({ rule }) => rules.has(rule)) ? result : undefined
  }
  const attempt = async (parts: Parts): Promise<boolean> => {
    const result = await holds(parts)
    if (!result) return false
    // What did not come up again was no part of it.
    const made = new Set(result.decisions.map(({ name }) => name))
    const decisions = parts.decisions.filter(({ name }) => made.has(name))
    best = { acts: result.acts, decisions, result, runs }
    return true
  }
  if (!(await attempt(best))) return { ...best, runs }
  for (let size = Math.ceil(partsOf(best).length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < partsOf(best).length; ) {
      if (isOver(runs)) return { ...best, runs }
      const all = partsOf(best)
      const kept = [...all.slice(0, from), ...all.slice(from + size)]
      if (!(await attempt(fromParts(kept)))) from += size
    }
  }
  return { ...best, runs }
}

type Part = { act: string } | { decision: Decision }

function partsOf({ acts, decisions }: Parts): Part[] {
  return [...decisions.map((decision) => ({ decision })), ...acts.map((act) => ({ act }))]
}

function fromParts(parts: readonly Part[]): Parts {
  return {
    acts: parts.flatMap((part) => ('act' in part ? [part.act] : [])),
    decisions: parts.flatMap((part) => ('decision' in part ? [part.decision] : [])),
  }
}
