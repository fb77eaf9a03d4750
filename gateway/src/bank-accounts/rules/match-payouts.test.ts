import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { LineToMatch, MatchSettings } from './match.ts'
import { type MatchedPayout, matchPayouts, type PayoutCandidate, type PayoutDecision } from './match-payouts.ts'

const settings: MatchSettings = { automatic: true, autoFrom: 95, proposeFrom: 50, amountAndDocumentIsAutomatic: true }

const payout: PayoutCandidate = {
  transactionId: 'payout-1',
  connectorAccountId: 'account',
  currency: 'BRL',
  amountMinor: 90_000n,
  sentDay: '2030-06-13',
  keys: ['PAY0000012345', 'E2E-998877'],
  bankRef: '7788990011',
  beneficiaryAccount: '0123/45678-9',
  beneficiaryDocument: '529.982.247-25',
}
const second = { ...payout, transactionId: 'payout-2', keys: ['PAY0000012346'], bankRef: '7788990012' }

function line(change: Partial<LineToMatch>): LineToMatch {
  return {
    connectorAccountId: 'account',
    sign: 'D',
    amountMinor: 90_000n,
    currency: 'BRL',
    bookingDay: '2030-06-14',
    reversal: false,
    isHint: false,
    text: 'PAGAMENTO',
    ...change,
  }
}

function one(change: Partial<LineToMatch>, payouts = [payout, second]): [string, string, number, number] | ['none'] {
  return seen(matchPayouts([line(change)], payouts, settings)[0] ?? { kind: 'none' })
}

function seen(decision: PayoutDecision): [string, string, number, number] | ['none'] {
  if (decision.kind === 'none') return ['none']
  const matched: readonly MatchedPayout[] = decision.kind === 'apply' ? [decision.matched] : decision.matched
  return [decision.kind, decision.as, matched.length, matched[0]?.score ?? 0]
}

it('applies a debit with a payout’s key or the bank’s reference, and its amount', () => {
  assert.deepEqual(one({ endToEndId: 'PAY0000012345' }), ['apply', 'paid', 1, 100])
  assert.deepEqual(one({ text: 'PIX ENVIADO pay0000012345.' }), ['apply', 'paid', 1, 100])
  assert.deepEqual(one({ bankRef: '7788990011' }), ['apply', 'paid', 1, 98])
  assert.deepEqual(one({ endToEndId: 'PAY0000012345', amountMinor: 1n }), ['propose', 'paid', 1, 60])
  assert.deepEqual(one({ text: 'PAY0000012345 PAY0000012346' }), ['propose', 'paid', 2, 60])
  assert.deepEqual(one({ endToEndId: 'PAY0000012345', currency: 'USD' }), ['none'])
  assert.deepEqual(one({ endToEndId: 'PAY0000012345', bookingDay: '2030-06-12' }), ['none'])
  for (const change of [{ isHint: true }, { isLump: true }, { connectorAccountId: 'second' }]) {
    assert.equal(one({ endToEndId: 'PAY0000012345', ...change })[0], 'propose')
  }
})

it('proposes an amount with the beneficiary’s account or document', () => {
  assert.deepEqual(one({ partyAccount: '0123 456789' }, [payout]), ['propose', 'paid', 1, 85])
  assert.deepEqual(one({ partyDocument: '52998224725' }, [payout]), ['propose', 'paid', 1, 85])
  assert.deepEqual(one({ partyAccount: '0123456789' }), ['propose', 'paid', 2, 60])
  assert.deepEqual(one({ partyAccount: '0123456789', amountMinor: 1n }), ['none'])
  assert.deepEqual(one({}), ['none'])
})

it('proposes both of two lines with one key', () => {
  const debit = line({ endToEndId: 'PAY0000012345' })
  assert.deepEqual(matchPayouts([debit, debit], [payout], settings).map(seen), [
    ['propose', 'paid', 1, 60],
    ['propose', 'paid', 1, 60],
  ])
  assert.equal(
    seen(matchPayouts([debit], [payout], settings, { otherLines: [debit] })[0] ?? { kind: 'none' })[0],
    'propose',
  )
  const back = line({ endToEndId: 'PAY0000012345', sign: 'C', reversal: true })
  assert.deepEqual(
    matchPayouts([debit, back], [payout], settings).map((each) => seen(each)[0]),
    ['apply', 'apply'],
  )
})

it('takes a credit for a return only where the bank says so', () => {
  const credit = { sign: 'C' as const, endToEndId: 'PAY0000012345' }
  assert.deepEqual(one(credit), ['none'])
  assert.deepEqual(one({ ...credit, reversal: true }), ['apply', 'returned', 1, 100])
  for (const text of ['DEV PIX', 'Devolución', 'RECHAZADA', 'ESTORNO TED']) {
    assert.deepEqual(one({ ...credit, text }), ['apply', 'returned', 1, 100], text)
  }
  assert.deepEqual(one({ ...credit, text: 'DEVOTO' }), ['none'])
  const own = matchPayouts([line({ ...credit, text: 'ANULACION' })], [payout], settings, {
    moreReturnWords: ['ANULACION'],
  })
  assert.equal(own[0]?.kind, 'apply')
  assert.equal(one({ sign: 'C', reversal: true, bankRef: '7788990011' })[0], 'propose')
  const beneficiary = { sign: 'C' as const, text: 'DEVOL', partyAccount: '0123456789' }
  assert.deepEqual(one({ ...beneficiary, bookingDay: '2030-06-27' }, [payout]), ['propose', 'returned', 1, 85])
  assert.deepEqual(one({ ...beneficiary, bookingDay: '2030-06-28' }, [payout]), ['none'])
})
