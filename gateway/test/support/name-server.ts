import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import type { Cleanup } from './https-receiver.ts'

/** What the server says about a name: its addresses, that it failed (SERVFAIL), or nothing at all. */
export type NameAnswer = readonly string[] | 'fails' | 'silent'

export interface NameServer {
  /** `127.0.0.1:<port>`. */
  address: string
  questions: string[]
}

const typeA = 1
const typeAaaa = 28

/** A name server on 127.0.0.1 that knows the given names and no other (RFC 1035, section 4). */
export async function nameServer(t: Cleanup, names: Record<string, NameAnswer>): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, from) => {
    const { name, type, end } = parseTransactionSearch(query)
    questions.push(name)
    const known = names[name.toLowerCase()]
    if (known === 'silent') return
    const reply = known === 'fails' ? replyTo(query, { end, code: 2 }) : addresses(query, { known, type, end })
    socket.send(reply, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(async () => {
    socket.close()
  })
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}

function addresses(query: Buffer, at: { known: readonly string[] | undefined; type: number; end: number }): Buffer {
  const found = (at.known ?? [])
    .map((address) => Buffer.from(ipaddr.parse(address).toByteArray()))
    .filter((bytes) => bytes.length === (at.type === typeA ? 4 : at.type === typeAaaa ? 16 : -1))
  const records = found.map((bytes) => {
    const head = Buffer.from([0xc0, 12, 0, at.type, 0, 1, 0, 0, 0, 60, 0, bytes.length])
    return Buffer.concat([head, bytes])
  })
  return Buffer.concat([replyTo(query, { end: at.end, code: at.known ? 0 : 3, count: records.length }), ...records])
}

function replyTo(query: Buffer, answer: { end: number; code: number; count?: number }): Buffer {
  const head = Buffer.from([0, 0, 0x81, 0x80 | answer.code, 0, 1, 0, answer.count ?? 0, 0, 0, 0, 0])
  query.copy(head, 0, 0, 2)
  return Buffer.concat([head, query.subarray(12, answer.end)])
}

function parseTransactionSearch(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let place = 12
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.subarray(place + 1, place + 1 + length).toString('latin1'))
    place += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(place + 1), end: place + 5 }
}
