import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Json, startBank } from './support/bank-process.ts'

const account = {
  number: '2850590940090418135201',
  currency: 'ARS',
  bank: 'Banco Simulado',
  time_zone: 'America/Buenos_Aires',
}
const deposit = {
  kind: 'deposit',
  amount_minor: '150000',
  text: 'TRANSFERENCIA P22K47XM',
  when: '2030-06-15T02:59:59Z',
}
const statement = '/control/accounts/one/statement?format=camt053&day=2030-06-14'

test('an account and its entries are kept once by their keys, also by a bank that was killed', async (t: TestContext) => {
  const bank = await startBank(t)
  assert.equal((await bank.call('PUT', '/control/accounts/one', account)).status, 200)
  assert.equal((await bank.call('PUT', '/control/accounts/one', { ...account, number: '1' })).status, 409)
  const first = await bank.call('PUT', '/control/accounts/one/entries/a', deposit)
  assert.deepEqual([first.body['ref'], first.body['day']], ['SB3006140000001', '2030-06-14'])
  assert.deepEqual((await bank.call('PUT', '/control/accounts/one/entries/a', deposit)).body, first.body)
  const other = await bank.call('PUT', '/control/accounts/one/entries/a', { ...deposit, amount_minor: '1' })
  assert.equal(other.status, 409)
  const before = [await bank.call('GET', '/control/accounts'), await bank.call('GET', statement)].map(
    ({ body }) => body,
  )
  await bank.crash()
  const again = await startBank(t, { dataDir: bank.dataDir })
  const after = [await again.call('GET', '/control/accounts'), await again.call('GET', statement)].map(
    ({ body }) => body,
  )
  assert.deepEqual(after, before)
  const [only] = (before[0] as { accounts: Json[] }).accounts
  assert.deepEqual([only?.['balance_minor'], only?.['days']], ['150000', [{ day: '2030-06-14', entries: 1 }]])
})

test('a wrong body is refused by its fields, an unknown account is not found, and a day has a limit', async (t: TestContext) => {
  const bank = await startBank(t)
  await bank.call('PUT', '/control/accounts/one', account)
  const put = (key: string, change: Json) =>
    bank.call('PUT', `/control/accounts/one/entries/${key}`, { ...deposit, ...change })
  for (const [field, value] of [
    ['kind', 'gift'],
    ['amount_minor', '0'],
    ['text', 'two\nlines'],
    ['text', 'x'.repeat(141)],
    ['when', 'today'],
  ] as const) {
    const { status, body } = await put('a', { [field]: value })
    assert.deepEqual([status, (body['errors'] as Json[]).map(({ path }) => path)], [422, [field]])
  }
  assert.equal((await bank.call('PUT', '/control/accounts/two/entries/a', deposit)).status, 404)
  assert.equal((await bank.call('GET', `${statement}x`)).status, 422)
  const many = await Promise.all(Array.from({ length: 121 }, (_, index) => put(`key-${index}`, {})))
  assert.deepEqual(many.map(({ status }) => status).sort(), [...Array(120).fill(200), 409])
})
