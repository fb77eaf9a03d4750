import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommandHere } from '../../../test/support/processes.ts'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createApiKey } from '../../core/merchants/create-api-key.ts'
import { keepCell } from '../../core/platform/cell.ts'
import { connectSimulatedBank } from '../../core/processing/connect-simulated-bank.ts'
import { sequenceBlock } from '../../core/processing/place-order.ts'
import { addDepositAccount } from '../bank-accounts/add-deposit-account.ts'
import { ownAccount as ownConnector } from '../bank-accounts/connector/connector.ts'
import { cellFacts, routerMap } from './cell-facts.ts'
import { checkCells } from './check-cells.ts'

const folder = mkdtempSync(join(tmpdir(), 'pasarela-cells-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const key = 'k'.repeat(32)
const one = await setUp({ after })
const two = await setUp({ after })
type Cell = typeof one

const keyOf = async (cell: Cell, pointId: string) =>
  (await createApiKey(cell, { pointId, name: 'Till', scopes: ['read'], actor: 'test' })).keyId
const older = await aPoint(one)
const olderKey = await keyOf(one, older.pointId)

/** What `pasarela cell facts` prints, as a file. */
async function fileOf(cell: Cell, name: string, cellsKey = key): Promise<string> {
  const facts = Object.entries(await cellFacts(cell, cellsKey))
  return fileWith(name, facts.map(([fact, value]) => `${fact.padEnd(42)}  ${value}\n`).join(''))
}

function fileWith(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const shared = (...paths: string[]) => {
  const checked = checkCells(paths)
  assert.ok('shared' in checked, JSON.stringify(checked))
  return checked.shared.map(({ name, last, cells }) => `${name.split(':')[0]} ${last} ${cells.join()}`)
}
const faults = (...paths: string[]) => {
  const checked = checkCells(paths)
  assert.ok('faults' in checked, JSON.stringify(checked))
  return checked.faults.map((fault) => fault.replaceAll(`${folder}/`, ''))
}

test('a database without a cell has no facts and no map, and a key is needed', async () => {
  await assert.rejects(cellFacts(one, key), /belongs to no cell/)
  await assert.rejects(routerMap(one), /belongs to no cell/)
  await assert.rejects(cellFacts(one, undefined), /CELLS_KEY is missing/)
})

test('a database keeps the cell of its first start; another number, and none, are refused', async () => {
  await keepCell(two.database, undefined)
  for (const [cell, number] of [
    [one, 1],
    [two, 20],
  ] as const) {
    await keepCell(cell.database, number)
    await keepCell(cell.database, number)
  }
  await assert.rejects(keepCell(two.database, 2), /belongs to cell 20, and CELL is 2: set CELL=20/)
  await assert.rejects(keepCell(two.database, undefined), /belongs to cell 20, and CELL is not set: set CELL=20/)
})

test('order numbers of a cell begin with it, and never go back', async () => {
  const next = async () => await sequenceBlock(two.database)()
  const first = await next()
  assert.ok(first > 20_000_000_000n && first < 20_000_010_000n, String(first))
  await keepCell(two.database, 20)
  assert.ok((await next()) > first)
})

test('new keys and points tell their cell, and the map names those from before', async () => {
  const point = await aPoint(one)
  assert.match(point.pointId, /^0001[0-9a-f]{4}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.match(await keyOf(one, point.pointId), /^01[0-9A-Za-z]{10}$/)
  assert.match((await aPoint(two)).pointId, /^0020/)
  const revoked = await keyOf(one, point.pointId)
  await one.database.owner.query(
    `update api_keys set key_id = 'revoked00000', revoked_at = gateway_now() where key_id = $1`,
    [revoked],
  )
  assert.deepEqual(await routerMap(one), { [olderKey]: '01', [older.pointId]: '01' })
  assert.deepEqual(await routerMap(two), {})
})

test('an account, a provider account, a point and a key that stand in two cells are named', async () => {
  assert.deepEqual(shared(await fileOf(one, 'one'), await fileOf(two, 'two')), [])
  assert.equal((await runCommandHere({}, ['cell', 'check', join(folder, 'one'), join(folder, 'two')])).code, 0)
  const bank = (token: string) => ({ token, notificationSecret: `secret of ${token}`, url: 'http://127.0.0.1:8421' })
  await connectSimulatedBank(one, bank('token of the first bank'), 'test')
  await connectSimulatedBank(two, bank('token of the second bank'), 'test')
  await ownAccount(one, '2850590940090418135201')
  await ownAccount(two, 'mi.alias.de.prueba')
  assert.deepEqual(shared(await fileOf(one, 'one'), await fileOf(two, 'two')), [], 'the address of a bank is nobody’s')

  await connectSimulatedBank(two, bank('token of the first bank'), 'test')
  await ownAccount(two, '2850590940090418135201')
  await two.database.owner.query(
    `insert into points (id, merchant_id, environment, name, auth_api_token_box, webhook_secret_box, identifier_checks,
        basic_auth_enabled)
      select $1, merchant_id, environment, name, auth_api_token_box, webhook_secret_box, identifier_checks, true
      from points limit 1`,
    [older.pointId],
  )
  const pointOfTwo = await aPoint(two)
  const copied = await keyOf(two, pointOfTwo.pointId)
  await two.database.owner.query('update api_keys set key_id = $1 where key_id = $2', [olderKey, copied])
  const file = await fileOf(two, 'two')
  assert.deepEqual(shared(await fileOf(one, 'one'), file).toSorted(), [
    'account 5201 01,20',
    `key ${olderKey.slice(-4)} 01,20`,
    `point ${older.pointId.slice(-4)} 01,20`,
    'provider simulated-bank/notification_secret 01,20',
    'provider simulated-bank/token 01,20',
  ])
  const byCommand = await runCommandHere({}, ['cell', 'check', join(folder, 'one'), file])
  assert.equal(byCommand.code, 1)
  assert.match(byCommand.output, /^account:[0-9a-f]{32} +5201 in cells 01, 20\n/m)
  const text = readFileSync(file, 'utf8')
  for (const secret of ['2850590940090418135201', olderKey, older.pointId, 'token of'])
    assert.ok(!text.includes(secret))
})

test('files that cannot be compared are all named, and nothing is compared', async () => {
  const [first, second] = [await fileOf(one, 'one'), await fileOf(two, 'two')]
  const text = readFileSync(first, 'utf8')
  const cut = fileWith('cut', text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1))
  const other = fileWith('other', '{"cell":"01"}\n')
  assert.equal((await runCommandHere({}, ['cell', 'check', first, cut])).code, 2)
  assert.deepEqual(faults(first), ['Name the files of two cells or more.'])
  assert.deepEqual(faults(first, join(folder, 'nothing'), folder), ['nothing is no file.', `${folder} is no file.`])
  assert.deepEqual(faults(first, second, cut, other), [
    'cut is no whole output of pasarela cell facts.',
    'other is no whole output of pasarela cell facts.',
  ])
  const huge = fileWith('huge', '')
  truncateSync(huge, 64 * 1024 * 1024)
  assert.match(faults(first, huge).join(), /^The files hold \d+ bytes, and 67108864 are compared at most\.$/)
  assert.deepEqual(faults(first, fileWith('again', text)), ['one and again are both of cell 01.'])
  assert.deepEqual(faults(first, await fileOf(two, 'keyed', 'x'.repeat(32))), [
    'one and keyed were made with different CELLS_KEY.',
  ])
})

async function ownAccount(cell: Cell, number: string): Promise<void> {
  const account = { serviceCode: 'BT_AR', number, bank: 'Banco Macro', beneficiary: 'Pasarela', docId: '20-26756539-3' }
  const deps = { ...cell, connectors: new Map([['own-account', ownConnector()]]) }
  await addDepositAccount(deps, { ...account, actor: 'test' })
}
