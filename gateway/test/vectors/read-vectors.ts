import { readFileSync } from 'node:fs'

/** Reads a file of test vectors that lies beside this one, such as `documents.json`: an array of objects. */
export function readVectors<Vector>(fileName: string): Vector[] {
  const vectors: unknown = JSON.parse(readFileSync(new URL(fileName, import.meta.url), 'utf8'))
  if (!Array.isArray(vectors)) throw new TypeError(`${fileName} is not an array of vectors`)
  return vectors
}
