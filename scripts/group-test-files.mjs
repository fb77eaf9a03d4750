// @ts-check
// Puts test files that share nothing but their modules into a few shared processes: to load the modules costs most of them
// more than their tests take.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** So few files share a process at least. */
const FILES_MIN = 5
/** So many processes there are at most, of files that wait for a world and of those that compute. */
const GROUPS = [
  { name: 'worlds', kind: /[/\\]test[/\\]/, max: 8 },
  { name: 'units', kind: /[/\\](src|proof)[/\\]/, max: 12 },
]
/** A file with any other of Node's modules may leave something behind, or look at the whole process: threads, programs, the heap. */
const HARMLESS_MODULES = [
  ...['test', 'assert', 'assert/strict', 'crypto', 'fs', 'path', 'url', 'util', 'buffer'],
  ...['events', 'fs/promises', 'http', 'https', 'net', 'os', 'stream', 'timers/promises', 'zlib'],
]
/** What reaches beyond the file that says it: settings of the process, replaced functions, programs that it kills. */
const REACHES_FURTHER = /\bprocess\.(?!hrtime|cwd|metrics|js')|\bmock\b|\bglobalThis\b|\bownProcess\b/

/**
 * @param {string[]} files absolute or relative paths of compiled test files, the dearest first
 * @param {string} folder where the programs that run a group are written
 * @returns {string[]} the programs, each of which takes about as long, then the files that keep a process of their own, in their order
 */
export function groupTestFiles(files, folder) {
  const sharing = files.filter(canShare)
  const alone = new Set(files)
  const programs = GROUPS.flatMap(({ name, kind, max }) => {
    const shared = sharing.filter((file) => kind.test(file))
    const count = Math.min(Math.floor(shared.length / FILES_MIN), max)
    if (count > 0) for (const file of shared) alone.delete(file)
    return Array.from({ length: count }, (_, group) => {
      const members = shared.filter((_, index) => index % count === group).map((file) => resolve(file))
      const program = join(folder, `shared-process-${name}-${group + 1}-of-${count}.mjs`)
      writeFileSync(program, programOf(members))
      return program
    })
  })
  return [...programs, ...alone]
}

/** @param {string[]} members absolute paths */
function programOf(members) {
  const runner = JSON.stringify(new URL('shared-process.mjs', import.meta.url).href)
  return `import { runTestFiles } from ${runner}\nawait runTestFiles(${JSON.stringify(members, undefined, 1)})\n`
}

/** @param {string} file */
function canShare(file) {
  if (file.endsWith('.slow.test.js')) return false
  const text = readFileSync(file, 'utf8')
  const modules = [...text.matchAll(/from 'node:([^']+)'/g)].map((match) => match[1] ?? '')
  return modules.every((name) => HARMLESS_MODULES.includes(name)) && !REACHES_FURTHER.test(text)
}
