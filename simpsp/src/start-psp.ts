import { Book } from './book.ts'
import type { Config } from './config.ts'
import { answerControlCall } from './control-api.ts'
import { Faults } from './faults.ts'
import { answerFaulty } from './faulty-answer.ts'
import { listen } from './listen.ts'
import { settleDueRefunds } from './money.ts'
import { answerPixCall } from './pix-api.ts'
import { sendDuePushes } from './pushes.ts'

const tickMs = 20

export interface RunningPsp {
  /** Of the Pix API, with its base path, and of the host of `/oauth/token`. */
  url: string
  hostUrl: string
  controlUrl: string
  reloadTls(): void
  stop(): Promise<void>
}

/** Opens the book and listens: on one port for customers, on another one for the control API. */
export async function startPsp(config: Config): Promise<RunningPsp> {
  const book = new Book(config.journalFile)
  const faults = new Faults()
  const api = await listen({ port: config.port, tls: config.tls }, async (call) => {
    const fault = faults.take(`${call.method} ${call.path}`)
    settleDueRefunds(book)
    const answer = () => answerPixCall(book, config, call)
    return fault ? await answerFaulty(fault, answer) : answer()
  })
  const given = { book, config, faults, reloadTls: api.reloadTls }
  const control = await listen({ port: config.controlPort }, (call) => answerControlCall(given, call))
  const stopTicking = tick(async () => {
    settleDueRefunds(book)
    await sendDuePushes(book, config.pushTls)
  })
  return {
    url: api.url + config.basePath,
    hostUrl: api.url,
    controlUrl: control.url,
    reloadTls: api.reloadTls,
    stop: async () => {
      await Promise.all([api.close(), control.close()])
      await stopTicking()
      book.close()
    },
  }
}

/** Does it again and again, never twice at once. Returns the end of it. */
function tick(act: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= act()
      .catch((fault: unknown) => console.error(`simpsp: ${String(fault)}`))
      .finally(() => {
        running = undefined
      })
  }, tickMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
