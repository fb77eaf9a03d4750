import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { notTested } from './not-tested.ts'

/** One cell as LibreOffice understood it. */
export interface SheetCell {
  text: string
  /** Undefined where the cell is none. */
  formula: string | undefined
  /** `float`, `string`, `date`, …; empty for an empty cell. */
  type: string
}

export interface SheetOptions {
  /** The language of the profile: what a user of that country finds when LibreOffice is new. */
  language: 'en-US' | 'es-ES' | 'pt-BR'
  separator: ',' | ';'
  /** The option "Format quoted field as text"; LibreOffice's own default is false. */
  quotedAsText: boolean
}

export interface Spreadsheet {
  /** The rows of each file, by its place in the list. */
  open(files: readonly string[], options: SheetOptions): Promise<SheetCell[][][]>
}

const patienceMs = 120_000

/**
 * A `describe` whose tests open files in the LibreOffice of this machine. Where there is none, one test fails in CI and is
 * skipped with a loud reason elsewhere.
 */
export function describeInSpreadsheet(name: string, tests: (spreadsheet: Spreadsheet) => void): void {
  describe(name, () => {
    if (spawnSync('soffice', ['--version']).status === 0) return tests(headlessLibreOffice())
    it('can be opened here', (t) => {
      const sentence = `"${name}" was NOT TESTED: there is no LibreOffice (soffice) on this machine.`
      notTested(t, sentence)
    })
  })
}

function headlessLibreOffice(): Spreadsheet {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-sheets-'))
  // A hook of the suite that is being described.
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  let conversions = 0
  return {
    open: async (files, options) => {
      const profile = join(folder, options.language)
      writeProfile(profile, options.language)
      const out = join(folder, String(conversions++))
      const environment = `-env:UserInstallation=${pathToFileURL(profile).href}`
      const convert = ['--headless', `--infilter=${filterOf(options)}`, '--convert-to', 'fods', '--outdir', out]
      await promisify(execFile)('soffice', [environment, ...convert, ...files], { timeout: patienceMs })
      return files.map((file) => readRows(join(out, basename(file).replace(/\.csv$/, '.fods'))))
    },
  }
}

/** The profile is private: a LibreOffice of somebody who works on this machine is not asked to do it. */
function writeProfile(profile: string, language: string): void {
  mkdirSync(join(profile, 'user'), { recursive: true })
  const setting = `<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item>`
  writeFileSync(
    join(profile, 'user', 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${setting}</oor:items>`,
    { flag: 'w' },
  )
}

/**
 * The tokens of LibreOffice's CSV filter: separator, quote, UTF-8, first line, formats, language (of the profile), quoted as
 * text, special numbers, three of exports, sheet, and: evaluate formulas, the dangerous choice.
 */
function filterOf({ separator, quotedAsText }: SheetOptions): string {
  return `CSV:${separator.charCodeAt(0)},34,76,1,,0,${quotedAsText},true,false,false,false,-1,true`
}

function readRows(path: string): SheetCell[][] {
  const xml = readFileSync(path, 'utf8')
  const rows = [...xml.matchAll(/<table:table-row[^>]*>([\s\S]*?)<\/table:table-row>/g)]
  return rows.map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell((?:\s[^>]*?)?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g)].flatMap(
      ([, attributes = '', content = '']) => {
        const repeated = Number(attribute(attributes, 'table:number-columns-repeated') ?? 1)
        const cell = {
          text: [...content.matchAll(/<text:p>([\s\S]*?)<\/text:p>/g)].map(([, text = '']) => plain(text)).join('\n'),
          formula: attribute(attributes, 'table:formula'),
          type: attribute(attributes, 'office:value-type') ?? '',
        }
        // Behind the last cell LibreOffice repeats an empty one to the end of the sheet.
        return Array.from({ length: Math.min(repeated, 50) }, () => cell)
      },
    ),
  )
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
  return value === undefined ? undefined : decoded(value)
}

function plain(text: string): string {
  return decoded(
    text
      .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
      .replace(/<text:tab\/>/g, '\t')
      .replace(/<[^>]*>/g, ''),
  )
}

function decoded(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return names[name] ?? whole
    return String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16))
  })
}
