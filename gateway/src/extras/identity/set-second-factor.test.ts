import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { passwordHasher } from './rules/password.ts'
import { totpCode, totpStep } from './rules/totp.ts'
import { beginSecondFactor, confirmSecondFactor } from './set-second-factor.ts'
import { signIn } from './sign-in.ts'
import { insertUser } from './store/users.ts'

const deps = { ...(await setUp({ after })), passwords: passwordHasher() }
const person = { email: 'ana@shop.example', password: 'a good long password' }
const userId = uuidV7(deps.clock.now())
await insertUser(deps.database.engine, {
  id: userId,
  merchantId: null,
  role: 'support',
  email: person.email,
  name: 'Ana',
  language: 'en',
  passwordHash: await deps.passwords.hash('ana', person.password),
})
const codeOf = (secret: string) => totpCode(secret, totpStep(Date.now() / 1000))
const session = await signedIn()

test('a code of the secret in one tab does not confirm a secret of another tab', async () => {
  const first = await beginSecondFactor(deps, userId)
  const second = await beginSecondFactor(deps, userId)
  const refused = { code: 'not_in_this_state' }
  const { setUpId } = first
  await assert.rejects(confirmSecondFactor(deps, session, { code: codeOf(first.secret), setUpId }), refused)
  await assert.rejects(confirmSecondFactor(deps, session, { code: codeOf(second.secret), setUpId }), refused)
  assert.equal(await isSetUp(), false)
})

test('a secret that another tab started during the comparison is not confirmed', async () => {
  const shown = await beginSecondFactor(deps, userId)
  const { engine } = deps.database
  const raced = Object.create(engine) as typeof engine
  raced.query = (async (statement: { name: string }) => {
    const found = await engine.query(statement as never)
    if (statement.name === 'find-user') await beginSecondFactor(deps, userId)
    return found
  }) as unknown as typeof engine.query
  const racing = { ...deps, database: { ...deps.database, engine: raced } }
  await assert.rejects(confirmSecondFactor(racing, session, { code: codeOf(shown.secret), setUpId: shown.setUpId }), {
    code: 'not_in_this_state',
  })
  assert.equal(await isSetUp(), false)
})

test('the secret that was shown is confirmed by its code', async () => {
  const { secret, setUpId } = await beginSecondFactor(deps, userId)
  await confirmSecondFactor(deps, session, { code: codeOf(secret), setUpId })
  assert.equal(await isSetUp(), true)
})

async function isSetUp(): Promise<boolean> {
  const found = await deps.database.owner.query('select totp_confirmed_at from users where id = $1', [userId])
  return found.rows[0]?.totp_confirmed_at !== null
}

async function signedIn() {
  const browser = { address: '192.0.2.7', userAgent: null, cookie: undefined, knownBrowser: undefined }
  const { cookie } = await signIn(deps, person, browser)
  const found = await deps.database.owner.query('select public_id from sessions')
  return {
    userId,
    cookie,
    knownBrowser: undefined,
    address: browser.address,
    sessionId: String(found.rows[0]?.public_id),
  }
}
