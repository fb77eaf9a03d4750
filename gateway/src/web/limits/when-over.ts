import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What waits for the end of each connection: one listener for all requests of it. */
const waiting = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `heard` once, when the reply was given or its connection is gone. A request that was sent behind others on one
 * connection, and whose turn never came, hears nothing from its own reply: that had no connection yet.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, heard: () => void): void {
  const { socket } = request.raw
  const ofSocket = waitingFor(socket)
  const over = () => {
    if (ofSocket.delete(over)) heard()
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
