import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayRoot } from '../support/processes.ts'

/** Descriptions that providers publish lie beside the repository. They are read there and never copied. */
const named = process.env['PASARELA_SPECS']
const beside = join(gatewayRoot, '..', '..', 'shared', 'specs')

/** The names of the files. */
export const descriptionNames = { pix: 'bacen-pix-api-2.9.0.yaml' }

/** The file of a provider's description, or undefined where there is no folder of them. A folder that lacks the file fails. */
export function descriptionFile(name: string): string | undefined {
  const folder = named ?? (existsSync(beside) ? beside : undefined)
  if (folder === undefined) return undefined
  const file = join(folder, name)
  assert.ok(existsSync(file), `${folder} has no ${name}`)
  return file
}

/** Options of a test that needs a description: it is skipped, and says so, where there is no folder of them. */
export function needing(name: string): { skip?: string } {
  if (descriptionFile(name) !== undefined) return {}
  const sentence = `NO DESCRIPTIONS: ${name} was not found, set PASARELA_SPECS to its folder`
  console.warn(sentence)
  return { skip: sentence }
}
