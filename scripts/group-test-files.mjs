// @ts-check
// Puts unit tests that need nothing but their own modules into a few shared processes: a process of its own costs such a
// file ten times what its tests take.
import { readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

const GROUPS = 4
/** A file with any other of Node's modules may leave something behind: sockets, processes, timers, signal handlers. */
const HARMLESS_MODULES = ['test', 'assert', 'assert/strict', 'crypto', 'fs', 'path', 'url', 'util', 'buffer']
/** What reaches beyond the file that says it: settings of the process, replaced functions, hooks outside a suite. */
const REACHES_FURTHER = /\bprocess\.(?!hrtime|cwd)|\bmock\b|\bglobalThis\b|\/support\/|^(?:before|after)(?:Each)?\(/m

/**
 * @param {string[]} files absolute or relative paths of compiled test files
 * @param {string} folder where the programs that load a group are written
 * @returns {string[]} the files that keep a process of their own, in their order, then the programs
 */
export function groupTestFiles(files, folder) {
  const shared = files.filter(canShare)
  if (shared.length <= GROUPS) return files
  const programs = Array.from({ length: GROUPS }, (_, group) => {
    const members = shared.filter((_, index) => index % GROUPS === group)
    const program = join(folder, `unit-tests-${group + 1}-of-${GROUPS}.mjs`)
    writeFileSync(
      program,
      members.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)})\n`).join(''),
    )
    return program
  })
  return [...files.filter((file) => !shared.includes(file)), ...programs]
}

/** @param {string} file */
function canShare(file) {
  if (!file.includes(`${sep}src${sep}`) && !file.includes('/src/')) return false
  const text = readFileSync(file, 'utf8')
  const modules = [...text.matchAll(/from 'node:([^']+)'/g)].map((match) => match[1] ?? '')
  return modules.every((name) => HARMLESS_MODULES.includes(name)) && !REACHES_FURTHER.test(text)
}
