// @ts-check
// Checks the types, bundles, holds the size of the first load, and compresses what the gateway serves.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Smaller files gain nothing worth a second copy. */
const compressedBytesMin = 1024

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, 'dist')

checkTypes()
await build({ root: here, configFile: join(here, 'vite.config.mjs'), logLevel: 'warn' })
run([join(here, 'first-load.mjs'), dist])
compress(dist)

function checkTypes() {
  const folder = resolve(here, '..', 'node_modules', 'typescript')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const compiler = join(folder, typeof bin === 'string' ? bin : bin.tsc)
  run([compiler, '-p', here, '--pretty', String(process.stdout.isTTY === true)])
}

/** Ends the build where the program fails. @param {string[]} args */
function run(args) {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
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
