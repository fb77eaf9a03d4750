import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const compiled = here.includes(`${join('dist', 'test')}`)
export const gatewayRoot = resolve(here, compiled ? '../../..' : '../..')
export const simbankRoot = resolve(gatewayRoot, '..', 'simbank')
export const simpspRoot = resolve(gatewayRoot, '..', 'simpsp')

/** How long a process may take to say that it is ready before the test fails. */
const startMaxMs = 90_000

/** A gateway or bank of its own, as a real process. */
export interface Child {
  pid: number | undefined
  ready: Promise<string>
  /** Resolves when it has ended and all that it printed was read. */
  closed: Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
}

/** Where a process's output is kept: texts in memory, or an open file. */
export type PrintTo = string[] | number

export function startChild(root: string, env: Record<string, string>, printTo: PrintTo): Child {
  const output = typeof printTo === 'number' ? printTo : 'pipe'
  const child = spawn(process.execPath, entry(root, 'main'), {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', output, output, 'ipc'],
  })
  const printed = typeof printTo === 'number' ? ['(its output is in the file)'] : printTo
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  }
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    pid: child.pid,
    ready: readyUrl(child, root, printed),
    closed: new Promise<void>((done) => child.once('close', () => done())),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await gone
    },
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}

function readyUrl(child: ChildProcess, root: string, printed: readonly string[]): Promise<string> {
  return new Promise((resolveReady, reject) => {
    const timer = setTimeout(() => reject(new Error(`${root} did not become ready:\n${printed.join('')}`)), startMaxMs)
    child.on('message', (message: { ready?: boolean; url?: string }) => {
      if (!message.ready || !message.url) return
      clearTimeout(timer)
      resolveReady(message.url)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`${root} ended with ${code}:\n${printed.join('')}`))
    })
  })
}

function entry(root: string, name: string): string[] {
  return compiled ? [join(root, 'dist', 'src', `${name}.js`)] : ['--import', 'tsx', join(root, 'src', `${name}.ts`)]
}

/** What an operator's command did: its exit code, and all that it printed. */
export interface CommandOutcome {
  code: number
  output: string
}

/** Runs an operator's command in this process: what the program does, without a second for its modules to load. */
export async function runCommandHere(env: Record<string, string>, args: readonly string[]): Promise<CommandOutcome> {
  const { main } = await import('../../src/extras/cli/main.ts')
  const lines: string[] = []
  const print = (line: string) => void lines.push(`${line}\n`)
  const code = await main(args, { env, out: print, err: print })
  return { code, output: lines.join('') }
}

/** Runs the operator's program to its end. */
export async function runCommand(env: Record<string, string>, args: readonly string[]): Promise<CommandOutcome> {
  const child = spawn(process.execPath, [...entry(gatewayRoot, join('extras', 'cli', 'run')), ...args], {
    cwd: gatewayRoot,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const code = await new Promise<number>((done) => child.once('close', (exit) => done(exit ?? 1)))
  assert.ok(output.length > 0 || code === 0)
  return { code, output }
}
