import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Wire } from '../support/world.ts'

/** Providers' public descriptions lie beside the repository. They are read there and never copied. */
const folder =
  process.env['PASARELA_SPECS'] ??
  [4, 5, 6]
    .map((up) => join(fileURLToPath(import.meta.url), ...Array<string>(up).fill('..'), '..', 'shared', 'specs'))
    .find((path) => existsSync(path)) ??
  ''

/** Options of a test that reads a description: it is skipped aloud without them. */
export const withDescriptions =
  folder !== '' && existsSync(folder) ? {} : { skip: 'NO DESCRIPTIONS: set PASARELA_SPECS to their folder' }

/** An OpenAPI description, read loosely. */
export function readDescription(name: string): Wire {
  return parse(readFileSync(join(folder, name), 'utf8'), { maxAliasCount: -1 })
}

/** A node of a description with its own `$ref` followed. */
export function follow(description: Wire, node: Wire): Wire {
  let found = node
  for (let steps = 0; typeof found?.$ref === 'string'; steps += 1) {
    if (steps > 20) throw new Error(`${found.$ref} leads in a circle`)
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((at: Wire, name: string) => at[name.replaceAll('~1', '/').replaceAll('~0', '~')], description)
  }
  return found
}
