import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { byteOrderMark, csvLine } from '../../../src/core/web/csv.ts'
import { describeInSpreadsheet, type SheetOptions } from '../../support/spreadsheet.ts'
import { openWorld } from '../../support/world.ts'

const formula = 'HYPERLINK("https://evil.example";"x")'

/** References and names of a payer, which reach an export as they are. */
const hostile: readonly (readonly [reference: string, name: string])[] = [
  [`=${formula}`, `@${formula}`],
  [`+${formula}`, `-2+3+cmd|' /C calc'!A0`],
  [`x;=${formula}`, `Ana;  +1+1;-1`],
  ['order,=1+1', 'Ana, @SUM(1;1)'],
  [`"=1+1"`, `a;"=1+1";b`],
  ['\uFF1D1+1', 'x;\uFF0B1+1,\uFF0D1;\uFF201'],
  [`' =1+1`, `a;\u00A0=1+1`],
  ['plain-1', 'Ñandú Pérez; y compañía, "S.A."'],
]

/** What no request may hold, but a bank's answer might. */
const withControls = [
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  'a\n=1+1',
  'a\r\n+1+1',
  'a;\t=1+1',
  '\u200B=1+1',
  '\u0001=1+1',
  'a\t@1',
]

const languages = ['en-US', 'es-ES', 'pt-BR'] as const
const separators = [',', ';'] as const

describeInSpreadsheet('an export in a spreadsheet', (spreadsheet) => {
  const world = openWorld({ bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let exported: string
  let controls: string
  let control: string
  before(async () => {
    const point = `/console/points/${world.demo.auth_point_id}`
    const person = await world.person()
    for (const [reference, name] of hostile) {
      const body = { service_code: 'BT_AR', amount: 1500.5, payer_doc_id: '20267565393', reference, payer_name: name }
      const answer = await person.call('POST', `${point}/payments/payin_hth`, { body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    const headers = { cookie: `sid=${person.cookie()}` }
    const file = await fetch(`${world.url}${point}/transactions.csv?pay_type=payin`, { headers })
    exported = written('exported.csv', Buffer.from(await file.arrayBuffer()))
    const lines = withControls.map((text) => csvLine([text, 'b', text, { exact: '-12.50' }]))
    controls = written('controls.csv', `${byteOrderMark}${lines.join('')}`)
    control = written('control.csv', `${byteOrderMark}"=1+1","b"\r\n"a;=1+1",1\r\n`)
  })
  const written = (name: string, content: string | Buffer) => {
    writeFileSync(join(world.folder, name), content)
    return join(world.folder, name)
  }

  for (const language of languages) {
    it(`holds no formula in ${language}, whichever separator is chosen`, async () => {
      for (const separator of separators) {
        for (const quotedAsText of separator === ',' ? [true, false] : [false]) {
          const options: SheetOptions = { language, separator, quotedAsText }
          const [export_ = [], bank = [], proof = []] = await spreadsheet.open([exported, controls, control], options)
          const cells = [...export_, ...bank].flat()
          const formulas = cells.filter(({ formula: found }) => found !== undefined)
          assert.deepEqual(formulas, [], JSON.stringify(options))
          assert.ok(cells.some(({ text }) => text.includes('evil.example')))
          const seen = proof.flat().some(({ formula: found }) => found !== undefined)
          assert.equal(seen, !quotedAsText, 'the file that must hold formulas')
        }
      }
    })

    it(`keeps every text in ${language}, and every amount`, async () => {
      const [rows = []] = await spreadsheet.open([exported], { language, separator: ',', quotedAsText: true })
      const [header = [], ...payments] = rows
      const column = (name: string) => header.findIndex(({ text }) => text === name)
      const found = payments.map((row) => [row[column('reference')]?.text, row[column('party_name')]?.text])
      const withoutApostrophes = (text: string | undefined) => text?.replaceAll("'", '')
      assert.deepEqual(
        found.map((texts) => texts.map(withoutApostrophes)),
        hostile.map((texts) => texts.map(withoutApostrophes)).reverse(),
      )
      assert.deepEqual(found[0], hostile.at(-1), 'a text without an operator is the same to the letter')
      for (const row of payments) {
        const amount = row[column('amount')]
        assert.match(amount?.text ?? '', /^1500[.,]50?$/)
        if (language === 'en-US') assert.equal(amount?.type, 'float')
        assert.equal(row[column('party_document')]?.type, 'string')
      }
    })
  }
})
