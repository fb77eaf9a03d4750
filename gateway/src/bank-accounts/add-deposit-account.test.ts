import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../test/support/set-up.ts'
import { createConnectors } from '../connectors/index.ts'
import { ownAccount } from '../connectors/own-account/connector.ts'
import { findDepositAccount, findRoute } from '../processing/store/routes.ts'
import { Problem } from '../values/problem.ts'
import { addDepositAccount } from './add-deposit-account.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }),
}
const anyPoint = '00000000-0000-7000-8000-000000000000'
const ar = {
  serviceCode: 'BT_AR',
  number: '28505909-40090418135201',
  beneficiary: 'Pasarela Test SA',
  docId: '20-26756539-3',
  actor: 'operator cli',
}

async function route(serviceCode: string, payType: 'payin' | 'payout', environment: 'test' | 'live' = 'live') {
  return await findRoute(deps.database.engine, { environment, pointId: anyPoint, serviceCode, payType })
}

function refused(...params: string[]) {
  return (error: unknown) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.code, 'validation_failed')
    assert.deepEqual(error.fields.map((field) => field.param).sort(), params.sort())
    return true
  }
}

test('a refused account stores nothing', async () => {
  await assert.rejects(addDepositAccount(deps, { ...ar, number: '2850590940090418135202' }), refused('number'))
  const rows = await deps.database.owner.query('select from connector_accounts')
  assert.equal(rows.rowCount, 0)
})

test('a code that the connector does not support gets no account and no route', async () => {
  const right = ownAccount()
  const [payin] = right.manifest.capabilities
  assert.ok(payin)
  for (const capabilities of [[], [{ ...payin, serviceCode: 'BT_CL' }], [payin]]) {
    const half = { ...right, manifest: { ...right.manifest, capabilities } }
    const connectors = new Map([['own-account', half]])
    await assert.rejects(
      addDepositAccount({ ...deps, connectors }, ar),
      /own-account carries no pay(in|out) with BT_AR/,
    )
  }
  assert.equal((await deps.database.owner.query('select from routes')).rowCount, 0)
})

test('the first account opens its code for live points, and no other code', async () => {
  const added = await addDepositAccount(deps, ar)
  assert.equal(added.number, '2850590940090418135201')
  assert.equal(added.docId, '20267565393')
  assert.ok(added.bank, 'the bank is read from the CBU')
  for (const payType of ['payin', 'payout'] as const) {
    const found = await route('BT_AR', payType)
    assert.equal(found?.connector, 'own-account')
    assert.equal(found?.connector_account_id, added.connectorAccountId)
  }
  assert.equal(await route('BT_CL', 'payin'), undefined)
  assert.equal(await route('BT_AR', 'payin', 'test'), undefined)
  const stored = await findDepositAccount(deps.database.engine, added.connectorAccountId, 'BT_AR')
  assert.equal(stored?.number, '2850590940090418135201')
})

test('a second account of the code becomes active a day later, on the same connector account', async () => {
  const first = await addDepositAccount(deps, ar)
  const second = await addDepositAccount(deps, { ...ar, number: 'mi.alias.de.prueba', bank: 'Banco Macro' })
  assert.equal(second.connectorAccountId, first.connectorAccountId)
  const shown = async () => (await findDepositAccount(deps.database.engine, first.connectorAccountId, 'BT_AR'))?.number
  assert.equal(await shown(), '2850590940090418135201')
  await deps.database.engine.query(`update deposit_accounts set shown_from = shown_from - interval '24 hours'`)
  assert.equal(await shown(), 'mi.alias.de.prueba')
})

test('two concurrent first accounts make one connector account', async () => {
  const codes = [
    { serviceCode: 'SPEI_MX', number: '032180000118359719' },
    { serviceCode: 'BT_CL', number: '12345678', docId: '11.111.111-1' },
  ]
  const added = await Promise.all(
    codes.map(
      async (code) => await addDepositAccount(deps, { ...code, beneficiary: 'Pasarela Test SA', actor: 'test' }),
    ),
  )
  assert.equal(new Set(added.map((each) => each.connectorAccountId)).size, 1)
  assert.equal(added[0]?.extra['clabe'], '032180000118359719')
})

test('PIX takes a key and a city that fit into a code', async () => {
  const pix = {
    serviceCode: 'PIX_BR',
    beneficiary: 'Pasarela Teste',
    pixKey: '+55 11 98765-4321',
    city: 'Sao Paulo',
    actor: 'test',
  }
  const added = await addDepositAccount(deps, pix)
  assert.deepEqual(added.extra, { pix_key: '+5511987654321', city: 'Sao Paulo' })
  await assert.rejects(
    addDepositAccount(deps, { ...pix, pixKey: undefined, city: undefined }),
    refused('pix_key', 'city'),
  )
  await assert.rejects(addDepositAccount(deps, { ...pix, pixKey: 'no key' }), refused('pix_key'))
  await assert.rejects(addDepositAccount(deps, { ...pix, city: 'Sao Jose do Rio Preto' }), refused('pix_key'))
})

test('a wallet needs a mobile number of its country', async () => {
  const wallet = { serviceCode: 'YP_PE', beneficiary: 'Pasarela Test SA', actor: 'test' }
  const added = await addDepositAccount(deps, { ...wallet, phone: '987 654 321' })
  assert.deepEqual(added.extra, { phone: '+51987654321' })
  assert.equal(added.number, '+51987654321')
  await assert.rejects(addDepositAccount(deps, wallet), refused('phone'))
  await assert.rejects(addDepositAccount(deps, { ...wallet, phone: '123' }), refused('phone'))
})

test('codes that are not paid by deposit, and codes that do not exist, are refused', async () => {
  for (const serviceCode of ['DEBIN_AR', 'CC1_IG_TRUST_WW_EUR', 'BT_XX']) {
    await assert.rejects(addDepositAccount(deps, { ...ar, serviceCode }), refused('service_code'))
  }
})

test('every fault of an account is listed at once', async () => {
  const wrong = { ...ar, beneficiary: '', number: undefined, docId: '20-26756539-2', bank: 'x'.repeat(201) }
  await assert.rejects(addDepositAccount(deps, wrong), refused('beneficiary', 'number', 'doc_id', 'bank'))
})
