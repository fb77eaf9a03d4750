import { main } from '../../src/cli/main.ts'

/** What bin/pasarela.mjs does, on the sources: tests of one file run without compiling first. */
const end = new AbortController()
process.once('SIGINT', () => end.abort())
process.exitCode = await main(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  signal: end.signal,
})
