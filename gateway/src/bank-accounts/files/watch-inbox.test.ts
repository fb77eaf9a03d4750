import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { strictLog } from '../../../test/support/strict-log.ts'
import { createConnectors } from '../../connectors/index.ts'
import { makeClabe } from '../../identifiers/mx/clabe.ts'
import { addDepositAccount } from '../add-deposit-account.ts'
import { statementLimits } from '../statements/statement.ts'
import { forgetRefusedBytes } from './read-waiting-files.ts'
import { watchInbox } from './watch-inbox.ts'

const base = await setUp({ after })
const clabe = makeClabe({ bank: '002', city: '180', account: '12345678901' })
const { bankAccountId: account } = await addDepositAccount(
  { ...base, connectors: createConnectors({ simulatedBankUrl: undefined, onThrown: () => undefined }) },
  { serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', number: clabe },
)

let inbox = ''
let errors: string[] = []
beforeEach(async () => {
  inbox = mkdtempSync(join(tmpdir(), 'inbox-'))
  for (const folder of [account, 'live', 'test']) mkdirSync(join(inbox, folder))
  errors = []
  await base.database.owner.query('delete from bank_inbox_leases')
})
after(() => rmSync(inbox, { recursive: true, force: true }))

function watcher(processName = 'one', path = inbox) {
  const log = Object.assign(strictLog(), { error: (_facts: unknown, text: string) => void errors.push(text) })
  return watchInbox({ ...base, processName, log }, path)
}

function mt940(day: string, amount = '5,00'): string {
  return [
    ...[':20:DEMO', `:25:${clabe}`, ':28C:1', `:60F:C${day}MXN0,00`],
    ...[`:61:${day}${day.slice(2)}C${amount}NTRFNONREF`, ':86:pago', `:62F:C${day}MXN${amount}`, '-', ''],
  ].join('\r\n')
}

const put = (folder: string, name: string, text: string) => writeFileSync(join(inbox, folder, name), text)
const listed = (...parts: string[]) =>
  existsSync(join(inbox, ...parts)) ? readdirSync(join(inbox, ...parts)).sort() : []
const textOf = (...parts: string[]) => readFileSync(join(inbox, ...parts), 'utf8')
const files = async () =>
  (await base.database.owner.query('select name, state, source, attempts from bank_files order by received_at')).rows
const reset = async () => await base.database.owner.query('truncate bank_files cascade')

test('a file that stood still for two rounds is stored, read and moved; one that grows waits', async () => {
  await reset()
  const { round } = watcher()
  put(account, 'a.sta', mt940('300614'))
  put('live', 'grows.sta', mt940('300615').slice(0, 40))
  assert.equal(await round(), 0)
  appendFileSync(join(inbox, 'live', 'grows.sta'), mt940('300615').slice(40, 60))
  assert.equal(await round(), 0)
  appendFileSync(join(inbox, 'live', 'grows.sta'), mt940('300615').slice(60))
  assert.equal(await round(), 1)
  assert.deepEqual([listed(account, 'done'), listed(account)], [['a.sta'], ['done']])
  assert.deepEqual([await round(), listed('live')], [0, ['grows.sta']])
  assert.deepEqual([await round(), listed('live', 'done')], [1, ['grows.sta']])
  assert.deepEqual(await files(), [
    { name: 'a.sta', state: 'read', source: 'folder', attempts: 1 },
    { name: 'grows.sta', state: 'read', source: 'folder', attempts: 1 },
  ])
})

const rounds = async (watch: ReturnType<typeof watcher>, count: number) => {
  let taken = 0
  for (let index = 0; index < count; index += 1) taken += await watch.round()
  return taken
}

test('a refused file has a text that says why; the same bytes again are done, and the account of the folder counts', async () => {
  await reset()
  const watch = watcher()
  put(account, 'cut.sta', mt940('300614').slice(0, -25))
  put(account, 'empty.sta', '')
  put('test', 'foreign.sta', mt940('300614'))
  assert.equal(await rounds(watch, 3), 3)
  assert.deepEqual(listed(account, 'refused'), ['cut.sta', 'cut.sta.txt', 'empty.sta', 'empty.sta.txt'])
  assert.match(textOf(account, 'refused', 'cut.sta.txt'), /was refused\. Line \d+, column \d+, byte \d+/)
  assert.match(textOf(account, 'refused', 'empty.sta.txt'), /is empty/)
  assert.match(textOf('test', 'refused', 'foreign.sta.txt'), /No own bank account of the environment test/)
  for (const name of ['good.sta', 'copy.sta']) {
    put(account, name, mt940('300614'))
    assert.equal(await rounds(watch, 3), 1)
  }
  assert.match(textOf(account, 'done', 'copy.sta.txt'), /The same bytes are known since/)
  // What lies there under that name stays.
  put(account, 'good.sta', mt940('300616'))
  assert.equal(await rounds(watch, 3), 1)
  assert.equal(listed(account, 'done').filter((name) => name.startsWith('good')).length, 2)
})

test('bytes of refused files are kept for a while, and of the newest alone where they are many', async () => {
  await reset()
  const watch = watcher()
  const { owner, engine } = base.database
  const held = async () =>
    (
      await owner.query<{ name: string }>(
        'select distinct f.name from bank_files f join bank_file_parts p on p.bank_file_id = f.id order by 1',
      )
    ).rows.map(({ name }) => name)
  const refuse = async (name: string, day: string) => {
    put(account, name, mt940(day).slice(0, -25))
    assert.equal(await rounds(watch, 3), 1)
  }
  await refuse('a.sta', '300614')
  await refuse('b.sta', '300615')
  put(account, 'good.sta', mt940('300616'))
  assert.equal(await rounds(watch, 3), 1)
  assert.deepEqual(await held(), ['a.sta', 'b.sta', 'good.sta'])
  // As old as that, and as large.
  await owner.query(`update bank_files set refused_at = gateway_now() - interval '29 days' where name = 'a.sta'`)
  assert.equal(await forgetRefusedBytes(base), 0)
  await owner.query(`update bank_files set size_bytes = size_bytes + 600000000`)
  assert.equal(await forgetRefusedBytes(base), 1)
  assert.deepEqual(await held(), ['b.sta', 'good.sta'])
  await owner.query('update bank_files set size_bytes = size_bytes - 600000000')
  await owner.query(`update bank_files set refused_at = gateway_now() - interval '31 days' where name = 'b.sta'`)
  await refuse('c.sta', '300617')
  assert.deepEqual(await held(), ['c.sta', 'good.sta'], 'the next refusal removes what is too old')
  await assert.rejects(engine.query('delete from bank_file_parts'), { code: '42501' })
  // The same bytes again are stored again, and read again.
  await refuse('a.sta', '300614')
  assert.deepEqual(await held(), ['a.sta', 'c.sta', 'good.sta'])
  assert.equal((await files()).filter(({ state }) => state === 'refused').length, 3)
})

test('a file of more statements than a file takes is refused with what to do', async () => {
  await reset()
  put(account, 'many.sta', mt940('300614').repeat(statementLimits.statementsPerFile + 1))
  assert.equal(await rounds(watcher(), 3), 1)
  assert.match(
    textOf(account, 'refused', 'many.sta.txt'),
    /holds 5001 statements\. A file takes 5000: send it in parts/,
  )
})

test('links, pipes, folders, hidden and unfinished names are left alone, and so is a folder that is a link', async () => {
  await reset()
  const outside = mkdtempSync(join(tmpdir(), 'outside-'))
  writeFileSync(join(outside, 'secret.sta'), mt940('300614'))
  symlinkSync(join(outside, 'secret.sta'), join(inbox, account, 'link.sta'))
  execFileSync('mkfifo', [join(inbox, account, 'pipe.sta')])
  mkdirSync(join(inbox, account, 'folder.sta'))
  for (const name of ['.hidden.sta', 'a.sta.part', '~a.sta', 'a.sta.filepart', 'a.TMP', 'a.sta~'])
    put(account, name, mt940('300614'))
  rmSync(join(inbox, 'live'), { recursive: true })
  symlinkSync(outside, join(inbox, 'live'))
  const before = listed(account)
  assert.equal(await rounds(watcher(), 4), 0)
  assert.deepEqual([listed(account), readdirSync(outside), await files()], [before, ['secret.sta'], []])
  rmSync(outside, { recursive: true })
})

test('a name that deceives and a file that is too large are refused unread', async () => {
  await reset()
  put(account, 'a\u202estatement.sta', mt940('300614'))
  put(account, 'large.sta', '')
  truncateSync(join(inbox, account, 'large.sta'), statementLimits.fileBytes + 1)
  assert.equal(await rounds(watcher(), 3), 2)
  assert.equal(listed(account, 'refused').length, 4)
  assert.match(textOf(account, 'refused', 'large.sta.txt'), /larger than/)
  assert.deepEqual(await files(), [])
})

test('of two gateways on one folder one takes each file, and the other goes on when the first one is gone', async () => {
  await reset()
  const [one, two] = [watcher('one'), watcher('two')]
  // Empty files are refused unread.
  for (let index = 10; index < 31; index += 1) put('live', `${index}.empty`, '')
  for (let index = 1; index < 5; index += 1) put('live', `${index}.sta`, mt940(`30070${index}`))
  let taken = [0, 0]
  for (let index = 0; index < 3; index += 1) {
    const both = await Promise.all([one.round(), two.round()])
    taken = taken.map((sum, at) => sum + (both[at] ?? 0))
  }
  // Twenty in a round, by one of them.
  assert.deepEqual(
    taken.toSorted((a, b) => a - b),
    [0, 20],
  )
  await base.database.owner.query(`update bank_inbox_leases set until = '2000-01-01Z'`)
  assert.equal(await rounds(taken[0] === 0 ? one : two, 3), 5)
  assert.equal((await files()).length, 4)
  assert.ok((await files()).every(({ state, attempts }) => state === 'read' && attempts === 1))
})

test('a file that cannot be moved is read once and told once, and moved when the obstacle is gone', async () => {
  await reset()
  put(account, 'a.sta', mt940('300614'))
  // Not into a folder that is a link.
  symlinkSync(tmpdir(), join(inbox, account, 'done'))
  const watch = watcher()
  await rounds(watch, 6)
  assert.equal(errors.length, 1)
  assert.match(errors[0] ?? '', /the bank inbox cannot go on/)
  assert.deepEqual(
    (await files()).map(({ name, attempts }) => [name, attempts]),
    [['a.sta', 1]],
  )
  rmSync(join(inbox, account, 'done'))
  assert.equal(await watch.round(), 1)
  assert.deepEqual(listed(account, 'done'), ['a.sta'])
})

test('a folder whose files cannot be moved holds up no other folder', async () => {
  await reset()
  const watch = watcher()
  // More than a round takes, in a folder that comes first. Empty ones are refused unread.
  const ofAccount = Array.from({ length: 25 }, (_, index) => `a${String(index).padStart(2, '0')}.sta`)
  for (const name of ofAccount) put(account, name, '')
  writeFileSync(join(inbox, account, 'refused'), 'stands in the way')
  put('live', 'z.sta', mt940('300615', '77,00'))
  await rounds(watch, 3)
  assert.deepEqual([listed('live', 'done'), listed('live')], [['z.sta'], ['done']])
  rmSync(join(inbox, account, 'refused'))
  await rounds(watch, 3)
  assert.deepEqual(
    listed(account, 'refused').filter((name) => !name.endsWith('.txt')),
    ofAccount,
  )
})

test('a missing inbox and a folder of nobody are told with what to do', async () => {
  await rounds(watcher('one', join(inbox, 'missing')), 3)
  mkdirSync(join(inbox, 'somebody'))
  await rounds(watcher(), 2)
  assert.equal(errors.length, 2)
  assert.match(errors[0] ?? '', /PASARELA_BANK_INBOX does not exist/)
  assert.match(errors[1] ?? '', /pasarela bank list/)
})
