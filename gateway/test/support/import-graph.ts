import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { type Capability, capabilities, type LayerName, layers } from './capabilities.ts'

/** A source file with its text. */
export interface Source {
  /** The absolute path. */
  file: string
  text: string
}

/** An import of one file of `gateway/src` by another, as paths below `src`. */
export interface Import {
  from: string
  to: string
}

/** Where a file of `gateway/src` belongs. `capability`: its folder; undefined for the composition root. */
export interface Place {
  capability: string | undefined
  layer: LayerName
}

/** Every import between files of a folder, types included, in the order of their paths. */
export function importsBetween(sources: readonly Source[], folder: string): Import[] {
  return sources
    .flatMap(({ file, text }) =>
      importsOf(text)
        .filter((wanted) => wanted.startsWith('.'))
        .map((wanted) => ({ from: below(folder, file), to: below(folder, resolve(dirname(file), wanted)) })),
    )
    .sort((a, b) => (`${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1))
}

/** What a file imports, as written. */
export function importsOf(text: string, options = { withTypes: true }): string[] {
  const found = [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm)]
  return found.filter((match) => options.withTypes || !match[1]).map((match) => match[2] ?? '')
}

/** Whether a path below `gateway/src` belongs to the core. */
export function isOfCore(path: string): boolean {
  return path.startsWith('core/')
}

/** Files beside the folders, and what registers an extra. */
const composition = /^(?:[\w-]+\.ts|(?:core|extras)\/[\w-]+\.ts|extras\/[\w-]+\/extra\.ts)$/

/** The place of a path below `gateway/src`; undefined where no capability of the table holds it. */
export function placeOf(path: string): Place | undefined {
  const found = capabilityOf(path)
  if (found?.folder !== path && composition.test(path)) return { capability: undefined, layer: 'use cases' }
  if (!found) return undefined
  const inside = path.slice(found.folder.length + 1).split('/')
  const layer = layers.find((each) => each === inside[0] && inside.length > 1) ?? 'use cases'
  return { capability: found.folder, layer }
}

/** The innermost that holds the path: a folder in a folder may stand before it or after it. */
function capabilityOf(path: string): Capability | undefined {
  return capabilities
    .filter(({ folder }) => path === folder || path.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length)[0]
}

/** They assemble the routes of the capabilities. */
const assemble = new Set([
  ...['core/api', 'core/payer-pages', 'core/provider-notifications'],
  ...['extras/console', 'extras/documentation', 'extras/cli'],
])

/** Why an import breaks the order of the house; undefined where it does not. */
export function faultOf({
  from,
  to,
}: Import): 'from the core' | 'upward' | 'outward' | 'past the use cases' | 'into a neighbour' | undefined {
  if (isOfCore(from) && !isOfCore(to)) return 'from the core'
  const [source, target] = [placeOf(from), placeOf(to)]
  if (!source || !target || source.capability === undefined) return undefined
  if (source.capability === target.capability) {
    if (layers.indexOf(target.layer) < layers.indexOf(source.layer)) return 'outward'
    const isRead = to.includes('/store/reads/')
    return source.layer === 'http' && target.layer === 'store' && !isRead ? 'past the use cases' : undefined
  }
  if (rank(target.capability) < rank(source.capability)) return 'upward'
  if (target.layer === 'http' && assemble.has(source.capability)) return undefined
  const extended = capabilities.find(({ folder }) => folder === source.capability)?.extends ?? []
  if (target.layer === 'store' && extended.some((folder) => folder === target.capability)) return undefined
  return target.layer === 'http' || target.layer === 'store' ? 'into a neighbour' : undefined
}

/** The sources below a folder, tests aside. */
export function sourcesOf(folder: string): Source[] {
  return walk(folder)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
}

/** Every file below a folder, packages and compiled files aside. */
export function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? walk(path) : [path]
  })
}

/** 0 is the top of the house. */
function rank(capability: string | undefined): number {
  return capabilities.findIndex(({ folder }) => folder === capability)
}

function below(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/')
}
