import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StatementRefusal } from '@pasarela/bank-statements'
import { packageFolder } from '../../../core/platform/version.ts'
import { textOf } from '../../../core/texts/messages/say.ts'
import { en } from '../messages/en.ts'
import { reasonKeys, reasonSaid, refusalSaid } from './refusal-sentences.ts'

test('why a file is refused is said in the language of the reader, and in English as the reader of files words it', () => {
  const none = en['bank_file.is_none']
  const refused = refusalSaid(new StatementRefusal(none, { line: 1, column: 1, byte: 0 }))
  assert.equal(textOf(refused, 'en'), `Line 1, column 1, byte 0: ${none}`)
  assert.match(textOf(refused, 'es'), /^Línea 1, columna 1, byte 0: El archivo no es camt\.052/)
  assert.equal(
    textOf(reasonSaid('A row has 3 columns, and the header has 4.'), 'pt'),
    'Uma linha tem 3 colunas, e o cabeçalho 4.',
  )
  assert.equal(textOf(reasonSaid('"x" is no day.'), 'en'), '"x" is no day.')
  assert.match(textOf(reasonSaid('"x" is no day.'), 'es'), /^No se pudo leer el archivo\. .*: "x" is no day\.$/)
})

test('every sentence is one that a reader of files says', () => {
  const readers = join(packageFolder, '..', 'bank-statements', 'src')
  const files = [
    join(packageFolder, 'src', 'extras', 'bank-accounts', 'read-statement-file.ts'),
    ...readdirSync(readers).map((file) => join(readers, file)),
  ]
  const said = files.map((file) => readFileSync(file, 'utf8')).join('')
  for (const key of reasonKeys) {
    const pieces = en[key].split(/\{[a-z_]+\}/).map((piece) => piece.replace(/^The file is /, '').replace(/\)?\.$/, ''))
    assert.ok(
      pieces.every((piece) => said.includes(piece.trim())),
      key,
    )
  }
})
