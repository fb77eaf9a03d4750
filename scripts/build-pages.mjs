// @ts-check
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'

/** What the pages are made of besides the compiled programs. */
const FOLDERS = ['pages', 'snippets', 'theme', 'public'].map((name) => join('site', name))
/** Written by build-stamp.mjs: they change with the sources, the lock file and the settings of these workspaces. */
const STAMPS = ['gateway', 'sdk', 'site'].map((workspace) => join(workspace, 'dist', '.pasarela-build'))
const STAMP = join('site', 'dist', '.pasarela-pages-checked')
const BUILT = join('site', 'dist', 'pages', 'site.json')

/**
 * Whether nothing changed since the pages were built last. A look at files only; where something changed, the build itself
 * finds out whether a page would change.
 * @param {string} root
 */
export function pagesAreBuilt(root) {
  const stamp = join(root, STAMP)
  return existsSync(join(root, BUILT)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(root)
}

/**
 * Builds the pages of the documentation from the compiled gateway. Half a minute where a page changed, else some seconds.
 * @param {string} root
 * @returns {{ child: import('node:child_process').ChildProcess, done: Promise<boolean> }} done: whether it succeeded
 */
export function buildPages(root) {
  const hash = hashOf(root)
  const child = spawn(process.execPath, [join(root, 'site', 'dist', 'src', 'build.js')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // Its progress is of no use in a log; where it fails, what it said is.
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (piece) => {
    printed += piece
  })
  leaveProcessorToOthers(child.pid)
  const done = new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code, signal) => {
      if (code === 0) remember(join(root, STAMP), hash)
      else if (signal === null) console.error(printed)
      resolve(code === 0)
    })
  })
  return { child, done }
}

/** Without it the next start looks again whether a page changed. @param {string} path @param {string} hash */
function remember(path, hash) {
  try {
    writeFileSync(path, hash)
  } catch (error) {
    console.error(`${path} cannot be written: ${error instanceof Error ? error.message : error}`)
  }
}

/** A gateway that serves requests beside the build goes first. @param {number | undefined} pid */
function leaveProcessorToOthers(pid) {
  try {
    if (pid !== undefined) setPriority(pid, 10)
  } catch {
    // Not allowed here, or it has ended already.
  }
}

/** @param {string} root */
function hashOf(root) {
  const hash = createHash('sha256')
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort(),
  )
  for (const file of [...files, ...STAMPS.map((stamp) => join(root, stamp))]) {
    hash.update(`${file.slice(root.length)}\0`).update(existsSync(file) ? readFileSync(file) : '')
  }
  return hash.digest('hex')
}
