import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Callbacks for the end of each connection. One listener serves all requests of a connection. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `onOver` once, when the reply is sent or its connection is closed. The reply of a pipelined request that is
 * never answered gets no `close` event, because it never had the connection. The connection's own event covers it.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, onOver: () => void): void {
  const { socket } = request.raw
  const ofSocket = waitingFor(socket)
  const over = () => {
    if (ofSocket.delete(over)) onOver()
  }
  ofSocket.add(over)
  reply.raw.once('close', over)
  if (socket.destroyed) over()
}

function waitingFor(socket: Socket): Set<() => void> {
  const known = waiting.get(socket)
  if (known) return known
  const own = new Set<() => void>()
  waiting.set(socket, own)
  socket.once('close', () => {
    for (const over of own) over()
  })
  return own
}
