import { uuidV7 } from '../../src/platform/ids.ts'
import type { SetUp } from './set-up.ts'

export interface PersonWishes {
  merchantId?: string | null
  role?: string
  name?: string
  email?: string
  language?: string
}

/** Somebody who could sign in, written straight into the table; without a merchant an operator. Returns their id. */
export async function aPerson({ database, clock }: SetUp, wishes: PersonWishes = {}): Promise<string> {
  const id = uuidV7(clock.now())
  const { merchantId = null, role = merchantId ? 'owner' : 'admin', name = 'Ana Ruiz', language = 'en' } = wishes
  await database.owner.query(
    `insert into users (id, merchant_id, role, email, name, language, password_hash)
      values ($1, $2, $3, $4, $5, $6, repeat('x', 40))`,
    [id, merchantId, role, wishes.email ?? `${id}@people.example`, name, language],
  )
  return id
}
