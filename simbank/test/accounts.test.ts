import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { type Json, makeDataDir, type RunningBank, startBank, TOKEN } from './support/bank-process.ts'

const NUMBER = '012180001234567897'
const facts = { holder: 'Pasarela Test SA', currency: 'MXN', time_zone: 'America/Mexico_City', opened_on: '2026-01-05' }

async function anAccount(bank: RunningBank, change: Json = {}, number = NUMBER): Promise<Json> {
  const { status, body } = await bank.call('PUT', `/control/accounts/${number}`, { ...facts, ...change })
  assert.equal(status, 201)
  return body
}

async function happen(bank: RunningBank, kind: string, more: Json = {}, number = NUMBER): Promise<Json[]> {
  const { status, body } = await bank.call('POST', `/control/accounts/${number}/movements`, { kind, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body['movements'] as Json[]
}

async function statement(bank: RunningBank, query: string): Promise<string> {
  const address = `${bank.url}/control/accounts/${NUMBER}/statement?${query}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } })
  return await response.text()
}

const sums = (movements: readonly Json[]) => movements.map(({ sign, amount_minor }) => `${sign}${amount_minor}`)
const paid = { amount_minor: '150000', reference: 'P22K47XM', sender: { name: 'Ana Prueba', document: '12345678' } }

suite('accounts of an operator', () => {
  test('each control books what its name says, with a running balance', async (t: TestContext) => {
    const bank = await startBank(t)
    await anAccount(bank, { opening_minor: '1000' })
    const [exact] = await happen(bank, 'deposit', paid)
    assert.deepEqual([exact?.['text'], exact?.['balance_minor']], ['TRANSFER P22K47XM', '151000'])
    assert.deepEqual(exact?.['party'], paid.sender)
    const [typo] = await happen(bank, 'typo', paid)
    assert.match(String(typo?.['text']), /^TRANSFER [2-9A-Z]{8}$/)
    assert.notEqual(typo?.['text'], exact?.['text'])
    const [other] = await happen(bank, 'other_amount', paid)
    assert.notEqual(other?.['amount_minor'], '150000')
    assert.deepEqual(sums(await happen(bank, 'twice', paid)), ['C150000', 'C150000'])
    const [unknown] = await happen(bank, 'no_reference', { amount_minor: '777' })
    assert.equal(unknown?.['text'], 'TRANSFER')
    const [stranger] = await happen(bank, 'other_sender', paid)
    assert.notEqual((stranger?.['party'] as Json | undefined)?.['document'], paid.sender.document)
    const [out] = await happen(bank, 'payout', paid)
    assert.deepEqual([out?.['sign'], out?.['end_to_end_id']], ['D', 'P22K47XM'])
    const [back] = await happen(bank, 'payout_returned', paid)
    assert.deepEqual([back?.['sign'], back?.['reversal']], ['C', true])
    for (const [kind, sign] of [
      ['fee', 'D'],
      ['tax', 'D'],
      ['interest', 'C'],
    ] as const) {
      assert.equal((await happen(bank, kind))[0]?.['sign'], sign)
    }
    const { body } = await bank.call('GET', `/control/accounts/${NUMBER}/movements`)
    const all = body['movements'] as Json[]
    const total = all.reduce(
      (sum, { sign, amount_minor }) => sum + (sign === 'C' ? 1n : -1n) * BigInt(String(amount_minor)),
      1000n,
    )
    assert.deepEqual([all.length, body['balance_minor']], [12, String(total)])
    assert.equal(new Set(all.map(({ id }) => id)).size, 12)
  })

  test('one seed gives the same choices, another seed others', async (t: TestContext) => {
    const bank = await startBank(t)
    const told: string[] = []
    for (const [index, seed] of [7, 7, 8].entries()) {
      const number = `1000${index}`
      await anAccount(bank, { seed }, number)
      const some: Json[] = []
      for (const kind of ['typo', 'other_amount', 'other_sender', 'fee', 'typo', 'typo']) {
        some.push(...(await happen(bank, kind, kind === 'fee' ? {} : paid, number)))
      }
      told.push(JSON.stringify(some.map(({ text, amount_minor, party }) => [text, amount_minor, party])))
    }
    assert.equal(told[0], told[1])
    assert.notEqual(told[0], told[2])
  })

  test('a repeated call books once, also after the bank was killed', async (t: TestContext) => {
    const dataDir = makeDataDir(t)
    const before = await startBank(t, { dataDir })
    await anAccount(before)
    const first = await happen(before, 'twice', { ...paid, key: 'payer-1' })
    await before.crash()
    const after = await startBank(t, { dataDir })
    assert.deepEqual(await happen(after, 'twice', { ...paid, key: 'payer-1' }), first)
    const { status, body } = await after.call('PUT', `/control/accounts/${NUMBER}`, { ...facts, holder: 'Another' })
    assert.deepEqual([status, body['holder'], body['count'], body['balance_minor']], [200, facts.holder, 2, '300000'])
  })

  test('statements add up, join, and give the same bytes while nothing happens', async (t: TestContext) => {
    const bank = await startBank(t)
    await anAccount(bank, { opening_minor: '-500' })
    await happen(bank, 'deposit', { ...paid, booking_day: '2026-01-05', value_day: '2026-01-03' })
    await happen(bank, 'fee', { amount_minor: '900', booking_day: '2026-01-05' })
    await happen(bank, 'deposit', { ...paid, booking_day: '2026-01-07' })
    const one = await statement(bank, 'format=mt940&from=2026-01-05')
    assert.match(one, /:60F:D260105MXN5,00\r\n/)
    assert.match(
      one,
      /:61:2601030105C1500,00NTRFNONREF\/\/SB2601050000001\r\n:86:\/REMI\/TRANSFER P22K47XM\/NAME\/Ana Prueba/,
    )
    assert.match(one, /:62F:C260105MXN1486,00\r\n-\r\n$/)
    assert.match(
      await statement(bank, 'format=mt940&from=2026-01-06'),
      /:60F:C260106MXN1486,00\r\n:62F:C260106MXN1486,00/,
    )
    const camt = await statement(bank, 'format=camt053&from=2026-01-05&to=2026-01-07')
    assert.equal(camt.match(/<Ntry>/g)?.length, 3)
    assert.match(camt, /<Cd>CLBD<\/Cd><\/CdOrPrtry><\/Tp><Amt Ccy="MXN">2986.00<\/Amt><CdtDbtInd>CRDT/)
    assert.equal(await statement(bank, 'format=camt053&from=2026-01-05&to=2026-01-07'), camt)
    assert.match(await statement(bank, 'format=camt052&from=2026-01-07'), /camt\.052[\s\S]*ITBD/)
    const csv = await statement(bank, 'format=csv&from=2026-01-05')
    assert.match(
      csv,
      /05\/01\/2026;03\/01\/2026;SB2601050000001;TRANSFER P22K47XM;Ana Prueba;12345678;;;1500,00;1495,00\r\n/,
    )
    assert.match(csv, /Closing balance;1486,00\r\n$/)
  })

  test('a closed day takes no movement, and a wrong request names every fault', async (t: TestContext) => {
    const bank = await startBank(t)
    await anAccount(bank)
    await happen(bank, 'fee', { booking_day: '2026-01-07' })
    const post = async (body: Json) => await bank.call('POST', `/control/accounts/${NUMBER}/movements`, body)
    assert.equal((await post({ kind: 'fee', booking_day: '2026-01-06' })).body['error'], 'day_is_closed')
    assert.equal((await post({ kind: 'fee', booking_day: '2999-01-06' })).body['error'], 'day_is_to_come')
    const faults = (await post({ kind: 'deposit', sender: { name: '<b>' } })).body['errors'] as Json[]
    assert.deepEqual(faults.map(({ path }) => path).sort(), ['amount_minor', 'reference', 'sender.name'])
    assert.equal((await bank.call('PUT', '/control/accounts/x!', facts)).status, 422)
    assert.equal((await bank.call('GET', '/control/accounts/999/movements')).status, 404)
    assert.match(await statement(bank, 'format=csv&from=2025-01-01'), /must be days from 2026-01-05/)
    assert.equal((await bank.call('GET', '/control/accounts', undefined, 'wrong')).status, 401)
  })
})
