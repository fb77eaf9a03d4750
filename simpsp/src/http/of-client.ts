import type { FastifyRequest } from 'fastify'
import type { Client } from '../boot/config.ts'

/** The customer whose token a request of the API bears. */
export type OfClient = (request: FastifyRequest) => Client

export function isReceiver(client: Client, key: string): boolean {
  return client.keys.includes(key)
}
