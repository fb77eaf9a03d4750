import assert from 'node:assert/strict'
import { type ReadOptions, readStatements } from '../../src/read-statements.ts'
import { type Reading, type Statement, StatementRefusal } from '../../src/statement.ts'

/** Reads the text of a file, without a profile unless one is given. */
export const read = (text: string, options: ReadOptions = {}): Reading => readStatements(Buffer.from(text), options)

/** Its first statement. */
export const only = (text: string, options: ReadOptions = {}): Statement =>
  read(text, options).statements[0] as Statement

/** Sign and amount of each line, with a question mark where it is in doubt. */
export const money = ({ lines }: Statement) =>
  lines.map(({ sign, amount, inDoubt }) => `${sign}${amount}${inDoubt ? '?' : ''}`)

/** Why the file is refused. */
export const refusal = (text: string, options?: ReadOptions): StatementRefusal => {
  try {
    read(text, options)
  } catch (error) {
    assert.ok(error instanceof StatementRefusal, String(error))
    return error
  }
  return assert.fail('The file was read.')
}

/** A statement of MT940 around its entries. */
export const mt = (inside: string, sum = '10,00') =>
  `:20:A\n:25:1\n:28C:1\n:60F:C300614MXN0,00\n${inside}:62F:C300614MXN${sum}\n-\n`

/** An entry of MT940 whose information is wrapped at 65 characters. */
export const entry = (information: string, amount = '10,00', sign = 'C') =>
  `:61:300614${sign}${amount}NTRF//B1\n:86:${information.match(/.{1,65}/gs)?.join('\n') ?? ''}\n`
