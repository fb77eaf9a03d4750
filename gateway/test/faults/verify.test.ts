import assert from 'node:assert/strict'
import { damages } from '../support/verify-damages.ts'
import { verifyFinds } from './verify-everything.ts'

/** One of each kind: a status, a balance, a transfer, the provider's word, the wall, a card number. */
const ofEachKind = [
  'a payout in ERROR that the bank executed',
  'a balance that somebody raised',
  'a transfer that somebody changed',
  'a completed transaction that the bank never heard of',
  'a table without its wall',
  'a card number in a name',
]

const wanted = damages.filter(([what]) => ofEachKind.includes(what))
assert.equal(wanted.length, ofEachKind.length)
verifyFinds(wanted)
