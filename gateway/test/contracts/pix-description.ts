import type { Wire } from '../support/world.ts'
import { readDescription } from './described-api.ts'

/**
 * The central bank's description of the Pix API 2.9.0, mended where it contradicts itself or its own examples. Each mend
 * is counted, so that a description without the fault fails.
 */
export function pixDescription(): { description: Wire; mends: Readonly<Record<string, number>> } {
  const description = readDescription('bacen-pix-api-2.9.0.yaml')
  const { schemas } = description.components
  const mends = { slashes: 0, location: 0, loc: 0, list: 0 }
  visit(description, (node) => {
    // A pattern between slashes takes no document at all.
    if (typeof node.pattern === 'string' && /^\/.*\/$/.test(node.pattern)) {
      node.pattern = node.pattern.slice(1, -1)
      mends.slashes += 1
    }
    // Addresses of charges have no scheme, in the examples and at providers.
    if (node.format === 'uri' && String(node.example).startsWith('pix.example.com/')) {
      delete node.format
      mends.location += 1
    }
    // Answers must have a field that `PayloadLocation` does not name.
    if (Array.isArray(node.required) && node.required.includes('tipoCob') && node.required.includes('txid')) {
      delete node.required
      mends.loc += 1
    }
  })
  // The list of payments is required under a name that it does not have.
  const list = schemas.PixConsultados
  if (list.required?.includes('cobs')) {
    list.required = list.required.map((name: string) => (name === 'cobs' ? 'pix' : name))
    mends.list += 1
  }
  return { description, mends }
}

function visit(node: Wire, work: (node: Wire) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) work(node)
  for (const each of Object.values<Wire>(node)) visit(each, work)
}
