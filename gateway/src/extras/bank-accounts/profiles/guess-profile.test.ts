import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readCsvProfile, readStatements } from '@pasarela/bank-statements'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { columnsIn, guessProfile } from './guess-profile.ts'

const number = '0720123400000056789012'

/** The lines that a table gives with what is guessed of it, and the guess. */
function readByGuess(rows: readonly string[], currency: CurrencyCode) {
  const text = `${rows.join('\r\n')}\r\n`
  const guess = guessProfile(text, { name: 'Banco', currency, numbers: [number] })
  const read = readCsvProfile(guess)
  if ('faults' in read) return { guess, faults: read.faults }
  const { statements } = readStatements(Buffer.from(text), { profile: read.profile })
  const [statement] = statements
  const lines = statement?.lines.map(({ bookingDay, sign, amount, text: said }) => [bookingDay, sign, amount, said])
  return { guess, account: statement?.account, addsUp: statement?.addsUp, lines }
}

describe('what is guessed of a table', () => {
  it('reads columns for money out and in, with the account before the header', () => {
    const { guess, ...read } = readByGuess(
      [
        ...[`Cuenta: ${number};;;;`, '', 'Fecha;Fecha Valor;Concepto;Débito;Crédito;Saldo'],
        ...['13/06/2030;13/06/2030;TRANSFERENCIA;;1.500,00;11.500,00', '14/06/2030;14/06/2030;IMP LEY;9,00;;11.491,00'],
      ],
      'ARS',
    )
    assert.deepEqual(read, {
      account: number,
      addsUp: true,
      lines: [
        ['2030-06-13', 'C', '1500.00', 'TRANSFERENCIA'],
        ['2030-06-14', 'D', '9.00', 'IMP LEY'],
      ],
    })
    assert.equal(guess.account, undefined, 'each file says its account')
  })

  it('reads one signed column, newest first, with quotes and a comma for thousands', () => {
    const { guess, lines, addsUp } = readByGuess(
      [
        'Fecha,Descripción,Monto,Saldo',
        '2030-06-15,PAGO,"-1,200.50","3,799.50"',
        '2030-06-14,DEPOSITO,"5,000.00","5,000.00"',
      ],
      'MXN',
    )
    assert.deepEqual(
      [lines, addsUp, guess.order, guess.account],
      [
        [
          ['2030-06-15', 'D', '1200.50', 'PAGO'],
          ['2030-06-14', 'C', '5000.00', 'DEPOSITO'],
        ],
        true,
        'desc',
        number,
      ],
    )
  })

  it('reads a column that says in or out', () => {
    const { lines } = readByGuess(
      ['Data\tLançamento\tValor\tD/C', '14/06/2030\tPIX RECEBIDO\t10,00\tC', '14/06/2030\tTARIFA\t1,00\tD'],
      'BRL',
    )
    assert.deepEqual(lines, [
      ['2030-06-14', 'C', '10.00', 'PIX RECEBIDO'],
      ['2030-06-14', 'D', '1.00', 'TARIFA'],
    ])
  })

  it('never takes for the bank’s own word what names a person or an order', () => {
    const { guess } = readByGuess(
      ['Fecha;Nombre;Documento;Cuenta origen;Referencia;Importe;Concepto', '14/06/2030;ANA;1;2;P29AB;5,00;x'],
      'ARS',
    )
    assert.deepEqual(guess.header, { Fecha: 'bookingDay', Importe: 'amount', Concepto: 'text' })
  })

  it('leaves to a person what it does not know, and what stands twice', () => {
    const { faults, guess } = readByGuess(['A;B;B;__proto__;constructor', 'x;y;y;z;z'], 'ARS')
    assert.deepEqual(guess.header, {})
    assert.ok(faults?.some((fault) => fault.startsWith('header: has no column for bookingDay')))
    const [first, , , , last] = columnsIn('A;B;B;C;D\n4111111111111111;y\n', { delimiter: ';', quote: '"', skip: 0 })
    assert.deepEqual([first?.name, last?.name, last?.samples], ['A', 'D', []])
    assert.doesNotMatch(String(first?.samples), /4111111111111111/)
  })
})
