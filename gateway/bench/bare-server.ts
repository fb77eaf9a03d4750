import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The least that a web server does, in a process of its own: reads a body, parses it, answers a text of the size that it
// was told. What the gateway could reach if it did nothing. The simulated bank's notifications end here as well.

/** What the process is told, and what it tells. */
export interface BareWish {
  reply: string
}

let reply = Buffer.from('{}')

const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString('utf8'))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': reply.length })
    response.end(reply)
  })
})
process.on('message', (wish: BareWish) => {
  reply = Buffer.from(wish.reply)
  process.send?.({ url })
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
process.send?.({ url })
