import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { Problem } from '../../core/values/problem.ts'
import { passwordHasher } from './rules/password.ts'
import { signIn } from './sign-in.ts'
import { insertUser } from './store/users.ts'

const deps = { ...(await setUp({ after })), passwords: passwordHasher() }
const password = 'a good long password'
const browser = { address: '192.0.2.7', userAgent: null, cookie: undefined, knownBrowser: undefined }
const email = 'ana@shop.example'
await insertUser(deps.database.engine, {
  id: uuidV7(deps.clock.now()),
  merchantId: null,
  role: 'support',
  email,
  name: 'Ana',
  language: 'en',
  passwordHash: await deps.passwords.hash(email, password),
})

/** The code of the refusal and its cost: hashes computed and statements sent. */
async function costOf(input: { email: string; password: string }) {
  const statements: string[] = []
  const { engine } = deps.database
  const counted = Object.create(engine) as typeof engine
  counted.query = ((statement: { name: string }) => {
    statements.push(statement.name)
    return engine.query(statement as never)
  }) as unknown as typeof engine.query
  const before = deps.passwords.count
  const code = await signIn({ ...deps, database: { ...deps.database, engine: counted } }, input, browser).then(
    () => 'signed in',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  )
  return { code, hashes: deps.passwords.count - before, statements: statements.length }
}

test('an unknown address costs the hash and the statements that a wrong password costs', async () => {
  const known = await costOf({ email, password: 'not the right one' })
  const unknown = await costOf({ email: 'nobody@shop.example', password: 'not the right one' })
  assert.deepEqual(known, { code: 'wrong_credentials', hashes: 1, statements: 2 })
  assert.deepEqual(unknown, known)
})

test('a disabled person gets the same answer at the same cost, with the right password too', async () => {
  await deps.database.owner.query('update users set disabled_at = statement_timestamp()')
  assert.deepEqual(await costOf({ email, password }), { code: 'wrong_credentials', hashes: 1, statements: 2 })
  await deps.database.owner.query('update users set disabled_at = null')
  assert.equal((await costOf({ email, password })).code, 'signed in')
})

test('a password that was changed during the comparison does not sign in', async () => {
  const { passwords } = deps
  const slow = {
    ...passwords,
    count: 0,
  }
  slow.inTurn = async (caller, work) =>
    await passwords.inTurn(caller, async (compare) => {
      const result = await work(compare)
      await deps.database.owner.query(`update users set password_hash = repeat('x', 40)`)
      return result
    })
  const refused = (error: unknown) => error instanceof Problem && error.code === 'wrong_credentials'
  await deps.database.owner.query('delete from sessions')
  await assert.rejects(signIn({ ...deps, passwords: slow }, { email, password }, browser), refused)
  assert.equal((await deps.database.owner.query('select from sessions')).rowCount, 0)
})

test('an unauthenticated caller who finds the queue full costs neither a statement nor an attempt', async () => {
  let open = () => {}
  const until = new Promise<void>((resolve) => {
    open = resolve
  })
  const places = Array.from(
    { length: 51 },
    async (_, n) => await deps.passwords.inTurn({ queue: 'unauthenticated', who: `${n}` }, async () => await until),
  )
  const cost = await costOf({ email, password: 'not the right one' })
  open()
  await Promise.all(places)
  assert.deepEqual(cost, { code: 'unavailable', hashes: 0, statements: 0 })
})
