import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that keeps every byte of both directions. Connections wait until it knows where to go. */
export interface RecordingProxy {
  url: string
  /** What clients sent, and what they got, as latin1 text. */
  sent(): string
  got(): string
  leadTo(url: string): void
  close(): Promise<void>
}

export async function recordingProxy(): Promise<RecordingProxy> {
  const sent: Buffer[] = []
  const got: Buffer[] = []
  const sockets = new Set<Socket>()
  let lead: (url: URL) => void = () => undefined
  const target = new Promise<URL>((resolve) => {
    lead = resolve
  })
  const server = createServer((client) => {
    sockets.add(client)
    client.on('error', () => client.destroy())
    client.pause()
    void target.then((url) => {
      const provider = connect(Number(url.port), url.hostname)
      sockets.add(provider)
      provider.on('error', () => client.destroy())
      client.on('close', () => provider.destroy())
      provider.on('close', () => client.destroy())
      client.on('data', (bytes) => {
        sent.push(bytes)
        provider.write(bytes)
      })
      provider.on('data', (bytes) => {
        got.push(bytes)
        client.write(bytes)
      })
      client.resume()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => Buffer.concat(sent).toString('latin1'),
    got: () => Buffer.concat(got).toString('latin1'),
    leadTo: (url) => lead(new URL(url)),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
