import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { connectorCredentialsPlace } from '../../core/processing/store/connector-accounts.ts'
import { findDepositAccount, findRoute } from '../../core/processing/store/routes.ts'
import { Problem } from '../../core/values/problem.ts'
import { addDepositAccount } from './add-deposit-account.ts'
import { ownAccount } from './connector/connector.ts'
import { findBankAccount } from './store/bank-accounts.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
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

test('a second account of the code takes its route a day later, on a connector account of its own', async () => {
  const first = await addDepositAccount(deps, ar)
  const second = await addDepositAccount(deps, { ...ar, number: 'mi.alias.de.prueba', bank: 'Banco Macro' })
  assert.notEqual(second.connectorAccountId, first.connectorAccountId)
  assert.ok(second.shownFrom)
  const routed = async (payType: 'payin' | 'payout') => (await route('BT_AR', payType))?.connector_account_id
  assert.equal(await routed('payin'), first.connectorAccountId)
  await deps.database.engine.query(`update deposit_accounts set shown_from = shown_from - interval '24 hours'`)
  await deps.database.engine.query(`update routes set starts_at = starts_at - interval '24 hours'`)
  assert.equal(await routed('payin'), second.connectorAccountId)
  assert.equal(await routed('payout'), first.connectorAccountId, 'payouts stay where the money was')
  const shown = await findDepositAccount(deps.database.engine, second.connectorAccountId, 'BT_AR')
  assert.equal(shown?.number, 'mi.alias.de.prueba')
  const again = await addDepositAccount(deps, { ...ar, bank: 'Banco Macro' })
  assert.equal(again.bankAccountId, first.bankAccountId, 'a number that is known is the same bank account')
  assert.equal(again.connectorAccountId, first.connectorAccountId)
  assert.equal(await routed('payin'), second.connectorAccountId, 'going back waits a day too')
})

test('two accounts of one bank account share a connector account', async () => {
  const account = { ...ar, number: '0720000778800004052183' }
  const first = await addDepositAccount(deps, account)
  const alias = { ...ar, number: 'otro.alias.prueba', bank: 'Santander', bankAccountId: first.bankAccountId }
  const second = await addDepositAccount(deps, alias)
  assert.equal(second.connectorAccountId, first.connectorAccountId)
  const found = await addDepositAccount(deps, { ...alias, bankAccountId: undefined })
  assert.equal(found.bankAccountId, first.bankAccountId, 'the alias belongs to the account now')
  const taken = { ...ar, number: 'otro.alias.prueba', bankAccountId: (await addDepositAccount(deps, ar)).bankAccountId }
  await assert.rejects(addDepositAccount(deps, taken), refused('number'))
  const elsewhere = {
    ...ar,
    serviceCode: 'BT_CL',
    number: '12345678',
    docId: undefined,
    bankAccountId: first.bankAccountId,
  }
  await assert.rejects(addDepositAccount(deps, elsewhere), refused('bank_account_id'))
  await assert.rejects(addDepositAccount(deps, { ...ar, bankAccountId: anyPoint }), refused('bank_account_id'))
})

test('a test point may get an own account of its own; other test points keep theirs', async () => {
  const { pointId } = await aPoint(deps)
  const added = await addDepositAccount(deps, { ...ar, number: '0110599520000001235579', onlyPointId: pointId })
  assert.equal(added.environment, 'test')
  assert.equal(added.shownFrom, null)
  const wanted = { environment: 'test', serviceCode: 'BT_AR', payType: 'payin' } as const
  const found = await findRoute(deps.database.engine, { ...wanted, pointId })
  assert.equal(found?.connector_account_id, added.connectorAccountId)
  assert.equal(await findRoute(deps.database.engine, { ...wanted, pointId: anyPoint }), undefined)
  await assert.rejects(addDepositAccount(deps, { ...ar, onlyPointId: anyPoint }), /no point/)
})

test('the same number at another bank is another account, and is asked about', async () => {
  const uy = {
    serviceCode: 'BT_UY',
    number: '1234567',
    beneficiary: 'Pasarela Test SA',
    actor: 'test',
    breakGlass: 'ana',
  }
  await addDepositAccount(deps, { ...uy, bank: 'BROU' })
  await assert.rejects(addDepositAccount(deps, { ...uy, bank: 'Itau' }), refused('number'))
  const br = { ...uy, serviceCode: 'PIX_BR', city: 'Sao Paulo', number: '0001 / 12345-6' }
  const added = await addDepositAccount(deps, { ...br, pixKey: 'um@loja.example', bank: 'Itaú' })
  const known = await findBankAccount(deps.database.engine, added.bankAccountId)
  assert.deepEqual(known?.numbers, ['0001123456', 'UM@LOJA.EXAMPLE'], 'statements name the number, payers the key')
  await assert.rejects(
    addDepositAccount(deps, { ...br, pixKey: 'dois@loja.example', bank: 'Bradesco' }),
    refused('number'),
  )
})

test('two concurrent first accounts of one number make one bank account', async () => {
  const spei = { serviceCode: 'SPEI_MX', number: '032180000118359719', beneficiary: 'Pasarela Test SA', actor: 'test' }
  const added = await Promise.all([addDepositAccount(deps, spei), addDepositAccount(deps, spei)])
  assert.equal(new Set(added.map((each) => each.connectorAccountId)).size, 1)
  assert.equal(new Set(added.map((each) => each.bankAccountId)).size, 1)
  assert.equal(added[0]?.extra['clabe'], '032180000118359719')
})

test('each connector account has a key of its own for references', async () => {
  const { rows } = await deps.database.owner.query<{ id: string; credentials_box: Buffer }>(
    `select id, credentials_box from connector_accounts where connector = 'own-account'`,
  )
  const keys = rows.map(({ id, credentials_box: box }) => deps.secretBox.open(box, connectorCredentialsPlace(id)))
  assert.ok(keys.length > 1)
  assert.equal(new Set(keys).size, keys.length)
  for (const key of keys) assert.match(key, /^\{"reference_key":"[0-9a-f]{32}"\}$/)
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
  await assert.rejects(addDepositAccount(deps, { ...pix, city: '日本' }), refused('pix_key'))
  const long = { ...pix, beneficiary: 'Pasarela Pagamentos do Brasil SA', city: 'São José do Rio Preto' }
  const whole = await addDepositAccount(deps, long)
  assert.deepEqual([whole.beneficiary, whole.extra['city']], [long.beneficiary, long.city], 'only the code is cut')
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

test('an account for one live point alone is refused: payers of all live points would see it', async () => {
  const { pointId } = await aPoint(deps, { environment: 'live' })
  const wanted = { ...ar, number: '0110599520000001235579', onlyPointId: pointId, breakGlass: 'ana' }
  await assert.rejects(addDepositAccount(deps, wanted), refused('point_id'))
})
