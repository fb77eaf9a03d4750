import type { AddressInfo } from 'node:net'
import type { Config } from './boot/config.ts'
import { buildServer } from './http/server.ts'
import type { Provider } from './provider.ts'
import { createPushes } from './pushes.ts'
import { openRecords } from './records/records.ts'
import { decideOpenReturns } from './records/return-payment.ts'

export interface RunningProvider {
  url: string
  stop(): Promise<void>
}

/** Opens the records and listens on 127.0.0.1. */
export async function startProvider(config: Config): Promise<RunningProvider> {
  const records = openRecords(config.dataDir)
  const pushes = createPushes(records)
  const timers = new Set<NodeJS.Timeout>()
  const provider: Provider = {
    records,
    pushes,
    clients: config.clients,
    now: () => new Date(),
    later: (ms, work) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timers.add(timer)
    },
    payAfterMs: config.payAfterMs,
    returnAfterMs: config.returnAfterMs,
  }
  const app = await buildServer(provider, config)
  await app.listen({ port: config.port, host: '127.0.0.1' })
  decideOpenReturns(provider)
  const { port } = app.server.address() as AddressInfo
  return {
    url: `${config.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer)
      pushes.stop()
      await app.close()
    },
  }
}
