import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import type { Metrics } from '../../core/platform/log/metrics.ts'
import type { ProblemCode } from '../../core/values/problem.ts'

/** Most rows of the audit log per round. One more row holds the count of all further failures. */
const rowsPerRoundMax = 10

/** Most different failures that a process keeps between two rounds. Further failures are only counted. */
const rememberedMax = 1_000

/** Kind of refused credential. `sign_in`: a password or a code. `provider`: a notification's proof of origin. */
export type CredentialKind = 'api_key' | 'point_token' | 'signature' | 'session' | 'sign_in' | 'provider'

/** A request with refused credentials. Never holds a secret or the text that was sent as a secret. */
export interface FailedAuthentication {
  kind: CredentialKind
  /** Public id of the key, point or connector account; null if none was readable. */
  credential: string | null
  address: string
  reason: ProblemCode
  /** The point of the credential; null if the credential does not exist. */
  pointId: string | null
}

/** Collects refused credentials for the audit log. */
export interface FailedAuthentications {
  /** Never waits and never throws. */
  note(failure: FailedAuthentication): void
  /** Writes the failures since the last round; equal failures become one row with their count. Returns 0. */
  writeOnce(): Promise<number>
}

interface Noted {
  failure: FailedAuthentication
  count: number
}

/**
 * Records failed authentications in the audit log by address, credential and reason. Writes at most eleven rows per
 * round, whatever the number of requests. Failures that could not be written stay for the next round.
 */
export function failedAuthentications(
  deps: Pick<PlatformDeps, 'database' | 'clock'> & { metrics: Pick<Metrics, 'counter'> },
): FailedAuthentications {
  const failures = deps.metrics.counter(
    'authentication_failures_total',
    'Requests refused because of their credentials.',
    ['kind', 'reason'],
  )
  let noted = new Map<string, Noted>()
  let beyond = 0
  const remember = (failure: FailedAuthentication, count: number) => {
    const key = JSON.stringify([failure.kind, failure.credential, failure.address, failure.reason])
    const known = noted.get(key)
    if (known) known.count += count
    else if (noted.size < rememberedMax) noted.set(key, { failure, count })
    else beyond += count
  }
  return {
    note(failure) {
      failures.inc({ kind: failure.kind, reason: failure.reason })
      remember(failure, 1)
    },
    async writeOnce() {
      if (noted.size === 0) return 0
      const taken = [...noted.values()].sort(byWeight)
      const others = beyond
      noted = new Map()
      beyond = 0
      try {
        const rest = taken.slice(rowsPerRoundMax).reduce((sum, { count }) => sum + count, others)
        await write(deps, taken.slice(0, rowsPerRoundMax), rest)
      } catch (error) {
        for (const { failure, count } of taken) remember(failure, count)
        beyond += others
        throw error
      }
      return 0
    },
  }
}

/** Failures of existing credentials come first, so that many invented names cannot hide a stolen key. */
function byWeight(one: Noted, other: Noted): number {
  const exists = ({ failure }: Noted) => (failure.pointId === null ? 0 : 1)
  return exists(other) - exists(one) || other.count - one.count
}

async function write(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  taken: readonly Noted[],
  others: number,
): Promise<void> {
  await inTransaction(deps.database.engine, async (tx) => {
    for (const { failure, count } of taken) {
      const { address, credential, kind, pointId, reason } = failure
      const actor = { name: unauthenticatedActor, merchantId: null, userId: null, origin: address }
      const facts = { pointId, objectId: credential, detail: { kind, reason, count }, result: 'refused' as const }
      await writeAudit(tx, auditOf(actor, 'authentication.fail', facts), deps.clock.now())
    }
    if (others === 0) return
    const facts = { detail: { count: others, others: true }, result: 'refused' as const }
    await writeAudit(tx, auditOf(unauthenticatedActor, 'authentication.fail', facts), deps.clock.now())
  })
}

/** Actor of the audit entry. Only the address is known, and the entry holds it. */
const unauthenticatedActor = 'unauthenticated'
