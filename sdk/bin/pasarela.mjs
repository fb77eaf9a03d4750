#!/usr/bin/env node
// @ts-check
// `listen` and `trigger` are for whoever integrates; every other command is the operator's and lives with the gateway.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const operator = new URL('../../gateway/bin/pasarela.mjs', import.meta.url)
const [name] = process.argv.slice(2)
/** @type {typeof import('../src/cli/main.ts')} */
const { developerHelp, isDeveloperCommand, main } = await import(
  new URL('../dist/src/cli/main.js', import.meta.url).href
)

if (isDeveloperCommand(name)) {
  const end = new AbortController()
  // Once: a second Ctrl-C ends the process as ever.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort())
  process.exitCode = await main(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    signal: end.signal,
  })
} else {
  const isHelp = name === undefined || name === '--help' || name === '-h' || name === 'help'
  if (isHelp) console.log(`${developerHelp}\n`)
  if (existsSync(fileURLToPath(operator))) await import(operator.href)
  else {
    console.error(
      'The commands of the operator (point create, key create, verify …) live with the gateway: run `npx pasarela` in its folder.',
    )
    process.exitCode = isHelp ? 0 : 2
  }
}
