import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readClient } from './client-timeline.ts'
import type { JournalEntry } from './journal.ts'

const sent: JournalEntry = {
  type: 'sent',
  index: 7,
  payType: 'payin',
  point: 0,
  reference: 'r-7',
  amountMinor: '100',
  currency: 'ARS',
}
const accepted = (transactionId = 't'): JournalEntry => ({ type: 'accepted', index: 7, transactionId })
const refused = (status: number, code: string): JournalEntry => ({ type: 'refused', index: 7, status, code })
const late = refused(422, 'expired_at_past')

describe('the client’s story', () => {
  it('is right when every payment was accepted under one id', () => {
    const story = readClient([sent, accepted(), accepted()])
    assert.deepEqual([story.violations, story.tooLate], [[], 0])
    assert.deepEqual([...(story.payments.get(7)?.transactionIds ?? [])], ['t'])
  })

  it('forgives that a pay-in came too late only where its reference was never accepted', () => {
    assert.deepEqual(readClient([sent, late, late]).violations, [])
    assert.equal(readClient([sent, late, late]).tooLate, 1)
    for (const journal of [
      [sent, accepted(), late],
      [sent, late, accepted()],
    ]) {
      const story = readClient(journal)
      assert.deepEqual(story.violations, ['r-7 was accepted and refused: 422 expired_at_past'])
      assert.equal(story.tooLate, 0)
    }
  })

  it('is wrong when a payment has two ids, was refused for anything else, or got no answer', () => {
    assert.match(readClient([sent, accepted('t'), accepted('u')]).violations.join(), /several ids: t, u/)
    assert.match(readClient([sent, refused(409, 'reference_conflict')]).violations.join(), /refused: 409/)
    assert.match(readClient([sent, late, refused(403, 'x')]).violations.join(), /refused: 403 x/)
    assert.match(readClient([sent]).violations.join(), /never accepted/)
  })
})
