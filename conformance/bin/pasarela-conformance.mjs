#!/usr/bin/env node
// @ts-check
/** @type {typeof import('../src/main.ts')} */
const { main } = await import(new URL('../dist/src/main.js', import.meta.url).href)
/** @type {typeof import('../src/demo-file.ts')} */
const { readDemoFile } = await import(new URL('../dist/src/demo-file.js', import.meta.url).href)

const end = new AbortController()
// Once: a second Ctrl-C ends the process as ever.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end.abort())
process.exitCode = await main(process.argv.slice(2), {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  signal: end.signal,
  demo: readDemoFile(process.env, process.cwd()),
})
