// @ts-check
// Says how large the first load of the built dashboard is, and fails where it is too large: node first-load.mjs <dist>
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What a browser must have before anything is shown: JavaScript, gzipped. More than this is slow on a phone's line. */
const firstLoadBytesMax = 175_000

const bytes = firstLoadBytes(process.argv[2] ?? 'dist')
console.error(`dashboard: first load ${(bytes / 1000).toFixed(1)} kB gzipped (limit ${firstLoadBytesMax / 1000} kB)`)
if (bytes > firstLoadBytesMax) {
  console.error('The first load is too large: load what is not shown at once with lazyRouteComponent or import().')
  process.exit(1)
}

/** Of the entry and everything that it imports statically. @param {string} dist */
function firstLoadBytes(dist) {
  /** @type {Record<string, { file: string, isEntry?: boolean, imports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  const seen = new Set()
  const waiting = [entry]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    waiting.push(...(manifest[key]?.imports ?? []))
  }
  const files = [...seen].map((key) => manifest[key]?.file ?? '')
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
}
