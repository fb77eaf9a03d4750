import type { Contender, ContenderName, OpenedPath } from './contender.ts'
import type { PathName } from './parts.ts'
import type { PathResult, Rounds } from './results.ts'

/** Short rounds beside each other in time: a machine that slows down slows all of them. */
const roundCount = 3

/** The open loop's rate, as a share of what the closed loop reached just before. */
const openShare = 0.6

/** Loops of one kind run this much shorter: with one in flight there is nothing to wait for. */
const aloneShare = 0.5

/** Measures a path in rounds: every contender with many in flight, then with one, then the gateway at a fixed rate. */
export async function measurePath(
  path: { name: string; title: string },
  { contenders }: OpenedPath,
  { seconds, warmSeconds }: { seconds: number; warmSeconds: number },
): Promise<PathResult> {
  const all = Object.entries(contenders) as [ContenderName, Contender][]
  const rounds: Partial<Record<ContenderName, Rounds>> = {}
  for (const [name, contender] of all) {
    rounds[name] = { busy: [], alone: [], open: [] }
    // What is run for the first time is compiled, planned and read from disk meanwhile.
    await contender.busy(warmSeconds)
  }
  for (let round = 0; round < roundCount; round++) {
    // Another one begins each time: whoever comes after a heavy writer meets what that one left behind.
    const inTurn = [...all.slice(round % all.length), ...all.slice(0, round % all.length)]
    for (const [name, contender] of inTurn) rounds[name]?.busy.push(await contender.busy(seconds))
    for (const [name, contender] of inTurn) {
      if (contender.alone) rounds[name]?.alone.push(await contender.alone(seconds * aloneShare))
    }
    const { gateway } = contenders
    const reached = rounds.gateway?.busy.at(-1)?.perSecond ?? 0
    if (gateway.open) rounds.gateway?.open.push(await gateway.open(reached * openShare, seconds))
  }
  return { name: path.name, title: path.title, rounds }
}

/** What is measured of each line, in their order. A line that fails is told to `complain`, and the others are kept. */
export async function measureEach<T>(
  names: readonly PathName[],
  measure: (name: PathName, isFirst: boolean) => Promise<T>,
  complain: (text: string) => void,
): Promise<T[]> {
  const found: T[] = []
  for (const name of names) {
    try {
      found.push(await measure(name, found.length === 0))
    } catch (error) {
      complain(`${name} failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return found
}
