import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { aProcess } from '../../../../test/support/a-transaction.ts'
import { setUp } from '../../../../test/support/set-up.ts'
import { createConnectors } from '../../../core/connectors/index.ts'
import { addDepositAccount } from '../add-deposit-account.ts'
import { addChannel, removeChannel, showChannels } from '../bank-channels.ts'
import { ownAccount } from '../connector/connector.ts'
import { importStatement } from '../import-statement.ts'
import { channelWatcher } from './watch-channels.ts'

const world = await setUp({ after })
const deps = {
  ...world,
  ...aProcess(world),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}
const { owner } = deps.database
const number = '032180000118359719'
const folder = mkdtempSync(join(tmpdir(), 'pasarela-channel-'))
after(() => rmSync(folder, { recursive: true, force: true }))
await addDepositAccount(deps, { serviceCode: 'SPEI_MX', number, beneficiary: 'Pasarela Test SA', actor: 'test' })

const statement = (id: string, closing = '5,00') =>
  [
    ...[`:20:${id}`, `:25:${number}`, ':28C:1', ':60F:C300614MXN0,00', `:61:300614C5,00NTRF//${id}`, ':86:pago'],
    ...[`:62F:C300614MXN${closing}`, '-', ''],
  ].join('\r\n')
const channel = { environment: 'live', folder, options: {} } as const
const ana = { actor: 'ana', breakGlass: 'ana' }
const names = (into = '') => readdirSync(join(folder, into)).sort()
const statements = async () => (await owner.query('select from bank_statements')).rowCount

test('a file of live accounts is imported where two agreed to it or to its channel, and one person ends a channel', async () => {
  const file = { content: Buffer.from(statement('A')), name: 'a.sta', environment: 'live', receivedBy: 'ana' } as const
  await assert.rejects(importStatement(deps, file), { code: 'second_person_required' })
  assert.equal((await owner.query('select from bank_files')).rowCount, 0)
  await assert.rejects(addChannel(deps, channel, { actor: 'ana' }), { code: 'second_person_required' })
  await assert.rejects(addChannel(deps, { ...channel, folder: 'in' }, ana), { code: 'validation_failed' })
  const id = await addChannel(deps, channel, ana)
  await assert.rejects(addChannel(deps, channel, ana), { code: 'validation_failed' })
  await removeChannel(deps, id, 'ana')
  await assert.rejects(removeChannel(deps, id, 'ana'), { code: 'not_found' })
  assert.deepEqual(await showChannels(deps), [])
})

test('a file is imported once it rests, and moved; links, names of unfinished files and what grows are left', async () => {
  await addChannel(deps, channel, ana)
  const look = channelWatcher(deps)
  const stranger = mkdtempSync(join(tmpdir(), 'pasarela-stranger-'))
  writeFileSync(join(stranger, 'secret.sta'), statement('S'))
  symlinkSync(join(stranger, 'secret.sta'), join(folder, 'link.sta'))
  writeFileSync(join(folder, 'b.sta'), statement('B'))
  writeFileSync(join(folder, 'c.sta.part'), statement('C'))
  writeFileSync(join(folder, 'd.sta'), statement('D').slice(0, 60))
  await look()
  assert.equal(await statements(), 0, 'the first look only sees')
  writeFileSync(join(folder, 'd.sta'), statement('D'))
  await look()
  assert.deepEqual([await statements(), names('done')], [1, ['b.sta']])
  await look()
  assert.deepEqual([await statements(), names('done')], [2, ['b.sta', 'd.sta']])
  assert.deepEqual(names(), ['c.sta.part', 'done', 'link.sta'])
  rmSync(stranger, { recursive: true })
})

test('a refused file is moved with the reason beside it, and the list of folders says so until a file is read', async () => {
  const look = channelWatcher(deps)
  writeFileSync(join(folder, 'e.sta'), statement('E').slice(0, 60))
  await look()
  await look()
  assert.deepEqual(names('refused'), ['e.sta', 'e.sta.txt'])
  const reason = readFileSync(join(folder, 'refused', 'e.sta.txt'), 'utf8').trim()
  const [shown] = await showChannels(deps)
  assert.equal(shown?.last_failure, `e.sta: ${reason}`)
  writeFileSync(join(folder, 'b.sta'), statement('F'))
  await look()
  await look()
  assert.equal((await showChannels(deps))[0]?.last_failure, null)
  assert.equal(names('done').filter((name) => name.endsWith('b.sta')).length, 2, 'the older file of the name stays')
})

test('a folder that cannot be written holds no other up, and its list says why', async () => {
  const [bad, good] = [mkdtempSync(join(tmpdir(), 'pasarela-bad-')), mkdtempSync(join(tmpdir(), 'pasarela-good-'))]
  const ids = [
    await addChannel(deps, { ...channel, folder: bad }, ana),
    await addChannel(deps, { ...channel, folder: good }, ana),
  ]
  symlinkSync(join(bad, 'nowhere'), join(bad, 'done'))
  writeFileSync(join(bad, 'g.sta'), statement('G'))
  writeFileSync(join(good, 'h.sta'), statement('H'))
  const look = channelWatcher(deps)
  await look()
  await look()
  assert.deepEqual(readdirSync(good), ['done'])
  const shown = (await showChannels(deps)).filter(({ id }) => ids.includes(id)).map((each) => each.last_failure)
  assert.match(shown[0] ?? '', /EEXIST|ENOENT/)
  assert.equal(shown[1], null)
  for (const made of [bad, good]) rmSync(made, { recursive: true })
})
