import { auditOf } from '../audit/audit-of.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { Metrics } from '../platform/log/metrics.ts'
import type { ProblemCode } from '../values/problem.ts'

/** Rows of the audit log that one round writes. What is beyond it stands in one more row as a sum. */
const rowsPerRoundMax = 10

/** Different failures that one process remembers between two rounds. Further ones are only counted. */
const rememberedMax = 1_000

/** Which kind of credential was refused. `sign_in`: a password or a code. `provider`: a notification's proof of origin. */
export type CredentialKind = 'api_key' | 'point_token' | 'signature' | 'session' | 'sign_in' | 'provider'

/** A request whose credentials were refused. Never holds a secret, nor what somebody typed in place of one. */
export interface FailedAuthentication {
  kind: CredentialKind
  /** Public id of the key, point or connector account; null where none was readable. */
  credential: string | null
  address: string
  reason: ProblemCode
  /** The point whose existing credential it was; null where there is none. */
  pointId: string | null
}

/** What was refused, on its way into the audit log. */
export interface FailedAuthentications {
  /** Never waits and never throws. */
  note(failure: FailedAuthentication): void
  /** Writes what was noted since the last round, equal failures as one row with their number. Returns 0. */
  writeOnce(): Promise<number>
}

interface Noted {
  failure: FailedAuthentication
  count: number
}

/**
 * Records failed authentications in the audit log: by address, credential and reason, at most eleven rows a round however
 * many requests come. Keeps what it could not write for the next round.
 */
export function failedAuthentications(
  deps: Pick<PlatformDeps, 'database' | 'clock'> & { metrics: Pick<Metrics, 'authenticationFailures'> },
): FailedAuthentications {
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
      deps.metrics.authenticationFailures.inc({ kind: failure.kind, reason: failure.reason })
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

/** Failures with credentials that exist come first: noise of made-up names must not hide a stolen key. */
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
      const actor = { name: nobody, merchantId: null, userId: null, origin: address }
      const facts = { pointId, objectId: credential, detail: { kind, reason, count }, result: 'refused' as const }
      await writeAudit(tx, auditOf(actor, 'authentication.fail', facts), deps.clock.now())
    }
    if (others === 0) return
    const facts = { detail: { count: others, others: true }, result: 'refused' as const }
    await writeAudit(tx, auditOf(nobody, 'authentication.fail', facts), deps.clock.now())
  })
}

/** Who failed: an address stands beside it, and nothing else is known. */
const nobody = 'unauthenticated'
