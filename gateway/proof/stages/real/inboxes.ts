// Gateways to merchants without an address: the inboxes to the judge.
import type { Wire } from '../../../test/support/world.ts'
import { callApi } from '../../../test/support/world-calls.ts'
import type { ReceivedCallback } from '../virtual/parts.ts'
import type { Point } from './points.ts'

const messagesPerPage = 100

/** What the built-in inbox of every point received: for the judge a receiver without an address that takes everything. */
export async function readInboxes(url: string, points: readonly Point[]): Promise<readonly ReceivedCallback[]> {
  const found: ReceivedCallback[] = []
  for (const { apiKey } of points) {
    for (let after = '0'; ; ) {
      const path = `/api/v1/test/inbox?limit=${messagesPerPage}&after=${after}`
      const answer = await callApi(url, apiKey, { method: 'GET', path })
      const messages = answer.body.data.messages as Wire[]
      for (const { headers, body, received_at } of messages) {
        found.push({ atMs: Date.parse(received_at), url: '', headers, body, answered: 200 })
      }
      if (messages.length < messagesPerPage) break
      after = messages.at(-1).id
    }
  }
  return found
}
