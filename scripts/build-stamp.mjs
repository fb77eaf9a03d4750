// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of a workspace that its tsconfig.json includes. */
const SOURCE_FOLDERS = ['src', 'test', 'proof', 'public']
const SOURCE = /\.(tsx?|json|css|svg|js)$/

/** What the dashboard is built from besides its folders; Vite names its outputs after their contents. */
const DASHBOARD = {
  settings: ['build.mjs', 'vite.config.mjs', 'index.html'].map((name) => join('dashboard', name)),
  /** Of the gateway: the types of its answers, and code that the pages run too (`sharedWithPages` in capabilities.ts). */
  gateway: join('gateway', 'src'),
  shared: [
    join('core', 'texts', 'translated.ts'),
    join('core', 'merchants', 'rules', 'brand-colours.ts'),
    ...['country.ts', 'currency.ts', 'days.ts', 'printed-amount.ts', 'safeguards.ts', 'typed-amount.ts'].map((name) =>
      join('core', 'values', name),
    ),
  ],
  output: join('dashboard', 'dist', 'index.html'),
}

/**
 * Whether everything in the workspace's dist/ was compiled from the sources as they are now. Contents are compared,
 * not times: a checkout or a copy gives old contents new times and the other way round.
 * @param {string} root
 * @param {string} workspace
 */
export function isBuilt(root, workspace) {
  const stamp = stampPath(root, workspace)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(root, workspace) && !lacksOutput(root, workspace)
}

/**
 * Call before compiling: forgets the last stamp and, where outputs have vanished, what the compiler believes to have
 * written. Returns the function that records the build; what it records was read before the compiler ran, so that a
 * file saved meanwhile is compiled next time.
 * @param {string} root
 * @param {string} workspace
 */
export function beginBuild(root, workspace) {
  const hash = hashOf(root, workspace)
  rmSync(stampPath(root, workspace), { force: true })
  if (lacksOutput(root, workspace)) {
    for (const folder of ['dist', join('commonjs', 'dist')])
      rmSync(join(root, workspace, folder, '.tsbuildinfo'), { force: true })
  }
  return () => writeFileSync(stampPath(root, workspace), hash)
}

/** @param {string} root @param {string} workspace */
function stampPath(root, workspace) {
  return join(root, workspace, 'dist', '.pasarela-build')
}

/** @param {string} root @param {string} workspace */
function hashOf(root, workspace) {
  const hash = createHash('sha256')
  const settings = [
    'package-lock.json',
    'tsconfig.base.json',
    join(workspace, 'tsconfig.json'),
    join(workspace, 'package.json'),
    ...(workspace === 'sdk' ? [join('sdk', 'tsconfig.commonjs.json')] : []),
    ...(workspace === 'gateway' ? sourcesOf(root, 'bank-statements') : []),
    ...(workspace === 'dashboard' ? [...DASHBOARD.settings, ...ofGateway(root)] : []),
  ]
  for (const path of [...settings, ...sourcesOf(root, workspace)]) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} root @param {string} workspace */
function lacksOutput(root, workspace) {
  if (workspace === 'dashboard') return !existsSync(join(root, DASHBOARD.output))
  if (workspace === 'sdk' && !existsSync(join(root, 'sdk', 'commonjs', 'dist', 'sdk.js'))) return true
  return sourcesOf(root, workspace).some((path) => {
    const inDist = join(root, workspace, 'dist', path.slice(workspace.length + 1))
    return /(?<!\.d)\.ts$/.test(path) && !existsSync(inDist.replace(/\.ts$/, '.js'))
  })
}

/** What the dashboard takes from the gateway. @param {string} root */
function ofGateway(root) {
  return readdirSync(join(root, DASHBOARD.gateway), { recursive: true })
    .map(String)
    .filter((path) => /[/\\]contract[/\\]/.test(path) || DASHBOARD.shared.includes(path))
    .sort()
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(DASHBOARD.gateway, path))
}

/**
 * Paths of the workspace's sources, from the root, sorted.
 * @param {string} root
 * @param {string} workspace
 * @returns {string[]}
 */
export function sourcesOf(root, workspace) {
  return SOURCE_FOLDERS.map((folder) => join(workspace, folder))
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true })
        .map((entry) => join(folder, String(entry)))
        .filter((path) => SOURCE.test(path) && !path.includes('node_modules')),
    )
    .sort()
}
