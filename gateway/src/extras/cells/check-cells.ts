import { readFileSync, statSync } from 'node:fs'
import { factsVersion, headings } from './cell-facts.ts'

/** Bytes of all files that are compared at once: some million hashes. */
const filesBytesMax = 64 * 1024 * 1024

/** One that stands in several cells. */
export interface Shared {
  /** Such as `account 3f2a…`. */
  name: string
  /** Its last characters, or what it is of. */
  last: string
  cells: readonly string[]
}

/** What two cells hold, or a sentence for each wrong file: then nothing was compared. */
export type CheckedCells = { faults: readonly string[] } | { cells: number; shared: readonly Shared[] }

interface Facts {
  cell: string
  key: string
  hashes: readonly (readonly [name: string, last: string])[]
}

/** Compares the files that `pasarela cell facts` printed in each cell. */
export function checkCells(paths: readonly string[]): CheckedCells {
  const faults = sizeFaults(paths)
  if (faults.length > 0) return { faults }
  const files = paths.map((path) => ({ path, facts: readFacts(readFileSync(path, 'utf8')) }))
  const read = files.flatMap(({ path, facts }) => (facts ? [{ path, ...facts }] : []))
  faults.push(
    ...files.flatMap(({ path, facts }) => (facts ? [] : [`${path} is no whole output of pasarela cell facts.`])),
  )
  const [first] = read
  const fileOf = new Map<string, string>()
  for (const { path, cell, key } of read) {
    const other = fileOf.get(cell)
    if (other !== undefined) faults.push(`${other} and ${path} are both of cell ${cell}.`)
    else fileOf.set(cell, path)
    if (first && key !== first.key) faults.push(`${first.path} and ${path} were made with different CELLS_KEY.`)
  }
  return faults.length > 0 ? { faults } : { cells: read.length, shared: sharedBy(read) }
}

function sizeFaults(paths: readonly string[]): string[] {
  if (paths.length < 2) return ['Name the files of two cells or more.']
  const stats = paths.map((path) => statSync(path, { throwIfNoEntry: false }))
  const faults = paths.filter((_, index) => !stats[index]?.isFile()).map((path) => `${path} is no file.`)
  const bytes = stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0)
  if (bytes > filesBytesMax) faults.push(`The files hold ${bytes} bytes, and ${filesBytesMax} are compared at most.`)
  return faults
}

/** Undefined for another file, and for one that was cut off. */
function readFacts(text: string): Facts | undefined {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^(\S+) +(\S.*)$/.exec(line))
  if (headings.some((name, index) => lines[index]?.[1] !== name)) return undefined
  const [version, cell = '', key = '', count] = lines.slice(0, headings.length).map((match) => match?.[2])
  const hashes = lines.slice(headings.length).flatMap((match) => {
    const [, name = '', last = ''] = match ?? []
    return /^[a-z]+:[0-9a-f]{32}$/.test(name) ? [[name, last] as const] : []
  })
  const isWhole = version === factsVersion && /^\d\d$/.test(cell) && hashes.length === lines.length - headings.length
  return isWhole && String(hashes.length) === count ? { cell, key, hashes } : undefined
}

function sharedBy(files: readonly Facts[]): Shared[] {
  const found = new Map<string, { last: string; cells: string[] }>()
  for (const { cell, hashes } of files) {
    for (const [name, last] of hashes) {
      const known = found.get(name)
      if (known?.cells.at(-1) === cell) continue
      if (known) known.cells.push(cell)
      else found.set(name, { last, cells: [cell] })
    }
  }
  return [...found].filter(([, { cells }]) => cells.length > 1).map(([name, facts]) => ({ name, ...facts }))
}
