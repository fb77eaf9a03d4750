import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventually, openWorld, type Wire } from '../support/world.ts'

describe('payments are found by text', () => {
  // Nobody pays by themselves: what is paid is what the test pays.
  const world = openWorld({
    env: { RETENTION_PERSONAL_DAYS: '60', TEST_CLOCK: 'anybody' },
    bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' },
  })
  const ids: Record<string, string> = {}
  const create = async (reference: string, body: Wire, path = 'payin_hth') => {
    const answer = await world.call('POST', `/api/v1/payments/${path}`, { body: { reference, ...body } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    ids[reference] = answer.body.data.transaction_id
  }
  before(async () => {
    const payer = { service_code: 'BT_AR', payer_doc_id: '20-26756539-3' }
    await create('find-1', { ...payer, amount: 1234.56, payer_name: 'María José Sepúlveda Núñez' })
    await create('find-2', { ...payer, amount: 77, payer_name: 'João SEPULVEDA', payer_doc_id: '27269547254' })
    const account = { account_type: 'ALIAS', account: 'prueba.alias', account_beneficiary: 'Jose Maria Soto' }
    await create('find-3', { service_code: 'BT_AR', amount: 10, ...account }, 'payout_hth')
  })

  const references = (answer: Wire): string[] => {
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.items.map((item: Wire) => item.reference)
  }
  const path = (text: string, more = '') => `/api/v1/payments?text=${encodeURIComponent(text)}${more}`
  const found = async (text: string, more = '', key?: string) =>
    references(await world.call('GET', path(text, more), key === undefined ? {} : { key }))

  it('by words of a name, in any order, without case and accents, whole or their beginning', async () => {
    const cases: Record<string, string[]> = {
      Sepúlveda: ['find-2', 'find-1'],
      sepulveda: ['find-2', 'find-1'],
      joao: ['find-2'],
      'JOA\u0303O': ['find-2'],
      'nunez maria': ['find-1'],
      'maria jose': ['find-3', 'find-1'],
      'J. Sepúlveda': ['find-2', 'find-1'],
      'sepul mar': ['find-1'],
      ñuñ: ['find-1'],
      'soto, jose': ['find-3'],
      ulveda: [],
      'maria joao': [],
      'maria nobody': [],
      "'; drop table transactions; --": [],
      '%': [],
    }
    for (const [text, expected] of Object.entries(cases)) assert.deepEqual(await found(text), expected, text)
  })

  it('by document, reference, id, its first eight characters, and an amount as it is written', async () => {
    const id = ids['find-1'] ?? ''
    for (const text of [
      '20267565393',
      '20.26756539.3',
      '1.234,56',
      '1,234.56',
      '$ 1234,56',
      'find-1',
      id,
      id.slice(0, 20),
    ]) {
      assert.deepEqual(await found(text), ['find-1'], text)
    }
    assert.deepEqual(await found('find'), ['find-3', 'find-2', 'find-1'])
    // The first eight characters are the time of about a minute.
    for (const text of [id.slice(0, 8), id.slice(0, 8).toUpperCase()]) {
      const all = await found(text)
      assert.ok(all.includes('find-1') && all.every((each) => ids[each]?.startsWith(id.slice(0, 8))), text)
    }
    assert.deepEqual(await found(`00000000`), [])
  })

  it('within the other filters, page by page, each once', async () => {
    assert.deepEqual(await found('maria', '&pay_type=payout'), ['find-3'])
    assert.deepEqual(await found('maria', '&pay_type=payin&status=PENDING&service_code=BT_AR'), ['find-1'])
    assert.deepEqual(await found('maria', '&reference=find-1'), ['find-1'])
    assert.deepEqual(await found('maria', '&metadata_key=a&metadata_value=b'), [])
    assert.deepEqual(await found('maria', '&payer_reference=b'), [])
    assert.deepEqual(await found('maria', '&created_to=2020-01-01'), [])
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: Wire = await world.call('GET', path('sep', `&limit=1${cursor && `&cursor=${cursor}`}`))
      seen.push(...references(answer))
      cursor = answer.body.data.next_cursor
      assert.ok(seen.length < 5)
    }
    assert.deepEqual(seen, ['find-2', 'find-1'])
    for (const text of ['', ' ', 'x'.repeat(256)]) assert.equal((await world.call('GET', path(text))).status, 422)
  })

  it('by the name that the bank gives, from then on', async () => {
    await create('nameless', { service_code: 'BT_AR', payer_doc_id: '27269547254', amount: 20 })
    assert.deepEqual(await found('simulated payer'), [])
    const event = { event: 'paid' }
    const answer = await world.call('POST', `/api/v1/test/payments/${ids['nameless']}/simulate`, { body: event })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    await eventually(
      async () => ((await found('simulated payer')).includes('nameless') ? true : undefined),
      'the sender',
    )
  })

  it('by no other point, whatever it asks for', async () => {
    const point = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'test', '--name', 'O')
    const scope = ['--point', point['auth_point_id'] ?? '', '--scopes', 'read'] as const
    const { api_key: key = '' } = await world.facts('key', 'create', ...scope)
    const id = ids['find-1'] ?? ''
    for (const text of ['sepulveda', 'sep', '20267565393', '1.234,56', 'find-1', id, id.slice(0, 8)]) {
      assert.deepEqual(await found(text, '', key), [], text)
    }
  })

  it('no longer by a person whose data were removed', async () => {
    const words = async () =>
      (await world.db.query('select word from transaction_words where transaction_id = $1', [ids['nameless']])).rows
    assert.equal((await words()).length, 2)
    await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: 200 * 86_400 } })
    await eventually(async () => {
      await world.command('retention', 'run')
      return (await words()).length === 0 ? true : undefined
    }, 'the words are removed')
    assert.deepEqual(await found('simulated payer'), [])
    assert.deepEqual(await found('nameless'), ['nameless'])
  })
})
