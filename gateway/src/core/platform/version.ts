import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '../values/assert.ts'

/** The product's version. The same as in package.json and the change log. */
export const version = '0.1.0'

/** The folder `gateway`: the nearest parent with a package.json, from the sources and from `dist`. */
export const packageFolder = findPackageFolder(dirname(fileURLToPath(import.meta.url)))

function findPackageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  assert(parent !== folder, 'the folder of a package has a package.json')
  return findPackageFolder(parent)
}
