import { findUser } from '../identity/store/users.ts'
import { findFact, isDemonstrationOver } from '../platform/database/deployment-facts.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { Problem } from '../values/problem.ts'

/** Who is there on a demonstration: enough people for every step that needs a second one. */
export const demoPeople = {
  owner: { role: 'owner', name: 'Olga Prado', email: 'owner@pasarela.example', isMerchants: true },
  operations: { role: 'operations', name: 'Pedro Lima', email: 'operations@pasarela.example', isMerchants: true },
  admin: { role: 'admin', name: 'Alma Reyes', email: 'admin@pasarela.example', isMerchants: false },
  operator: { role: 'operations', name: 'Omar Vega', email: 'operator@pasarela.example', isMerchants: false },
} as const

export type DemoName = keyof typeof demoPeople

const addresses: ReadonlySet<string> = new Set(Object.values(demoPeople).map(({ email }) => email))

/** Whether this is the address of one of the people whose passwords the first start prints. */
export function isDemoAddress(email: string): boolean {
  return addresses.has(email)
}

/** Whether a person may no longer get in: their password stands in a file, and a live point holds real money. */
export async function isShutOut(deps: Pick<PlatformDeps, 'database'>, email: string): Promise<boolean> {
  return isDemoAddress(email) && (await isDemonstrationOver(deps.database.engine))
}

/** Throws `role_missing`: somebody who made a live point as a person of the demonstration would be shut out by it. */
export async function refuseDemoOperator(deps: Pick<PlatformDeps, 'database'>, email: string): Promise<void> {
  if (!isDemoAddress(email) || !(await findFact(deps.database.engine, 'demo_point'))) return
  throw new Problem('role_missing', {
    message:
      'People of the demonstration make no live point: it would close their own sign-ins. Invite an operator first.',
  })
}

/** Throws `second_person_required`: the passwords of all people of the demonstration stand in one file, so they are one person. */
export async function refuseDemoConfirmer(deps: Pick<PlatformDeps, 'database'>, userId: string): Promise<void> {
  const { engine } = deps.database
  const user = await findUser(engine, userId)
  if (!user || !isDemoAddress(user.email) || !(await findFact(engine, 'demo_point'))) return
  throw new Problem('second_person_required', {
    message: 'People of the demonstration confirm nobody: their passwords stand in one file.',
  })
}
