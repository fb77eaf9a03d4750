import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BareWish } from './bare-server.ts'

/** A bare web server in a child process. */
export interface BareServer {
  url: string
  /** From now on everything is answered with this text. */
  answerWith(reply: string): Promise<void>
  stop(): void
}

export async function startBareServer(): Promise<BareServer> {
  const program = new URL(`./bare-server${extname(import.meta.url)}`, import.meta.url)
  const child = fork(fileURLToPath(program), { stdio: 'inherit' })
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return {
    url,
    answerWith: async (reply) => {
      child.send({ reply } satisfies BareWish)
      await once(child, 'message')
    },
    stop: () => child.disconnect(),
  }
}
