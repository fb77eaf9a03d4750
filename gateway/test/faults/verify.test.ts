import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { damages } from '../support/verify-damages.ts'
import { findsDamages, openVerifyWorld } from '../support/verify-world.ts'

/** One of each kind: a status, a balance, a transfer, the provider's word, the wall, a card number. */
const ofEachKind = [
  'a payout in ERROR that the bank executed',
  'a balance that somebody raised',
  'a transfer that somebody changed',
  'a completed transaction that the bank never heard of',
  'a table without its wall',
  'a card number in a name',
]

describe('verify', () => {
  const scene = openVerifyWorld()
  const { world, ids, run } = scene

  it('finds nothing where nothing is wrong, and shows how much it looked at', async () => {
    const { code, output, broken } = await run()
    assert.deepEqual([code, broken], [0, []], output)
    for (const id of [
      'I1',
      'I3',
      'I4',
      'I5',
      'I6',
      'I7',
      'I8',
      'I9',
      'I10',
      'I11',
      'I12',
      'I13',
      'I14',
      'I15',
      'I16',
      'I17',
      'I18',
    ]) {
      const figure = new RegExp(`^${id}\\s+holds\\s+(\\d+) looked at`, 'm').exec(output)
      assert.ok(Number(figure?.[1]) > 0, `${id} looked at something: ${output}`)
    }
    assert.match(output, /its hash chain is proved by itself/)
  })

  const wanted = damages.filter(([what]) => ofEachKind.includes(what))
  assert.equal(wanted.length, ofEachKind.length)
  findsDamages(scene, wanted)

  it('tries the wall with rows of others, whatever the policies are called', async () => {
    const policy = async (rule: string) => await world.db.query(`alter policy reader on attempts using (${rule})`)
    await policy('true')
    try {
      const { output } = await run('--changed')
      for (const what of ['shows rows of another merchant', 'shows rows to nobody', 'has another policy']) {
        assert.match(output, new RegExp(`^.*I11 attempts: ${what}`, 'm'))
      }
    } finally {
      await policy('point_id in (select id from points where merchant_id = reading_merchant())')
    }
  })

  it('finds card numbers in every text that it looks at, and leaves digits alone that are none', async () => {
    const number = '4111111111111111'
    const set = async (name: string, change: string) =>
      await world.db.query(`update transactions set ${change} where id = $1`, [ids[name]])
    await set('card', `reference = '${number}ABCDEF'`)
    await set('paid', `details = details || '{"payer_name":"${number}"}'`)
    await set('waiting', `payer_reference = '004 ${number} 12/30', redirect_url = 'https://shop.example/${number}'`)
    await world.db.query('update transaction_history set detail = $2 where transaction_id = $1', [ids['twice'], number])
    // A merchant's numbering and an account may look like that.
    await set('declined', `reference = '${number}', details = details || '{"account":"${number}"}'`)
    try {
      const { output } = await run()
      assert.match(output, /^I12\s+BROKEN 4 times/m)
      assert.match(output, /I12 .*raw notifications, callback bodies, inbox, audit log/)
    } finally {
      await set('card', `reference = 'card-22-characters-abcd'`)
      await set('paid', `details = details - 'payer_name'`)
      await set('waiting', 'payer_reference = null, redirect_url = null')
      await world.db.query('update transaction_history set detail = null where transaction_id = $1', [ids['twice']])
      await set('declined', `reference = 'declined', details = details - 'account'`)
    }
  })

  it('finds nothing again when the damage is mended', async () => {
    const { broken, output } = await run()
    assert.deepEqual(broken, [], output)
  })
})
