import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { settings } from '../../src/core/platform/config/settings.ts'
import { commands } from '../../src/extras/cli/main.ts'
import { capabilities } from './capabilities.ts'
import { filesBelow } from './search-files.ts'

/** A page of docs/reference that is written from the code: `node scripts/write-reference.mjs` writes all of them. */
export interface ReferencePage {
  /** File name in docs/reference. */
  name: string
  text: string
}

export function referencePages(sources: string): ReferencePage[] {
  return [
    { name: 'settings.md', text: settingsPage() },
    { name: 'commands.md', text: commandsPage() },
    { name: 'limits.md', text: limitsPage(limitsOf(sources)) },
  ]
}

const written = 'Written from the code by `node scripts/write-reference.mjs`: change the code, not this page.'

function settingsPage(): string {
  const rows = Object.entries(settings).map(([name, { unset, meaning, example }]) => [
    `\`${name}\``,
    meaning,
    unset,
    `\`${example}\``,
  ])
  return page('Settings', [
    'Every setting is an environment variable. An empty one counts as not set. A start names all wrong settings at once.',
    '',
    ...table(['Variable', 'Meaning', 'Not set', 'Example'], rows),
  ])
}

function commandsPage(): string {
  return page('Commands of the operator', [
    'Call them as `npx pasarela COMMAND`. They use the database of the same settings as the gateway, which may run meanwhile.',
    'Each has `--help`, and `--json` for scripts.',
    '',
    ...table(
      ['Command', 'What it does'],
      commands.map(({ name, summary }) => [`[\`${name}\`](#${name.replaceAll(' ', '-')})`, summary]),
    ),
    ...commands.flatMap(({ name, summary, argument, options }) => [
      '',
      `## ${name}`,
      '',
      summary,
      ...(argument ? ['', `\`${argument.value}\` (needed): ${argument.help}.`] : []),
      ...optionsTable(Object.entries(options)),
    ]),
  ])
}

function optionsTable(options: [string, { value?: string; help: string; required?: boolean }][]): string[] {
  if (options.length === 0) return []
  const sorted = options.toSorted(
    ([, one], [, other]) => Number(other.required ?? false) - Number(one.required ?? false),
  )
  const rows = sorted.map(([name, { value, help, required }]) => [
    `\`--${name}${value === undefined ? '' : ` ${value}`}\``,
    required ? 'yes' : 'no',
    help,
  ])
  return ['', ...table(['Option', 'Required', 'Meaning'], rows)]
}

/** A limit in the code: a constant whose name ends in a word of limits, with a comment. */
export interface Limit {
  capability: string
  name: string
  value: string
  meaning: string
}

/** A doc comment directly above a constant whose value is a number, a product of numbers, or a power. */
const limitPattern =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n(?:export )?const ([a-z][A-Za-z0-9]*(?:Max|Min|Ms|Seconds|Minutes|Hours|Days|PerSecond)) = ([\d_.* ]+)\n/g

/** All limits of the gateway, the core's first. */
export function limitsOf(sources: string): Limit[] {
  const files = filesBelow(sources).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const found = files.toSorted().flatMap((file) => {
    const [, capability = ''] = relative(sources, file).split(sep)
    return [...readFileSync(file, 'utf8').matchAll(limitPattern)].map(([, comment = '', name = '', value = '']) => ({
      capability,
      name,
      value: readable(name, value),
      meaning: sentences(comment),
    }))
  })
  const order = [...new Set(capabilities.map(({ folder }) => folder.split('/')[1]))]
  return found.toSorted((one, other) => order.indexOf(other.capability) - order.indexOf(one.capability))
}

function sentences(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trim())
    .filter((line) => line !== '')
    .join(' ')
    .trim()
}

const unitOf: [RegExp, string][] = [
  [/Ms$|MsMax$|MaxMs$/, ' ms'],
  [/Bytes/, ' bytes'],
  [/Seconds(Max|Min)?$/, ' s'],
  [/Minutes(Max|Min)?$/, ' min'],
  [/Hours(Max|Min)?$/, ' h'],
  [/Days(Max|Min)?$/, ' days'],
  [/PerSecond(Max|Min)?$/, ' a second'],
]

function readable(name: string, expression: string): string {
  const product = expression
    .split('*')
    .map((factor) => Number(factor.replaceAll('_', '').trim()))
    .reduce((total, factor) => total * factor, 1)
  const unit = unitOf.find(([pattern]) => pattern.test(name))?.[1] ?? ''
  return `${product.toLocaleString('en')}${unit}`
}

function limitsPage(limits: readonly Limit[]): string {
  const present = [...new Set(limits.map(({ capability }) => capability))]
  return page('Limits', [
    'Every queue, body, loop and retry has a limit. These are the limits of the gateway, by capability, as the code has them. What a merchant',
    'meets first: [rate limits, sizes and lengths in the contract](../contract.md).',
    ...present.flatMap((capability) => [
      '',
      `## ${capability}`,
      '',
      ...table(
        ['Limit', 'Value', 'Meaning'],
        limits
          .filter((limit) => limit.capability === capability)
          .map(({ name, value, meaning }) => [`\`${name}\``, value, meaning]),
      ),
    ]),
  ])
}

function page(title: string, lines: readonly string[]): string {
  return [`# ${title}`, '', written, '', ...lines, ''].join('\n')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)]
}

/** Where the pages stand, from the folder of the project. */
export const referenceFolder = join('docs', 'reference')
