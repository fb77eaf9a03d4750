import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callbackFields, testPoint } from '../../test/support/signed-callback.ts'
import { memoryDeduplication } from './deduplication.ts'
import { callbackReceiver } from './receive-callback.ts'

const point = testPoint()

it('answers 500 to a body that something has parsed, and tells the log to give the raw bytes', async () => {
  const errors: unknown[] = []
  const receive = callbackReceiver({
    ...point,
    onCallback: () => assert.fail(),
    onError: (error) => errors.push(error),
  })
  assert.equal((await receive(callbackFields(point) as unknown as string, {})).status, 500)
  assert.match(String(errors), /Give the raw bytes/)
})

describe('the de-duplication', () => {
  const { webhookSecret: _, ...legacyOnly } = point
  const bodyOf = (status: string, id = 'tx-1') => JSON.stringify(callbackFields(point, { transaction_id: id, status }))

  it('goes by transaction_id and status where no webhook secret is configured', async () => {
    const calls: string[] = []
    const receive = callbackReceiver({ ...legacyOnly, onCallback: ({ status }) => void calls.push(status) })
    for (const status of ['EXPIRED', 'EXPIRED', 'COMPLETED', 'EXPIRED', 'COMPLETED']) {
      assert.equal((await receive(bodyOf(status), {})).status, 200)
    }
    assert.deepEqual(calls, ['EXPIRED', 'COMPLETED'])
  })

  it('asks yours before the function and tells it only after a success', async () => {
    const steps: string[] = []
    const kept = memoryDeduplication()
    const deduplication = {
      seen: async (key: string) => {
        steps.push(`seen ${key}`)
        return await kept.seen(key)
      },
      remember: async (key: string) => {
        steps.push(`remember ${key}`)
        await kept.remember(key)
      },
    }
    let fails = true
    const onCallback = () => {
      steps.push('call')
      if (fails) throw new Error('no')
    }
    const receive = callbackReceiver({ ...legacyOnly, deduplication, onCallback, onError: () => undefined })
    assert.equal((await receive(bodyOf('ERROR'), {})).status, 500)
    fails = false
    assert.equal((await receive(bodyOf('ERROR'), {})).status, 200)
    assert.equal((await receive(bodyOf('ERROR'), {})).status, 200)
    const key = 'tx-1:ERROR'
    assert.deepEqual(steps, [`seen ${key}`, 'call', `seen ${key}`, 'call', `remember ${key}`, `seen ${key}`])
  })

  it('lets two at the same time share one call', async () => {
    let calls = 0
    const onCallback = async () => {
      calls++
      await new Promise((done) => setTimeout(done, 20))
    }
    const receive = callbackReceiver({ ...legacyOnly, onCallback })
    const answers = await Promise.all([1, 2, 3].map(async () => await receive(bodyOf('COMPLETED'), {})))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    )
    assert.equal(calls, 1)
  })

  it('that fails before the function is a 500, and after it no reason to repeat', async () => {
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    let calls = 0
    const options = { ...legacyOnly, onCallback: () => void calls++, onError }
    const broken = async () => {
      throw new Error('store is away')
    }
    const blind = callbackReceiver({ ...options, deduplication: { seen: broken, remember: async () => undefined } })
    assert.equal((await blind(bodyOf('ERROR'), {})).status, 500)
    assert.equal(calls, 0)
    const forgetful = callbackReceiver({ ...options, deduplication: { seen: async () => false, remember: broken } })
    assert.equal((await forgetful(bodyOf('ERROR'), {})).status, 200)
    assert.equal(calls, 1)
    assert.equal(errors.length, 2)
  })

  it('in memory forgets the oldest first', async () => {
    const memory = memoryDeduplication(2)
    for (const key of ['a', 'b', 'a', 'c']) await memory.remember(key)
    const seen = await Promise.all(['a', 'b', 'c'].map(async (key) => await memory.seen(key)))
    assert.deepEqual(seen, [true, false, true])
  })

  it('survives a log that throws', async () => {
    const throwing = () => {
      throw new Error('no disk')
    }
    const receive = callbackReceiver({ ...legacyOnly, onCallback: throwing, onError: throwing, onRefused: throwing })
    assert.equal((await receive('{', {})).status, 400)
    assert.equal((await receive(bodyOf('ERROR'), {})).status, 500)
  })
})
