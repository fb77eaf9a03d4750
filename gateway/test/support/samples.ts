import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Public sample files lie beside the repository. They are read there and never copied. */
const folder =
  process.env['PASARELA_SAMPLES'] ??
  [4, 5, 6]
    .map((up) => join(fileURLToPath(import.meta.url), ...Array<string>(up).fill('..'), '..', 'shared', 'samples'))
    .find((path) => existsSync(path)) ??
  ''
const isThere = folder !== '' && existsSync(folder)

/** Options of a test that reads samples: it is skipped aloud without them. */
export const withSamples = isThere ? {} : { skip: 'NO SAMPLES: set PASARELA_SAMPLES to their folder' }

/** Path of one sample. */
export function sampleAt(...parts: readonly string[]): string {
  return join(folder, ...parts)
}

/** Paths of all samples below a folder of theirs. */
export function sampleFiles(below: string): string[] {
  return readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
