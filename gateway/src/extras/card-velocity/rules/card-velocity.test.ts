import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  defaultVelocityLimits,
  exceededWindow,
  isCheckedInTurn,
  mailboxOf,
  unlimitedVelocity,
  useStateAfter,
  velocityKinds,
} from './card-velocity.ts'

const none = { attemptsHour: 0, declinesHour: 0, attemptsDay: 0, declinesDay: 0 }

describe('card velocity', () => {
  it('allows exactly as many as the limit', () => {
    for (const [name, window] of [
      ['attemptsHour', 'hour'],
      ['declinesHour', 'hour'],
      ['attemptsDay', 'day'],
      ['declinesDay', 'day'],
    ] as const) {
      const limits = { ...unlimitedVelocity, [name]: 5 }
      assert.equal(exceededWindow(limits, { ...none, [name]: 4 }), undefined, name)
      assert.equal(exceededWindow(limits, { ...none, [name]: 5 }), window, name)
      assert.equal(exceededWindow({ ...limits, [name]: 0 }, none), window, 'zero closes')
    }
    assert.equal(
      exceededWindow(unlimitedVelocity, { attemptsHour: 1e6, declinesHour: 1e6, attemptsDay: 1e6, declinesDay: 1e6 }),
      undefined,
    )
  })

  it('is limited on live points, and on test points only where an operator sets a limit', () => {
    assert.equal(velocityKinds.length, 4)
    for (const kind of velocityKinds) {
      assert.deepEqual(defaultVelocityLimits('test', kind), unlimitedVelocity)
      if (kind === 'fingerprint') continue
      const { declinesHour, declinesDay } = defaultVelocityLimits('live', kind)
      assert.ok(declinesHour !== null && declinesDay !== null && declinesHour < declinesDay, kind)
    }
    assert.deepEqual(defaultVelocityLimits('live', 'fingerprint'), unlimitedVelocity)
    assert.equal(defaultVelocityLimits('live', 'bin').attemptsHour, 2_000)
    assert.deepEqual(defaultVelocityLimits('live', 'email'), {
      attemptsHour: 10,
      declinesHour: 6,
      attemptsDay: 30,
      declinesDay: 12,
    })
  })

  it('checks pay-ins of one payer one at a time where their number is limited, and never those of a bank', () => {
    assert.ok(isCheckedInTurn('email', defaultVelocityLimits('live', 'email')))
    assert.ok(isCheckedInTurn('address', { ...unlimitedVelocity, attemptsDay: 1 }))
    assert.ok(!isCheckedInTurn('email', { ...unlimitedVelocity, declinesDay: 1 }))
    assert.ok(!isCheckedInTurn('bin', defaultVelocityLimits('live', 'bin')))
  })

  it('counts an unanswered use as declined until the issuer decides or the payer is in 3-D Secure', () => {
    assert.equal(useStateAfter('PENDING', 'submitted'), undefined)
    assert.equal(useStateAfter('PENDING', 'outcome_unknown'), undefined)
    assert.equal(useStateAfter('PENDING', 'awaiting_3ds'), 'settled')
    assert.equal(useStateAfter('COMPLETED', 'paid'), 'settled')
    assert.equal(useStateAfter('EXPIRED', 'expired'), 'settled')
    assert.equal(useStateAfter('ERROR', 'authentication_failed'), 'declined')
    assert.equal(useStateAfter('ERROR', 'not_executed'), 'settled')
  })

  it('ignores tags and capitals of a mailbox', () => {
    for (const email of ['ana@example.com', 'Ana+1@Example.COM', ' ana+a+b@example.com', 'ａna@example.com'])
      assert.equal(mailboxOf(email), 'ana@example.com')
    assert.equal(mailboxOf('+ana@example.com'), '+ana@example.com')
    assert.notEqual(mailboxOf('a.na@example.com'), 'ana@example.com')
  })

  it('ignores what nobody sees in a mailbox, and letters of other scripts among Latin ones', () => {
    for (const unseen of ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u034f', '\ufe0f', '\u3164', '\u202e'])
      assert.equal(mailboxOf(`a${unseen}na@exam${unseen}ple.com`), 'ana@example.com', encodeURIComponent(unseen))
    for (const email of [
      'аna@example.com',
      'АNА@example.com',
      'αnα@example.com',
      'аna@ехample.com',
      'a\u200bnа@EΧAMPLE.com',
    ])
      assert.equal(mailboxOf(email), 'ana@example.com', encodeURIComponent(email))
    for (const own of ['саша@example.com', 'саша@почта.рф', 'άννα@example.com', 'josé@example.com'])
      assert.equal(mailboxOf(own.toUpperCase()), own)
    assert.notEqual(mailboxOf('соса@example.com'), 'coca@example.com')
  })
})
