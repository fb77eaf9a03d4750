import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { methods } from '../../core/payment-methods/index.ts'
import { addDepositAccount } from './add-deposit-account.ts'
import { checkDeposit, depositFieldsOf } from './check-deposit-account.ts'
import { ownAccount } from './connector/connector.ts'
import { importStatement, receiveStatement } from './import-statement.ts'
import { previewStatement, previewStored } from './preview-statement.ts'
import { showStandingAccount } from './show-account-figures.ts'
import { showFiles } from './show-files.ts'
import { showStatements } from './show-statements.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}

const number = '002180700112345677'
const { bankAccountId } = await addDepositAccount(deps, {
  ...{ serviceCode: 'SPEI_MX', beneficiary: 'Pasarela Test SA', actor: 'test', number },
})

/** MT940 of some days of June 2030: two equal deposits of 5.00 each day, and a debit of 2.00 that has the bank's id. */
function mt940(from: number, to: number, opening = 8 * (from - 1), page = ''): Buffer {
  const day = (of: number) => `3006${String(of).padStart(2, '0')}`
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const lines = days.flatMap((of) => [
    ...[`:61:${day(of)}${day(of).slice(2)}C5,00NTRFNONREF`, ':86:pago'],
    ...[`:61:${day(of)}${day(of).slice(2)}C5,00NTRFNONREF`, ':86:pago'],
    ...[`:61:${day(of)}${day(of).slice(2)}D2,00NCHGNONREF//F${of}`, ':86:<b>comision</b>'],
  ])
  const balance = (minor: number, of: number) => `C${day(of)}MXN${minor},00`
  const head = [':20:A', `:25:${number}`, `:28C:1${page}`, `:60F:${balance(opening, from)}`]
  return Buffer.from([...head, ...lines, `:62F:${balance(opening + 8 * days.length, to)}`, '-', ''].join('\r\n'))
}

const file = (content: Buffer, name = 'a.sta') => ({ content, name, environment: 'live' as const })
const imported = async (content: Buffer) =>
  await importStatement(deps, { ...file(content), receivedBy: 'ana', agreed: { breakGlass: 'ana' } })

async function rows(): Promise<unknown> {
  const tables = ['bank_files', 'bank_file_parts', 'bank_statements', 'bank_lines', 'bank_line_sightings']
  const counts = [...tables, 'bank_line_states', 'audit_log'].map((name) => `(select count(*)::int from ${name})`)
  return (await deps.database.owner.query(`select array[${counts.join()}] as n`)).rows[0]
}

test('a preview stores nothing and says what the import then finds: new lines, overlaps, joins and gaps', async () => {
  const ranges = [
    [3, 5],
    [4, 6],
    [1, 2],
    [2, 7],
    [9, 9, 70],
    [3, 5],
    [10, 10, 72, '/1'],
    [10, 10, 80, '/2'],
  ] as const
  for (const [from, to, opening, page] of ranges) {
    const content = mt940(from, to, opening, page)
    const before = await rows()
    const preview = await previewStatement(deps, file(content))
    assert.deepEqual(await rows(), before)
    const { statements, knownSince } = await imported(content)
    if (knownSince) {
      assert.deepEqual([preview.known?.state, preview.newLines, preview.lines], ['read', 0, 9])
      continue
    }
    assert.deepEqual(
      [preview.lines, preview.newLines],
      [statements[0]?.lines, statements[0]?.newLines],
      `${from} to ${to}`,
    )
    const shown = (await showStatements(deps, bankAccountId)).find(({ id }) => id === statements[0]?.statementId)
    const { joins, gap, surplus, addsUp } = preview.statements[0] ?? {}
    assert.deepEqual([joins, gap, surplus, addsUp], [shown?.joins, shown?.gap, shown?.surplus, shown?.addsUp])
    const marked = preview.statements[0]?.firstLines.filter((line) => !line.is_known).length
    assert.equal(marked, preview.newLines)
  }
})

test('a preview refuses what cannot be imported, with line and byte or with the reason, and stores nothing', async () => {
  const before = await rows()
  const cut = await previewStatement(deps, file(mt940(1, 1).subarray(0, 120)))
  assert.ok((cut.refusal?.place?.line ?? 0) > 1 && (cut.refusal?.place?.byte ?? 0) > 10, JSON.stringify(cut.refusal))
  const stranger = await previewStatement(deps, file(Buffer.from(String(mt940(1, 1)).replace(number, '55667788'))))
  assert.match(String(stranger.refusal?.reason), /No own bank account of the environment live has the number 55667788/)
  const empty = await previewStatement(deps, file(Buffer.alloc(0)))
  assert.match(String(empty.refusal?.reason), /empty/)
  assert.deepEqual(await rows(), before)
  await assert.rejects(receiveStatement(deps, { ...file(Buffer.alloc(0)), receivedBy: 'ana' }), {
    code: 'validation_failed',
  })
})

test('a refused file is listed with its reason in the language of the reader, and is previewed again', async () => {
  const content = Buffer.from(String(mt940(20, 20)).replace(number, '99887766'))
  await assert.rejects(imported(content))
  const { items } = await showFiles(deps, { limit: 1, cursor: undefined })
  assert.equal(items[0]?.state, 'refused')
  assert.match(items[0]?.refusal ?? '', /^\{"key":"bank_file\.no_account"/)
  const preview = await previewStored(deps, items[0]?.id ?? '', {})
  assert.deepEqual([preview.known?.state, preview.refusal !== undefined], ['refused', true])
  const pages: string[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await showFiles(deps, { limit: 2, cursor })
    pages.push(...page.items.map(({ id }) => id))
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  const all = await deps.database.owner.query<{ id: string }>(
    'select id from bank_files order by received_at desc, id desc',
  )
  assert.deepEqual(
    pages,
    all.rows.map(({ id }) => id),
  )
})

test('an account shows the bank’s balance, the ledger’s, and the lines that only one of them holds', async () => {
  const { bank, ledger, oneSided, difference, statements } = await showStandingAccount(deps, bankAccountId)
  // No line was judged: the ledger holds nothing, and every line of the bank stands on its side alone.
  assert.deepEqual([bank, ledger], [{ amount: '88.00', day: '2030-06-10' }, '0.00'])
  const { rows: sums } = await deps.database.owner.query<{ sum: string }>(
    `select (sum(case sign when 'C' then amount_minor else -amount_minor end) / 100)::int::text as sum from bank_lines`,
  )
  assert.equal(oneSided, `${sums[0]?.sum}.00`)
  assert.equal(difference, `${88 - Number(sums[0]?.sum)}.00`)
  assert.ok(statements.some(({ joins }) => joins === false))
  // A line of a later day, which the closing balance does not hold and the ledger does not either.
  await deps.database.owner.query(`with l as (
      insert into bank_lines (id, bank_account_id, identity, ordinal, booking_day, sign, amount_minor, reversal, is_single, refs, details, text)
      values (gen_random_uuid(), '${bankAccountId}', sha256('later'), 1, '2030-06-20', 'C', 700, false, true, '{}', '[]', 'later')
      returning id, bank_account_id)
    insert into bank_line_states (bank_line_id, bank_account_id, state) select id, bank_account_id, 'new' from l`)
  const later = await showStandingAccount(deps, bankAccountId)
  assert.deepEqual([later.oneSided, later.difference], [oneSided, difference])
})

test('the form asks for exactly the fields that a deposit account of each service code must have', () => {
  for (const method of methods) {
    const fields = depositFieldsOf(method)
    const { faults } = checkDeposit(method, { serviceCode: method.code, beneficiary: '' })
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const needed = fields.filter(({ required }) => required).map(({ name }) => snake(name))
    const refused = fields.length === 0 ? [] : faults.map(({ param }) => param)
    assert.deepEqual(needed.toSorted(), refused.toSorted(), method.code)
  }
})
