import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'

/** Listens for a moment where the gateway will. Rejects as its own listening would, before anything was made. */
export async function tryToListen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const closed = once(server, 'close')
  server.close()
  await closed
}
