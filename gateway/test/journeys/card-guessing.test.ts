import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { guessesOfPointMax, guessesOfTransactionMax } from '../../src/core/cards/count-card-guess.ts'
import { passesLuhn } from '../../src/core/values/card-numbers.ts'
import { canaryNumber, flatCard } from '../support/card-request.ts'
import { type Answer, eventually, openWorld } from '../support/world.ts'
import { callApi } from '../support/world-calls.ts'

/** What an answer tells of the card; the ids in it differ by nature. */
function toldBy({ status, body, headers }: Answer): string {
  const { code, message, fields } = body.error ?? {}
  return JSON.stringify([status, headers.get('idempotent-replayed'), code, message, fields])
}

/** How often a call that met too many at once is sent again. */
const triesMax = 1_000

describe('the guessing of a card number by its reference', () => {
  const world = openWorld()
  let other: { url: string }
  before(async () => {
    other = await world.anotherGateway()
  })

  const number = '4242424242424242'
  const send = async (body: object, base = world.url): Promise<Answer> => {
    // Too many at once: whoever guesses comes back.
    for (let tries = 0; ; tries++) {
      const answer = await callApi(base, world.demo.api_key, {
        method: 'POST',
        path: '/api/v1/payments/payin_hth',
        body,
      })
      if (answer.headers.get('retry-after') !== '1' || tries === triesMax) return answer
    }
  }
  /** Another number with the same first six and last four digits, as somebody who knows those would guess. */
  const similar = (): string => {
    for (let tries = 0; tries < 10_000; tries++) {
      const guess = `${number.slice(0, 6)}${canaryNumber().slice(6, 12)}${number.slice(-4)}`
      if (guess !== number && passesLuhn(guess)) return guess
    }
    throw new Error('no similar number was drawn')
  }

  it('ends after five: a right card and a wrong one then get the same answer, over two processes at once', async () => {
    const body = flatCard(number)
    assert.equal((await send(body)).status, 200)
    const wrong = await send({ ...body, payer_card_number: similar() })
    assert.equal(wrong.status, 409)
    assert.deepEqual(wrong.body.error.fields, ['card'])
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, turn) => {
        const guess = { ...body, payer_card_number: similar() }
        return await send(guess, turn % 2 ? other.url : world.url)
      }),
    )
    const refused = answers.filter(({ body: { error } }) => error.fields === undefined)
    assert.equal(answers.length - refused.length, guessesOfTransactionMax - 1)
    const told = new Set(refused.map(toldBy))
    for (const again of [body, { ...body, payer_card_number: similar() }, { ...body, amount: 99 }]) {
      told.add(toldBy(await send(again)))
    }
    assert.equal(told.size, 1, [...told].join('\n'))
    const kept = await world.db.query('select count(*)::int as guesses from card_guesses')
    assert.equal(kept.rows[0].guesses, guessesOfTransactionMax)
  })

  it('tells of a wrong card nothing but that it is another card', async () => {
    const body = flatCard(number)
    await send(body)
    const brand = { payer_card_number: '5555555555554444', payer_card_type: 'MASTERCARD' }
    for (const changes of [{ payer_card_number: similar() }, brand, { payer_card_exp_year: '2031' }]) {
      const { body: answer } = await send({ ...body, ...changes })
      assert.deepEqual(answer.error.fields, ['card'])
    }
    const { body: both } = await send({ ...body, ...brand, amount: 99 })
    assert.deepEqual(both.error.fields, ['amount', 'card'])
  })

  it('a repetition with the same card, or with another amount, is no guess', async () => {
    const body = flatCard(number)
    await send(body)
    for (let turn = 0; turn < guessesOfTransactionMax + 2; turn++) {
      assert.equal((await send(body)).headers.get('idempotent-replayed'), 'true')
      assert.deepEqual((await send({ ...body, amount: 99 })).body.error.fields, ['amount'])
    }
  })

  it('ends for a whole point after fifty an hour, and raises an alert', async () => {
    const before = await world.db.query('select count(*)::int as guesses from card_guesses')
    for (let guesses: number = before.rows[0].guesses; guesses < guessesOfPointMax; guesses++) {
      const body = flatCard(number)
      await send(body)
      const answer = await send({ ...body, payer_card_number: similar() })
      assert.deepEqual(answer.body.error.fields, ['card'])
    }
    const body = flatCard(number)
    await send(body)
    assert.equal(toldBy(await send(body)), toldBy(await send({ ...body, payer_card_number: similar() })))
    await eventually(async () => {
      const found = await world.db.query(`select facts from alerts where kind = 'cards_guessed'`)
      return found.rowCount === 2 || undefined
    }, 'an alert to the merchant and one to the operators')
  })

  it('keeps no number that was tried', async () => {
    const columns = await world.db.query(
      `select column_name from information_schema.columns where table_name = 'card_guesses' order by 1`,
    )
    assert.deepEqual(
      columns.rows.map((row) => row.column_name),
      ['closes', 'created_at', 'id', 'point_id', 'transaction_id'],
    )
  })
})
