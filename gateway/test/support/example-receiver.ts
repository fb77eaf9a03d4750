import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { credentials, type Sent } from './callback-cases.ts'
import { freePort } from './free-port.ts'
import { gatewayRoot } from './processes.ts'

const examples = resolve(gatewayRoot, '..', 'examples')

/** How long a receiver may take to listen, or a line to arrive, before the test fails. */
const waitMaxMs = 20_000

/** An example of `examples/`, and how it is run. */
export interface Example {
  name: string
  command: string
  /** Ends with 0 when the command is there and new enough. */
  check: readonly string[]
  needs: string
  args: (port: number) => readonly string[]
}

export const exampleReceivers: readonly Example[] = [
  {
    name: 'node',
    command: process.execPath,
    check: ['--version'],
    needs: 'Node',
    args: () => [join(examples, 'node', 'receiver.mjs')],
  },
  {
    name: 'python',
    command: 'python3',
    check: ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'],
    needs: 'python3 of Python 3.9 or newer',
    args: () => ['-B', join(examples, 'python', 'receiver.py')],
  },
  {
    name: 'php',
    command: 'php',
    check: ['-r', 'exit(PHP_VERSION_ID >= 80100 && PHP_INT_SIZE === 8 ? 0 : 1);'],
    needs: 'php of PHP 8.1 or newer on 64 bits',
    args: (port) => ['-d', 'display_errors=0', '-S', `127.0.0.1:${port}`, join(examples, 'php', 'receiver.php')],
  },
]

/** Whether this machine can run it. */
export function canRun(example: Example): boolean {
  return spawnSync(example.command, example.check, { stdio: 'ignore' }).status === 0
}

export interface RunningReceiver {
  /** The answer's status and text. */
  post(sent: Sent): Promise<{ status: number; text: string; headers: Headers }>
  /** The facts of each line that it printed, as soon as there are so many. */
  lines(count: number): Promise<unknown[]>
  /** Everything it printed, its complaints too. */
  output(): string
  /** Nobody reads its lines any more. */
  closeOutput(): void
  stop(): Promise<void>
}

/** Starts it as a process of its own on a free port; `folder` is for what it keeps. Without secret: no WEBHOOK_SECRET. */
export async function startReceiver(
  example: Example,
  { folder, withSecret, env = {} }: { folder: string; withSecret: boolean; env?: Record<string, string> },
): Promise<RunningReceiver> {
  const port = await freePort()
  const child = spawn(example.command, example.args(port), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      AUTH_POINT_ID: credentials.pointId,
      AUTH_API_TOKEN: credentials.apiToken,
      REMEMBERED_FILE: join(folder, `remembered-${withSecret}`),
      ...(withSecret && { WEBHOOK_SECRET: credentials.secret }),
      ...env,
    },
  })
  let printed = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaints += chunk
  })
  const output = () => `${printed}${complaints}`
  await untilListening(child, { port, output })
  return {
    post: async (sent) => await send(port, sent),
    lines: async (count) => {
      const deadline = Date.now() + waitMaxMs
      while (printed.split('\n').length - 1 < count && Date.now() < deadline) await sleep(20)
      return printed.split('\n').slice(0, -1).map(factsOf)
    },
    output,
    closeOutput: () => child.stdout.destroy(),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** The exit code of a receiver with settings that it cannot work with, and what it said. */
export async function failedStart(
  example: Example,
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const port = await freePort()
  const { PATH, HOME } = process.env
  const { status, stdout, stderr } = spawnSync(example.command, example.args(port), {
    env: { PATH, HOME, PORT: String(port), ...env },
    encoding: 'utf8',
    timeout: waitMaxMs,
  })
  return { code: status ?? -1, output: stdout + stderr }
}

function factsOf(line: string): unknown {
  if (!line.startsWith('callback ')) throw new Error(`a line that is none of a callback: ${line}`)
  return JSON.parse(line.slice('callback '.length))
}

async function send(port: number, { method = 'POST', body, headers = {} }: Sent) {
  const answer = await fetch(`http://127.0.0.1:${port}/callbacks`, {
    method,
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

async function untilListening(child: ChildProcess, { port, output }: { port: number; output: () => string }) {
  const deadline = Date.now() + waitMaxMs
  for (;;) {
    try {
      await send(port, { method: 'GET' })
      return
    } catch (error) {
      const ended = child.exitCode !== null || child.signalCode !== null
      if (!ended && Date.now() < deadline) {
        await sleep(50)
        continue
      }
      child.kill('SIGKILL')
      throw new Error(`the receiver does not listen:\n${output()}`, { cause: error })
    }
  }
}
