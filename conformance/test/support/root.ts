import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository's root, from the sources and from dist alike. */
export const root = resolve(
  dirname(fileURLToPath(import.meta.url)),
  import.meta.url.includes('/dist/') ? '../../../..' : '../../..',
)
