import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { repoRoot } from './gateway-world.ts'

/** The compiled program, or its sources where the test itself runs from them. */
const entry = fileURLToPath(import.meta.url).includes(`${join('dist', 'test')}`)
  ? [join(repoRoot, 'sdk', 'bin', 'pasarela.mjs')]
  : ['--import', import.meta.resolve('tsx'), join(repoRoot, 'sdk', 'test', 'support', 'run-cli-source.ts')]

export interface CliProcess {
  /** Lines of standard output and of standard error so far. */
  out(): string[]
  err(): string[]
  interrupt(): void
  /** Resolves with the exit code when it has ended and all that it printed was read. */
  ended: Promise<number | null>
  /** Waits until `look` is true of the lines of one of them. */
  until(look: (lines: { out: string[]; err: string[] }) => boolean): Promise<void>
}

/** How long `until` looks before it fails. */
const untilMaxMs = 20_000

/** `pasarela` as a process of its own. */
export function startCli(
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): CliProcess {
  const child = spawn(process.execPath, [...entry, ...args], {
    cwd: options.cwd ?? repoRoot,
    env: { PATH: process.env['PATH'], ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => {
    printed.out += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed.err += chunk.toString()
  })
  const out = () => printed.out.split('\n').slice(0, -1)
  const err = () => printed.err.split('\n').slice(0, -1)
  return {
    out,
    err,
    interrupt: () => void child.kill('SIGINT'),
    ended: new Promise((done) => child.once('close', (code) => done(code))),
    until: async (look) => {
      const deadline = performance.now() + untilMaxMs
      while (!look({ out: out(), err: err() })) {
        if (performance.now() > deadline)
          throw new Error(`it never printed this; only:\n${printed.out}\n${printed.err}`)
        await sleep(20)
      }
    },
  }
}
