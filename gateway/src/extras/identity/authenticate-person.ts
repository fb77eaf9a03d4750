import { settingsOf } from '../../core/merchants/authenticate-request.ts'
import type { PointRow } from '../../core/merchants/rules/point-row.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid } from '../../core/platform/ids.ts'
import type { PointSettings } from '../../core/values/caller.ts'
import type { Person } from '../../core/values/person.ts'
import { merchantRoles, operatorRoles } from '../../core/values/roles.ts'
import { isShutOut } from './shut-out-demo-people.ts'
import { findSession, type SessionAtPointRow, type SessionRow } from './store/sessions.ts'

/** The purpose under which a session cookie's value is hashed for storage. */
export const sessionHashPurpose = 'session'

/** The person behind a session cookie. */
export type PersonFound =
  | { kind: 'signed_out' }
  /** The password was right, the second factor is missing. Nothing is permitted yet. */
  | { kind: 'second_factor'; userId: string; sessionId: string }
  /**
   * `point`: the requested point, read from the database. Undefined if it belongs to another merchant or does not
   * exist.
   */
  | { kind: 'signed_in'; person: Person; point: PointSettings | undefined }

export interface PersonRequest {
  /** The page sent the request without an action of the person. It does not extend the session. */
  background: boolean
  /** The point in the request's address. */
  pointId?: string
}

/** Finds the person and the requested point in one statement, because every request waits for it. */
export async function authenticatePerson(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  cookie: string | undefined,
  { background, pointId = '' }: PersonRequest,
): Promise<PersonFound> {
  if (cookie === undefined || !sessionCookieShape.test(cookie)) return { kind: 'signed_out' }
  const row = await findSession(deps.database.engine, sessionHash(deps, cookie), {
    background,
    pointId: isUuid(pointId) ? pointId : null,
  })
  if (!row || (await isShutOut(deps, row.email))) return { kind: 'signed_out' }
  if (row.stage === 'second_factor') {
    return { kind: 'second_factor', userId: row.user_id, sessionId: row.public_id }
  }
  return { kind: 'signed_in', person: personOf(row), point: isAtPoint(row) ? settingsOf(row) : undefined }
}

function isAtPoint(row: SessionAtPointRow): row is SessionRow & PointRow {
  return row.point_id !== null
}

/** 32 random bytes as base64url. */
const sessionCookieShape = /^[\w-]{43}$/

export function sessionHash(deps: Pick<PlatformDeps, 'secretBox'>, cookie: string): Buffer {
  return deps.secretBox.keyedHash(sessionHashPurpose, cookie)
}

function personOf(row: SessionRow): Person {
  const common = {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    language: row.language,
    secondFactor: row.second_factor,
    sessionId: row.public_id,
    steppedUp: row.stepped_up,
  }
  const { works_for: merchantId } = row
  if (merchantId !== null) {
    const role = merchantRoles.find((each) => each === row.role)
    if (role) return { ...common, side: 'merchant', merchantId, role }
  }
  const role = operatorRoles.find((each) => each === row.role)
  if (merchantId === null && role) return { ...common, side: 'operator', role }
  throw new Error(`user ${row.user_id} has no role that is known`)
}
