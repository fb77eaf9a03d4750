import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCsvProfile } from './csv-profile.ts'
import { proposeCsv } from './propose-csv.ts'
import { tryCsv } from './try-csv.ts'

const head = 'Cuenta;0720123400000056789012\nFecha;Concepto;Débito;Crédito;Saldo\n'
const first = '13/06/2030;SALDO INICIAL;;;10.000,00\n'
const good = `${head}${first}14/06/2030;TRANSF P29;;1.500,00;11.500,00\n15/06/2030;IMPUESTO;9,00;;11.491,00\n`

function profileOf(changes: Record<string, unknown> = {}) {
  const read = readCsvProfile({
    ...{ name: 'Example bank', delimiter: ';', skip: 1, accountPattern: 'Cuenta;(\\d+)', currency: 'ARS' },
    header: { Fecha: 'bookingDay', Concepto: 'text', Débito: 'debit', Crédito: 'credit', Saldo: 'balance' },
    ...{ date: 'dd/MM/yyyy', decimal: ',', thousands: '.', amount: 'debit_credit', order: 'asc', ...changes },
  })
  assert.ok('profile' in read, JSON.stringify(read))
  return read.profile
}

test('a readable sample shows what each row becomes and what the whole is', () => {
  const trial = tryCsv(Buffer.from(good), profileOf())
  assert.equal(trial.isReadable, true)
  assert.deepEqual(trial.faults, [])
  assert.deepEqual(trial.columns, ['Fecha', 'Concepto', 'Débito', 'Crédito', 'Saldo'])
  assert.deepEqual(
    trial.rows.map(({ row, line, becomes }) => [row, line, becomes?.day, becomes?.amount]),
    [
      [1, 3, undefined, undefined],
      [2, 4, '2030-06-14', '1500.00'],
      [3, 5, '2030-06-15', '-9.00'],
    ],
  )
  const { statement } = trial
  assert.deepEqual(
    [statement?.account, statement?.lines, statement?.opening, statement?.closing, statement?.debits],
    ['0720123400000056789012', 2, '10000.00', '11491.00', '9.00'],
  )
})

test('every fault is named by row and column, not the first alone', () => {
  const bad = `${head}${first}31/02/2030;A;;x,00;11.500,00\n15/06/2030;B;9,00;5,00;1\n16/06/2030;C\n`
  const trial = tryCsv(Buffer.from(bad), profileOf())
  assert.equal(trial.isReadable, false)
  assert.deepEqual(
    trial.faults.map(({ row, line, column }) => [row, line, column]),
    [
      [2, 4, 'Fecha'],
      [2, 4, 'Crédito'],
      [3, 5, undefined],
      [4, 6, undefined],
    ],
  )
  assert.match(trial.faults[2]?.message ?? '', /a debit and a credit/)
  assert.match(trial.faults[3]?.message ?? '', /2 columns, and the header has 5/)
})

test('a column that is missing, a balance that does not follow, a cut file and a file of another format are told', () => {
  const renamed = tryCsv(Buffer.from(good.replace('Saldo', 'Resto')), profileOf())
  assert.deepEqual(
    renamed.faults.map(({ row, column }) => [row, column]),
    [[undefined, 'Saldo']],
  )
  const wrong = tryCsv(Buffer.from(good.replace('11.491,00', '11.492,00')), profileOf())
  assert.match(wrong.faults[0]?.message ?? '', /balance of this row is 11492\.00/)
  assert.equal(wrong.faults[0]?.line, 5)
  const cut = tryCsv(Buffer.from(good), profileOf({ footer: '^Total' }))
  assert.match(cut.faults[0]?.message ?? '', /cut/)
  const quoted = tryCsv(Buffer.from(`${head}${first}14/06/2030;"open;;5,00;10.005,00\n`), profileOf())
  assert.equal(quoted.isReadable, false)
  assert.equal(quoted.faults.length, 1)
  const other = tryCsv(Buffer.from(':20:A\n:25:1\n:60F:C300613MXN0,00\n:62F:C300613MXN0,00\n-\n'), profileOf())
  assert.match(other.faults[0]?.message ?? '', /is no table/)
})

test('a sample proposes delimiter, header, dates, marks and columns', () => {
  const proposal = proposeCsv(Buffer.from(good))
  assert.deepEqual(
    [proposal.delimiters[0], proposal.skip, proposal.encoding, proposal.dates, proposal.decimals, proposal.thousands],
    [';', 1, 'utf-8', ['dd/MM/yyyy'], [','], '.'],
  )
  assert.deepEqual([proposal.amount, proposal.order], ['debit_credit', 'asc'])
  assert.deepEqual(proposal.header, {
    ...{ Fecha: 'bookingDay', Concepto: 'text', Débito: 'debit', Crédito: 'credit', Saldo: 'balance' },
  })
  const latin = proposeCsv(Buffer.from(good, 'latin1'))
  assert.deepEqual([latin.encoding, latin.header['Débito']], ['windows-1252', 'debit'])
})

test('where a sample does not decide, every value that it allows is proposed', () => {
  const proposal = proposeCsv(Buffer.from('Date,Description,Amount\n03/04/2030,a,1.500\n05/04/2030,b,2.250\n'))
  assert.deepEqual(proposal.dates, ['dd/MM/yyyy', 'MM/dd/yyyy'])
  assert.deepEqual(proposal.decimals.toSorted(), [',', '.'])
  assert.equal(proposal.amount, 'signed')
  const nothing = proposeCsv(Buffer.from('hello'))
  assert.deepEqual([nothing.delimiters, nothing.dates, nothing.order], [[], [], undefined])
})
