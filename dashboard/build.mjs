// @ts-check
// Checks the types, bundles, holds the size of the first load, and compresses what the gateway serves.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** What a browser must have before anything is shown: JavaScript, gzipped. More than this is slow on a phone's line. */
const firstLoadBytesMax = 250_000

/** Smaller files gain nothing worth a second copy. */
const compressedBytesMin = 1024

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')

checkTypes()
await build({ root: here, configFile: join(here, 'vite.config.mjs'), logLevel: 'warn' })
const bytes = firstLoadBytes()
console.error(`dashboard: first load ${(bytes / 1000).toFixed(1)} kB gzipped (limit ${firstLoadBytesMax / 1000} kB)`)
if (bytes > firstLoadBytesMax) {
  console.error('The first load is too large: load what is not shown at once with lazyRouteComponent or import().')
  process.exit(1)
}
compress(dist)

function checkTypes() {
  const folder = resolve(here, '..', 'node_modules', 'typescript')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const compiler = join(folder, typeof bin === 'string' ? bin : bin.tsc)
  const args = [compiler, '-p', here, '--pretty', String(process.stdout.isTTY === true)]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Of the entry and everything that it imports statically. */
function firstLoadBytes() {
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

/** Once here at the best setting, instead of at each start of each gateway. @param {string} folder */
function compress(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) compress(path)
    if (!/\.(js|css|svg)$/.test(entry.name)) continue
    const content = readFileSync(path)
    if (content.length < compressedBytesMin) continue
    const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params: quality }))
  }
}
