import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type SecretBox, secretBox } from '../../src/platform/secret-box.ts'
import type { Answer, CallOptions, World } from './world.ts'
import { callApi } from './world-calls.ts'

/** Somebody whose browser holds a session; written straight into the tables, so that no test waits for a password. */
export interface SignedInPerson {
  /** The session's cookie, for a browser. */
  cookie: { name: 'sid'; value: string }
  /** One request as their page makes it: with the cookie and the proof of our own page. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
}

export interface PersonWishes {
  pointId: string
  /** Default: owner. */
  role?: string
  /** Default: en. */
  language?: string
  steppedUp?: boolean
}

/** A person of the merchant whose point this is, with the second factor set up. */
export async function signedInPerson(
  world: Pick<World, 'url' | 'databaseUrl' | 'folder'>,
  wishes: PersonWishes,
): Promise<SignedInPerson> {
  const keyFile = readFileSync(join(world.folder, 'master.key'), 'utf8')
  const box = secretBox(Buffer.from(keyFile.trim(), 'base64'))
  const value = randomBytes(32).toString('base64url')
  await writeSession(world.databaseUrl, { ...wishes, idHash: box.keyedHash('session', value) })
  return {
    cookie: { name: 'sid', value },
    call: async (method, path, options = {}) =>
      await callApi(world.url, '', {
        method,
        path,
        ...options,
        headers: {
          authorization: '',
          cookie: `sid=${value}`,
          'x-csrf-token': csrfToken(box, value),
          ...options.headers,
        },
      }),
  }
}

function csrfToken(box: SecretBox, value: string): string {
  return box.keyedHash('csrf', value).toString('base64url')
}

async function writeSession(databaseUrl: string, person: PersonWishes & { idHash: Buffer }): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const userId = randomUUID()
    await client.query(
      `insert into users (id, merchant_id, role, email, name, language, password_hash, totp_box, totp_confirmed_at)
      select $1, merchant_id, $2, $3, 'Test Person', $5, repeat('x', 40), '\\x00', statement_timestamp()
      from points where id = $4`,
      [userId, person.role ?? 'owner', `person-${userId}@example.com`, person.pointId, person.language ?? 'en'],
    )
    await client.query(
      `insert into sessions (id_hash, public_id, user_id, stage, stepped_up_at)
      values ($1, $2, $3, 'signed_in', case when $4 then statement_timestamp() end)`,
      [person.idHash, randomUUID(), userId, person.steppedUp ?? false],
    )
  } finally {
    await client.end()
  }
}
