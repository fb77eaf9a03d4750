import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../domain/problem.ts'
import { passwordFaults, passwordHasher } from './password.ts'

const ana = { email: 'anapaz@shop.example', name: 'Ana Quiroga' }
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
  // Ana is too short to tell anything.
  assert.deepEqual(codes('banana and more'), [])
})

test('a hash is argon2id with the promised cost, and opens by its password only, however it was typed', async () => {
  const hasher = passwordHasher()
  const stored = await hasher.hash('mañana será otro')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.equal(await hasher.verify(stored, 'mañana será otro'.normalize('NFD')), true)
  assert.equal(await hasher.verify(stored, 'manana sera otro'), false)
})

test('nobody’s password costs one hash too, and never opens', async () => {
  const hasher = passwordHasher()
  // The text that the built-in hash was made of: knowing it must not help.
  assert.equal(await hasher.verify(undefined, 'hello hello hello'), false)
  assert.equal(hasher.count, 1)
})

test('of many at once two run, fifty wait, and the rest is told to come again', async () => {
  const hasher = passwordHasher()
  const answers = await Promise.allSettled(Array.from({ length: 60 }, async () => await hasher.verify(undefined, 'x')))
  const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  assert.equal(refused.length, 8)
  for (const reason of refused) assert.ok(reason instanceof Problem && reason.code === 'unavailable')
  assert.equal(hasher.count, 52)
  assert.equal(await hasher.verify(undefined, 'x'), false)
})
