import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { asMerchant, type Db, inTransaction, lockThenWrite } from '../../src/core/platform/database/database.ts'
import { setUp } from '../support/set-up.ts'

const world = await setUp({ after })
const { engine, owner, reader } = world.database
const nobody = { merchantId: '' }

describe('what is sent when its transaction is over', () => {
  before(async () => {
    await owner.query('create table written (who text); grant all on written to pasarela_engine, pasarela_reader')
  })

  const write = async (tx: Db, who: string) => {
    await tx.query({ text: 'insert into written values ($1)', values: [who] })
  }
  const fail = async (tx: Db) => await tx.query({ text: 'select 1 / 0' })
  const written = async () => (await owner.query('select who from written order by who')).rows.map(({ who }) => who)

  /** Two steps, as of what is written side by side with something that fails: the second is due behind the rollback. */
  const twoSteps = () => {
    let goOn: () => void = assert.fail
    const isOver = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let late: Promise<unknown> | undefined
    return {
      take: async (tx: Db) => {
        await tx.query({ text: 'select 1' })
        late = isOver.then(async () => await write(tx, 'late'))
        late.catch(() => undefined)
      },
      /** Takes the second one, now that the transaction is over. */
      takeLate: async () => {
        goOn()
        await assert.rejects(late ?? Promise.resolve(), /before its transaction ends/)
      },
    }
  }

  it('is not written by itself, on the write path', async () => {
    const steps = twoSteps()
    await assert.rejects(
      lockThenWrite(engine, {
        lock: async () => undefined,
        write: async (tx) => await Promise.all([steps.take(tx), fail(tx)]),
      }),
      /division by zero/,
    )
    await steps.takeLate()
    assert.deepEqual(await written(), [])
  })

  it('is not written in any other transaction', async () => {
    const steps = twoSteps()
    await assert.rejects(
      inTransaction(engine, async (tx) => await Promise.all([steps.take(tx), fail(tx)])),
      /division by zero/,
    )
    await steps.takeLate()
    assert.deepEqual(await written(), [])
  })

  it('is not read with the rights of the next merchant', async () => {
    const steps = twoSteps()
    await assert.rejects(
      asMerchant(reader, nobody, async (tx) => await Promise.all([steps.take(tx), fail(tx)])),
      /division by zero/,
    )
    await steps.takeLate()
    assert.deepEqual(await written(), [])
  })

  it('a failure that somebody swallowed is no commit', async () => {
    for (const pool of [engine, owner]) {
      await assert.rejects(
        inTransaction(pool, async (tx) => {
          await write(tx, 'swallowed')
          await fail(tx).catch(() => undefined)
        }),
        /has failed/,
      )
    }
    assert.deepEqual(await written(), [])
    await inTransaction(engine, async (tx) => await write(tx, 'well'))
    assert.deepEqual(await written(), ['well'])
  })
})
