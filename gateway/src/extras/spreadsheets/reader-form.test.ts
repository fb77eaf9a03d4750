import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { gatewayRoot } from '../../../test/support/processes.ts'
import { readerForm } from './reader-form.ts'

const zone = 'America/Santiago'

describe('a file for the people of a region', () => {
  it('has the separators that its spreadsheets expect', () => {
    const written = (locale: string) => {
      const { line, amount } = readerForm(locale, zone)
      return line(['a;b', amount(-123_456n, 'ARS'), amount(1_500n, 'CLP')])
    }
    const pointed = '"a;b",-1234.56,1500\r\n'
    const comma = '"a;b";-1234,56;1500\r\n'
    for (const locale of ['en', 'en-US', 'es-US', 'es-MX', 'pt-MX', 'es-PE', 'es-419'])
      assert.equal(written(locale), pointed, locale)
    const regions = ['AR', 'BR', 'CL', 'CO', 'EC', 'ES', 'PT', 'PY', 'UY', 'VE'].flatMap((each) => [
      `es-${each}`,
      `en-${each}`,
    ])
    for (const locale of ['es', 'pt', ...regions]) assert.equal(written(locale), comma, locale)
  })

  it('guards every cell against formulas, whatever separates them', () => {
    assert.equal(readerForm('es-AR', zone).line(['=1;@2', '-3']), `"'=1;'@2";"'-3"\r\n`)
  })

  it('has the times of the zone, on both sides of a change of its clocks', () => {
    const { instant } = readerForm('es', zone)
    assert.deepEqual(instant(new Date('2026-04-05T02:59:59.900Z')), { exact: '2026-04-04 23:59:59' })
    assert.deepEqual(instant(new Date('2026-04-05T04:00:00Z')), { exact: '2026-04-05 00:00:00' })
  })

  it('calls statuses and methods what the dashboard calls them', () => {
    for (const locale of ['es', 'pt']) {
      const read = (name: string) =>
        JSON.parse(readFileSync(join(gatewayRoot, '..', 'dashboard', 'src', 'texts', locale, `${name}.json`), 'utf8'))
      const { words } = readerForm(locale, zone)
      assert.deepEqual(words.statuses, read('statuses').status, locale)
      assert.deepEqual(words.methods, read('shell').methods, locale)
    }
  })
})
