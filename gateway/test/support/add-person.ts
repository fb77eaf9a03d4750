import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type ConsoleClient, consoleClient } from './console-client.ts'
import type { World } from './world.ts'

/** Who is added: they sign in by `email` with the password of the demo's owner. */
export interface PersonWish {
  role: string
  name?: string
  email?: string
  /** Sets one up, which live points need. */
  secondFactor?: boolean
}

/** One more person of the demo merchant, signed in; written straight into the table. */
export async function addPerson(world: World, db: pg.Client, wish: PersonWish): Promise<ConsoleClient> {
  const { owner } = world.demo.people
  const email = wish.email ?? `${wish.role}-${randomUUID()}@pasarela.example`
  await db.query(
    `insert into users (id, merchant_id, role, email, name, password_hash)
      select gen_random_uuid(), merchant_id, $2, $3, $4, password_hash from users where email = $1`,
    [owner.email, wish.role, email, wish.name ?? `A ${wish.role}`],
  )
  const client = consoleClient(world.url)
  await client.signIn({ email, password: owner.password })
  if (wish.secondFactor) await client.setUpSecondFactor(owner.password)
  return client
}
