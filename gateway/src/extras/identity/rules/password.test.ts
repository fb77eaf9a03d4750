import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../../core/values/problem.ts'
import { passwordFaults, passwordHasher } from './password.ts'

const ana = { email: 'anapaz@shop.example', name: 'Ana Quiroga' }
const stranger = (n: number) => ({ queue: 'unauthenticated', who: `192.0.2.${n}` }) as const
const codes = (password: string) => passwordFaults(password, ana).map(({ code }) => code)

test('a password has 12 to 200 characters, counted as people count them', () => {
  assert.deepEqual(codes('elevenchars'), ['too_short'])
  assert.deepEqual(codes('twelve chars'), [])
  assert.deepEqual(codes('😀😃😄😁😆😅😂🤣😊😇🙂'), ['too_short'])
  assert.deepEqual(codes('ab'.repeat(100)), [])
  assert.deepEqual(codes(`${'ab'.repeat(100)}c`), ['too_long'])
})

test('the first guesses are refused: one character, the known ones, the own name and address', () => {
  for (const password of ['aaaaaaaaaaaa', 'Password1234', 'x-anapaz-2026-x', 'we love QUIROGA!'])
    assert.deepEqual(codes(password), ['not_allowed'], password)
  // Ana is too short to count as a part of the name.
  assert.deepEqual(codes('banana and more'), [])
})

test('a hash is argon2id with the documented cost, and matches its password only, in any Unicode form', async () => {
  const hasher = passwordHasher()
  const stored = await hasher.hash('ana', 'mañana será otro')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await hasher.verify('ana', stored, 'mañana será otro'.normalize('NFD')), true)
  assert.equal(await hasher.verify('ana', stored, 'manana sera otro'), false)
})

test('a comparison without stored hash costs one hash too, and never matches', async () => {
  const hasher = passwordHasher()
  // The text of the built-in hash. Knowing it must not help.
  assert.equal(await hasher.verify('ana', undefined, 'hello hello hello'), false)
  assert.equal(hasher.count, 1)
})

test('of many unauthenticated callers one runs, fifty wait and the rest is refused; known callers have their own slots', async () => {
  const hasher = passwordHasher({ waitMaxMs: 600_000 })
  const strangers = Promise.allSettled(
    Array.from(
      { length: 120 },
      async (_, n) => await hasher.inTurn(stranger(n), async (compare) => await compare(undefined, 'x')),
    ),
  )
  const known = Array.from({ length: 40 }, async (_, n) => await hasher.verify(`${n}`, undefined, 'x'))
  assert.deepEqual(new Set(await Promise.all(known)), new Set([false]))
  const answers = await strangers
  const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  assert.equal(refused.length, 69)
  for (const reason of refused) assert.ok(reason instanceof Problem && reason.code === 'unavailable')
  assert.equal(hasher.count, 51 + 40)
})

test('work that is refused because the queue is full has not started', async () => {
  const hasher = passwordHasher()
  let begun = 0
  const work = async () => {
    begun++
    return await Promise.resolve()
  }
  const answers = await Promise.allSettled(
    Array.from({ length: 60 }, async (_, n) => await hasher.inTurn(stranger(n), work)),
  )
  assert.equal(begun, answers.filter(({ status }) => status === 'fulfilled').length)
  assert.equal(begun, 51)
})

test('one caller fills its share of the queue, and others still find a place', async () => {
  const hasher = passwordHasher({ waitMaxMs: 600_000 })
  let end = () => {}
  const until = new Promise<void>((resolve) => (end = resolve))
  const wait = async (n: number) => await hasher.inTurn(stranger(n), async () => await until)
  const greedy = Array.from({ length: 13 }, async () => await wait(1))
  await assert.rejects(wait(1), { code: 'unavailable' })
  greedy.push(wait(2))
  end()
  await Promise.all(greedy)
})

test('who waits too long is refused, and leaves the place in the queue to others', async () => {
  const hasher = passwordHasher({ waitMaxMs: 30 })
  let end = () => {}
  const first = hasher.inTurn(stranger(0), async () => await new Promise<void>((resolve) => (end = resolve)))
  let ran = false
  const late = hasher.inTurn(stranger(0), async () => {
    ran = true
  })
  await assert.rejects(late, (error) => error instanceof Problem && error.code === 'unavailable')
  end()
  await first
  assert.equal(await hasher.inTurn(stranger(0), async () => 'next'), 'next')
  assert.equal(ran, false)
})
