import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Certificate } from '../test/support/certificates.ts'

/** The webhook-id of a callback and when its head was there, in machine milliseconds. */
export type Arrival = readonly [id: string, atMs: number]

export type Wish =
  | { kind: 'open'; count: number; certificate: Certificate }
  | { kind: 'hang' }
  | { kind: 'let go' }
  | { kind: 'take' }

export interface Reply {
  urls?: string[]
  arrivals?: Arrival[]
  connections?: number
}

/** A child process with merchants' endpoints on 127.0.0.1. */
export interface ReceiverProcess {
  /** One of each endpoint. */
  urls: readonly string[]
  /** From now on nothing is answered. */
  hang(): Promise<void>
  /** Answers what waits, and everything from now on. */
  letGo(): Promise<void>
  /** What arrived, and how many connections were made, since the last time. */
  take(): Promise<{ arrivals: Arrival[]; connections: number }>
  stop(): void
}

export async function startReceivers(count: number, certificate: Certificate): Promise<ReceiverProcess> {
  const program = new URL(`./callback-receivers${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(program), { stdio: 'inherit' })
  const ask = async (wish: Wish): Promise<Reply> => {
    child.send(wish)
    const [reply] = await once(child, 'message')
    return reply as Reply
  }
  const { urls = [] } = await ask({ kind: 'open', count, certificate })
  return {
    urls,
    hang: async () => void (await ask({ kind: 'hang' })),
    letGo: async () => void (await ask({ kind: 'let go' })),
    take: async () => {
      const { arrivals = [], connections = 0 } = await ask({ kind: 'take' })
      return { arrivals, connections }
    },
    stop: () => child.disconnect(),
  }
}
