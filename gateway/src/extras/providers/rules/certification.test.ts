import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StepState } from '../../../core/connectors/connector.ts'
import { pixFields } from '../../pix-api/credentials.ts'
import { type CertifiedStep, hiderOf, outcomeOfSteps } from './certification.ts'

test('an account is certified when every step that is not optional passed, and never by a skipped one', () => {
  const outcome = (...states: (StepState | 'optional failed' | 'optional skipped')[]) =>
    outcomeOfSteps(
      states.map((word): CertifiedStep => {
        const state = word.replace('optional ', '') as StepState
        const told = { name: 'step', expected: '', came: '', took_ms: 1, request_ids: [] }
        return { ...told, state, is_optional: state !== word }
      }),
    )
  assert.equal(outcome('passed', 'optional skipped', 'optional failed'), 'passed')
  assert.equal(outcome('passed', 'skipped'), 'incomplete')
  assert.equal(outcome('skipped', 'failed', 'passed'), 'failed')
  assert.equal(outcome('optional skipped'), 'incomplete')
  assert.equal(outcome(), 'incomplete')
})

test('what a provider repeats of secrets and of people is hidden, and ids of charges and payments stay', () => {
  const hide = hiderOf(pixFields, { client_secret: 's3cret', application_key: 'app-key', client_id: 'shop' })
  assert.equal(hide('401: secret s3cret of shop with app-key'), '401: secret ••• of shop with •••')
  assert.equal(hide(`Bearer ${'a1'.repeat(32)} is over`), 'Bearer ••• is over')
  assert.equal(hide('CPF 123.456.789-09, 12345678909, loja@example.com, +5511999990000'), 'CPF •••, •••, •••, +•••')
  const ids = `completed, 1 centavos, E${'12345678'.repeat(3)}abcdefg after 1234 ms, txid ${'0a'.repeat(16)}`
  assert.equal(hide(ids), ids)
})
