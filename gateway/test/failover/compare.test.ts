import assert from 'node:assert/strict'
import { it } from 'node:test'
import { compareCallbacks } from './compare.ts'

const callback = (webhookId: string, status: string) => ({
  headers: { 'webhook-id': webhookId },
  body: JSON.stringify({ transaction_id: 'a', status }),
})

it('finds callbacks that are missing, contradict an earlier one, or repeat one under another id or with another text', () => {
  const found = (status: string, ...callbacks: ReturnType<typeof callback>[]) => {
    const { missing, disordered } = compareCallbacks([{ id: 'a', reference: 'r', status }], callbacks)
    return [missing, disordered]
  }
  const [completed, failed] = [callback('1', 'COMPLETED'), callback('2', 'ERROR')]
  assert.deepEqual(found('PENDING'), [0, 0])
  assert.deepEqual(found('COMPLETED', completed, completed), [0, 0])
  assert.deepEqual(found('ERROR', completed, failed), [0, 0])
  // A repetition that comes late says nothing new.
  assert.deepEqual(found('ERROR', completed, failed, completed), [0, 0])
  assert.deepEqual(found('COMPLETED'), [1, 0])
  assert.deepEqual(found('ERROR', completed), [1, 0])
  assert.deepEqual(found('ERROR', failed, completed), [0, 1])
  assert.deepEqual(found('PENDING', completed), [0, 1])
  assert.deepEqual(found('COMPLETED', completed, callback('3', 'COMPLETED')), [0, 1])
  assert.deepEqual(found('COMPLETED', completed, callback('1', 'ERROR')), [0, 1])
})
