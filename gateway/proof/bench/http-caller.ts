import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Request {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** Sent as it is, without the line's end. */
  authorization: string
  body?: string
}

export interface Answered {
  status: number
  body: string
}

/** Keep-alive connections to one server. */
export interface HttpCaller {
  /** Takes a free connection, or opens one. */
  call(request: Request): Promise<Answered>
  close(): void
}

interface Connection {
  socket: Socket
  received: Buffer
  waiting: { resolve(answer: Answered): void; reject(error: Error): void } | undefined
  /** The server said that this answer was its last one here, as ours do after a number of requests. */
  isLast: boolean
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * The smallest HTTP/1.1 client that reads what our servers answer: the load generator shares the machine with what it
 * measures, and a full client costs as much as a small server. It understands bodies with a length only.
 */
export function httpCaller(baseUrl: string): HttpCaller {
  const { hostname, port, host } = new URL(baseUrl)
  const free: Connection[] = []
  const all = new Set<Connection>()
  const open = async (): Promise<Connection> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: Connection = { socket, received: Buffer.alloc(0), waiting: undefined, isLast: false }
    await once(socket, 'connect')
    all.add(connection)
    const end = (error: Error) => {
      all.delete(connection)
      const place = free.indexOf(connection)
      if (place >= 0) free.splice(place, 1)
      connection.waiting?.reject(error)
    }
    socket.on('error', end)
    socket.on('close', () => end(new Error(`${host} closed the connection`)))
    socket.on('data', (chunk) => receive(connection, chunk))
    return connection
  }
  return {
    call: async (request) => {
      const connection = free.pop() ?? (await open())
      const answer = await new Promise<Answered>((resolve, reject) => {
        connection.waiting = { resolve, reject }
        connection.socket.write(bytesOf(request, host))
      })
      if (connection.isLast) connection.socket.destroy()
      else free.push(connection)
      return answer
    },
    close: () => {
      for (const { socket } of all) socket.destroy()
    },
  }
}

function bytesOf({ method, path, authorization, body }: Request, host: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n`
  if (body === undefined) return `${head}\r\n`
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

function receive(connection: Connection, chunk: Buffer): void {
  connection.received = connection.received.length === 0 ? chunk : Buffer.concat([connection.received, chunk])
  const { received, waiting } = connection
  const end = received.indexOf(headEnd)
  if (end < 0 || !waiting) return
  const head = received.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const bodyAt = end + headEnd.length
  if (length === undefined) {
    connection.socket.destroy(new Error(`an answer without a length: ${head}`))
    return
  }
  if (received.length < bodyAt + Number(length)) return
  connection.received = Buffer.alloc(0)
  connection.waiting = undefined
  connection.isLast = /\r\nconnection: *close/i.test(head)
  waiting.resolve({ status: Number(head.slice(9, 12)), body: received.toString('utf8', bodyAt) })
}
