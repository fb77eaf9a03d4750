// @ts-check
// Ports for programs that must know them before they listen, or come back on them. As a program it prints one.
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Below the range from which systems take the ports of outgoing connections: nobody takes it while its owner is dead. */
const RANGE = { from: 15_000, to: 30_000 }
const TRIES_MAX = 200
/** Where the files of a test run claim their ports of each other; without it only what listens is avoided. */
const claims = process.env['TEST_PORT_CLAIMS']

/**
 * A port of 127.0.0.1 on which nobody listens, nor on so many after it. Nobody else of the same test run gets it.
 * @param {number} [neighbours]
 * @returns {Promise<number>}
 */
export async function freePort(neighbours = 0) {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const first = RANGE.from + Math.floor(Math.random() * (RANGE.to - RANGE.from - neighbours))
    const ports = Array.from({ length: neighbours + 1 }, (_, index) => first + index)
    if (ports.every(claim) && (await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
  throw new Error(`no free port was found in ${TRIES_MAX} tries`)
}

/** @param {number} port */
function claim(port) {
  if (claims === undefined) return true
  mkdirSync(claims, { recursive: true })
  try {
    closeSync(openSync(join(claims, String(port)), 'wx'))
    return true
  } catch {
    return false
  }
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log(await freePort(Number(process.argv[2] ?? 0)))
}
