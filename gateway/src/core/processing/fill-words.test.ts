import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aConnectorAccount, aTransaction } from '../../../test/support/a-transaction.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { fillWords } from './fill-words.ts'
import { insertTransactions } from './store/creations.ts'

const minuteMs = 60_000

test('words of what an older version wrote are filled once, in parts, by whichever process is at it', async (t) => {
  const world = await setUp(t)
  const { owner, engine } = world.database
  const own = { pointId: (await aPoint(world)).pointId, connectorAccountId: await aConnectorAccount(world) }
  const many = Array.from({ length: 1_200 }, (_, place) =>
    aTransaction(world, own, { party_name: `Ana Núñez${place}`, attempt: null }),
  )
  for (let i = 0; i < many.length; i += 30) await insertTransactions(engine, many.slice(i, i + 30))
  const words = async () =>
    (await owner.query(`select transaction_id as id, word from transaction_words order by 1, 2`)).rows
  const written = await words()
  assert.equal(written.length, 2 * many.length)
  await owner.query('delete from transaction_words where transaction_id <> $1', [many[0]?.id])
  await owner.query(`insert into transaction_words_upto (transaction_id, until)
    values ('00000000-0000-0000-0000-000000000000', gateway_now() + interval '1 day')`)
  assert.equal(await fillWords(world, 10_000), 0, 'what may still be written is left for later')
  await world.moveClockTo(2 * minuteMs)
  const [one, other] = await Promise.all([fillWords(world, 500), fillWords(world, 500)])
  assert.ok(one + other >= 500)
  while ((await fillWords(world, 500)) > 0);
  assert.deepEqual(await words(), written)

  await world.moveClockTo(25 * 60 * minuteMs)
  const later = aTransaction(world, own, { party_name: 'Later', attempt: null })
  await insertTransactions(engine, [later])
  await world.moveClockTo(25 * 60 * minuteMs + 2 * minuteMs)
  assert.equal(await fillWords(world, 10_000), 1)
  assert.deepEqual((await owner.query('select from transaction_words_upto')).rowCount, 0, 'the walk is over')
  assert.equal(await fillWords(world, 10_000), 0)
})
