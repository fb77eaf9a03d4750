import { capabilities } from './capabilities.ts'
import { type Import, placeOf } from './import-graph.ts'

/** Where the drawing stands in ARCHITECTURE.md. */
const begin = '<!-- capabilities: drawn from the imports, do not edit -->'
const end = '<!-- end of capabilities -->'

/**
 * The graph of capabilities as Mermaid. An arrow means "imports". An arrow is left out where a longer path of arrows
 * says the same. The core is a group.
 */
export function drawCapabilities(imports: readonly Import[]): string {
  const order = [...new Set(capabilities.map(({ folder }) => nodeOf(folder)))]
  const core = capabilities.filter(({ isCore }) => isCore).map(({ folder }) => nodeOf(folder))
  const direct = new Map(order.map((node) => [node, new Set<string>()]))
  for (const { from, to } of imports) {
    const [source, target] = [placeOf(from)?.capability, placeOf(to)?.capability].map((each) => each && nodeOf(each))
    if (source && target && order.indexOf(target) > order.indexOf(source)) direct.get(source)?.add(target)
  }
  const lines = order.flatMap((node) => {
    const targets = [...(direct.get(node) ?? [])].sort((a, b) => order.indexOf(a) - order.indexOf(b))
    const kept = targets.filter(
      (target) => !targets.some((other) => other !== target && reaches(direct, other, target)),
    )
    return kept.map((target) => `  ${node} --> ${target}`)
  })
  const group = ['  subgraph core', ...[...new Set(core)].map((node) => `    ${node}`), '  end']
  return ['```mermaid', 'flowchart TD', ...group, ...lines, '```'].join('\n')
}

/** The part of ARCHITECTURE.md that holds the drawing; undefined where its marks are missing. */
export function drawingIn(document: string): string | undefined {
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
  return start < 0 || stop < start ? undefined : document.slice(start + begin.length, stop).trim()
}

/** The document with another drawing between its marks. */
export function withDrawing(document: string, drawing: string): string {
  const [start, stop] = [document.indexOf(begin), document.indexOf(end)]
  return `${document.slice(0, start + begin.length)}\n\n${drawing}\n\n${document.slice(stop)}`
}

/** Entrances are one node, those of the core another. */
function nodeOf(folder: string): string {
  if (!folder.startsWith('entrances/')) return folder.replace('/', '-')
  return capabilities.find((each) => each.folder === folder)?.isCore ? 'api' : 'entrances'
}

function reaches(direct: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  return [...(direct.get(from) ?? [])].some((next) => next === to || reaches(direct, next, to))
}
