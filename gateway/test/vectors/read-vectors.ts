import { readFileSync } from 'node:fs'

/** The compiled tests read the same files: they lie in the sources only. */
const folder = new URL('./', import.meta.url.replace('/gateway/dist/test/', '/gateway/test/'))

/** Reads a file of test vectors that lies beside this one, such as `documents.json`: an array of objects. */
export function readVectors<Vector>(fileName: string): Vector[] {
  const vectors: unknown = JSON.parse(readFileSync(new URL(fileName, folder), 'utf8'))
  if (!Array.isArray(vectors)) throw new TypeError(`${fileName} is not an array of vectors`)
  return vectors
}
