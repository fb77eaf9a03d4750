import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { Problem } from '../../core/values/problem.ts'
import { addDepositAccount } from './add-deposit-account.ts'
import { ownAccount } from './connector/connector.ts'
import { setBankAccount, showBankAccounts } from './set-bank-account.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}

const by = { actor: 'ana', breakGlass: undefined }
const spei = { serviceCode: 'SPEI_MX', number: '032180000118359719', beneficiary: 'Pasarela Test SA', actor: 'test' }

test('a bank account is found under every form of its number, and its settings change', async () => {
  const { bankAccountId } = await addDepositAccount(deps, spei)
  const changes = { bankAccountId, number: '0180/0011835971', timeZone: 'America/Tijuana', cutoff: '17:30' }
  const changed = await setBankAccount(deps, changes, by)
  assert.deepEqual(changed.numbers, ['01800011835971', '032180000118359719'])
  assert.equal(changed.time_zone, 'America/Tijuana')
  assert.equal(changed.cutoff, '17:30:00')
  assert.equal(changed.active, true)
  const found = await addDepositAccount(deps, { ...spei, serviceCode: 'SPEI_MX' })
  assert.equal(found.bankAccountId, bankAccountId)
  const off = await setBankAccount(deps, { bankAccountId, active: false }, by)
  assert.equal(off.active, false)
  assert.equal(off.time_zone, 'America/Tijuana')
  assert.deepEqual(
    (await showBankAccounts(deps)).map(({ id }) => id),
    [bankAccountId],
  )
  const { rows } = await deps.database.owner.query(
    `select detail from audit_log where action = 'bank_account.set' and object_id = $1 order by id limit 1`,
    [bankAccountId],
  )
  assert.deepEqual(rows[0], {
    detail: { number: '01800011835971', time_zone: 'America/Tijuana', cutoff: '17:30' },
  })
})

test('every wrong field is named, and nothing changes', async () => {
  const { bankAccountId } = await addDepositAccount(deps, spei)
  const before = await showBankAccounts(deps)
  const wrong = { bankAccountId, number: '"', timeZone: 'Mars/Olympus', cutoff: '25:00' }
  await assert.rejects(setBankAccount(deps, wrong, by), refused('cutoff', 'number', 'time_zone'))
  await assert.rejects(setBankAccount(deps, { bankAccountId }, by), refused('number'))
  await assert.rejects(setBankAccount(deps, { bankAccountId: 'x', active: true }, by), /no such bank account/)
  assert.deepEqual(await showBankAccounts(deps), before)
})

test('a number names one account only', async () => {
  const first = await addDepositAccount(deps, spei)
  const second = await addDepositAccount(deps, { ...spei, number: '002180700112345677' }).catch(() => undefined)
  if (!second) return assert.fail('the second account was refused')
  const taken = { bankAccountId: second.bankAccountId, number: spei.number }
  await assert.rejects(setBankAccount(deps, taken, by), refused('number'))
  assert.notEqual(first.bankAccountId, second.bankAccountId)
})

test('that lines complete orders by themselves is never for one person, also before the first live point', async () => {
  const { bankAccountId } = await addDepositAccount(deps, spei)
  await assert.rejects(setBankAccount(deps, { bankAccountId, automatic: true }, by), { code: 'second_person_required' })
  assert.equal((await setBankAccount(deps, { bankAccountId, automatic: false }, by)).automatic, false)
})

test('where real money can move, nobody changes a live account alone', async () => {
  const { bankAccountId } = await addDepositAccount(deps, spei)
  await aPoint(deps, { environment: 'live' })
  const changes = { bankAccountId, number: '99887766' }
  await assert.rejects(setBankAccount(deps, changes, by), { code: 'second_person_required' })
  const changed = await setBankAccount(deps, changes, { actor: 'ana', breakGlass: 'ana' })
  assert.ok(changed.numbers.includes('99887766'))
})

function refused(...params: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.deepEqual(error.fields.map((field) => field.param).sort(), params)
    return true
  }
}
