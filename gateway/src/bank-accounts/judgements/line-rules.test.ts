import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../connectors/index.ts'
import { addDepositAccount } from '../add-deposit-account.ts'
import { bankActionOf, readBankProposal } from '../bank-actions.ts'
import { addLineRule, endRule, type LineRuleInput, listLineRules } from './line-rules.ts'

const world = await setUp({ after })
const deps = { ...world, connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }) }
await aPoint(deps, { environment: 'live' })
const { bankAccountId } = await addDepositAccount(deps, {
  ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', breakGlass: 'ana' },
  number: '002180700312345671',
})
const rule: LineRuleInput = {
  ...{ bank_account_id: bankAccountId, sign: 'D', text_contains: 'COMISION', amount_max: '50', class: 'fee' },
}
const ana = { actor: 'ana', breakGlass: 'ana' }

test('a rule of a live account needs two people, is listed, ended once, and audited', async () => {
  await assert.rejects(addLineRule(deps, rule, { actor: 'ana' }), { code: 'second_person_required' })
  const id = await addLineRule(deps, rule, ana)
  await endRule(deps, id, { actor: 'bea' })
  await endRule(deps, id, { actor: 'bea' })
  const [listed] = await listLineRules(deps, bankAccountId)
  assert.deepEqual([listed?.id, listed?.amount_max_minor, listed?.ended_at === null], [id, 5_000n, false])
  const { rows } = await deps.database.owner.query(
    `select actor, action from audit_log where action like 'bank_line_rule%' order by id`,
  )
  assert.deepEqual(rows.map(Object.values), [
    ['ana', 'bank_line_rule.add'],
    ['bea', 'bank_line_rule.end'],
  ])
})

test('a rule that would take everything is refused with every wrong field', async () => {
  const { text_contains: _, ...bare } = rule
  for (const [input, params] of [
    [bare, ['text_contains']],
    [{ ...rule, text_contains: ' ó ' }, ['text_contains']],
    [{ ...rule, text_contains: 'x', amount_max: '0' }, ['amount_max', 'text_contains']],
  ] as const) {
    await assert.rejects(addLineRule(deps, input, ana), (error: { fields?: { param: string }[] }) => {
      assert.deepEqual(
        error.fields?.map(({ param }) => param),
        params,
      )
      return true
    })
  }
})

test('a proposal of a bank account holds the fields of its action and names every wrong one', async () => {
  const proposed = readBankProposal('line_rule', { ...rule, other: 1 })
  assert.deepEqual(proposed, { action: 'line_rule', ...rule })
  const foreseen = await bankActionOf('line_rule').foresee(deps, proposed)
  assert.deepEqual([foreseen.environment, foreseen.alone], ['live', false])
  assert.deepEqual(foreseen.changes.at(-1), { name: 'class', before: null, after: 'fee' })
  assert.throws(() => readBankProposal('line_rule', { sign: 'X' }), { code: 'validation_failed' })
})
