// The result of a run as lines.
import { isUnknown } from '../../merchant/client.ts'
import type { SoakResult } from './soak.ts'

/** More lines than this tell nothing new. */
const violationsListed = 60

/** The figures of a run and its violations, as lines. */
export function reportLines({ seed, exchanges, chaos, settled, verdict, seconds, violations }: SoakResult): string[] {
  const { failpointHits, crashes: _, ...figures } = chaos
  const replies = exchanges.flatMap(({ reply }) => (reply.kind === 'reply' || reply.kind === 'broken' ? [reply] : []))
  const answered = (status: number) =>
    replies.filter((reply) => reply.kind === 'reply' && reply.status === status).length
  return [
    `seed ${seed}`,
    `verdict ${JSON.stringify(verdict)}`,
    `faults ${JSON.stringify(figures)}`,
    `failpoints ${JSON.stringify(failpointHits)}`,
    `requests ${replies.length}, repeated ${replies.filter(isUnknown).length} (503 ${answered(503)}, 500 ${answered(500)})`,
    `seconds ${JSON.stringify(seconds)}; time moved by ${Math.round(settled.shiftedMs / 1_000)} s`,
    `unresolved ${JSON.stringify(settled.open)}`,
    `violations ${violations.length}`,
    ...violations.slice(0, violationsListed).map((violation) => `  ${violation}`),
  ]
}
