import { randomBytes } from 'node:crypto'
import { createPoint, type PointInput } from '../../src/core/callbacks/create-point.ts'
import { createMerchant } from '../../src/core/merchants/create-merchant.ts'
import type { CreatedPoint } from '../../src/core/merchants/new-point.ts'
import { type Clock, systemClock } from '../../src/core/platform/clock/clock.ts'
import { type Database, openDatabase } from '../../src/core/platform/database/database.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { type SecretBox, secretBox } from '../../src/core/platform/secret-box.ts'
import { type Cleanup, testDatabase } from './database.ts'

export interface SetUp {
  url: string
  database: Database
  secretBox: SecretBox
  clock: Clock
  /** Moves the process's clock and the database's to this distance from the true time. */
  moveClockTo(offsetMs: number): Promise<void>
}

/** What the operations that set up merchants, points and keys need, on a database of its own. */
export async function setUp(t: Cleanup): Promise<SetUp> {
  const { url } = await testDatabase(t)
  const database = openDatabase(url, () => undefined)
  t.after(async () => await database.close())
  const clock = systemClock()
  return {
    url,
    database,
    secretBox: secretBox(randomBytes(32)),
    clock,
    moveClockTo: async (offsetMs) => {
      await database.owner.query('update gateway_clock set offset_ms = $1', [offsetMs])
      clock.setOffsetMs(offsetMs)
    },
  }
}

/** A point of a merchant of its own. */
export async function aPoint(
  deps: Pick<SetUp, 'database' | 'secretBox' | 'clock'>,
  wishes: Partial<PointInput> = {},
): Promise<CreatedPoint & { merchantId: string }> {
  const { merchantId } = await createMerchant(deps, { name: 'Test shop', actor: 'test' })
  const point = await createPoint(deps, {
    merchantId,
    environment: 'test',
    name: 'Test point',
    actor: 'test',
    ...wishes,
  })
  return { ...point, merchantId }
}

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
