import { connect, createServer } from 'node:net'

/** Limit of one probe. The server is on this machine, and a silent one is probed again. */
const PROBE_TIMEOUT_MS = 2_000

/** SQLSTATE of "starting up", "shutting down" and "recovering" (PostgreSQL manual, appendix A: cannot_connect_now). */
const CANNOT_CONNECT_NOW = '57P03'

export type ProbeResult = 'ready' | 'starting' | 'silent'

/**
 * Checks whether a server on 127.0.0.1 accepts connections. It sends a start-up packet and reads the first message of
 * the answer, which needs no password (PostgreSQL manual, "Message Formats": R asks for authentication, E is an error).
 */
export function probeServer(port: number): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const finish = (result: ProbeResult) => {
      socket.destroy()
      resolve(result)
    }
    socket.setTimeout(PROBE_TIMEOUT_MS, () => finish('silent'))
    socket.on('error', () => finish('silent'))
    socket.on('close', () => resolve('silent'))
    socket.on('connect', () => socket.write(startUpPacket()))
    socket.on('data', (answer) => {
      const refusedForNow = answer[0] === 0x45 && answer.includes(`C${CANNOT_CONNECT_NOW}\0`)
      // Any other error comes from a running server, for example one without free connections.
      finish(refusedForNow ? 'starting' : 'ready')
    })
  })
}

/** A currently free port of 127.0.0.1. Another program may bind it first; the caller must then call again. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('the system gave no free port on 127.0.0.1'))
      })
    })
  })
}

function startUpPacket(): Buffer {
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const packet = Buffer.alloc(8 + parameters.length)
  packet.writeInt32BE(packet.length, 0)
  packet.writeInt32BE(3 << 16, 4)
  parameters.copy(packet, 8)
  return packet
}
