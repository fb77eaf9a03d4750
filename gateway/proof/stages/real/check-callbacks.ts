import type { Wire } from '../../../test/support/world.ts'
import { callApi } from '../../../test/support/world-calls.ts'
import type { Cluster } from './cluster.ts'

const messagesPerPage = 100

/**
 * The built-in inbox of every point: the last message about each transaction tells its present status, and none tells
 * a status that it never had. `transactions` are the answers of GET.
 */
export async function checkCallbacks(
  cluster: Cluster,
  transactions: readonly Wire[],
): Promise<{ violations: string[]; messages: number }> {
  const messages = await readInboxes(cluster)
  const byTransaction = new Map<string, string[]>()
  for (const { transactionId, status } of messages) {
    const told = byTransaction.get(transactionId)
    if (told) told.push(status)
    else byTransaction.set(transactionId, [status])
  }
  const violations = transactions.flatMap((transaction) => {
    if (!transaction) return []
    const { transaction_id: id, status } = transaction
    const told = byTransaction.get(id) ?? []
    byTransaction.delete(id)
    const had = new Set((transaction.history as Wire[]).map((entry) => entry.status as string))
    const never = told.filter((each) => !had.has(each) || each === 'PENDING')
    const last = told.at(-1)
    return [
      ...never.map((each) => `a callback said ${each} of ${id}, which it never was`),
      ...(last === (status === 'PENDING' ? undefined : status)
        ? []
        : [`the last callback about ${id} says ${last ?? 'nothing'}, but it is ${status}`]),
    ]
  })
  for (const id of byTransaction.keys()) violations.push(`a callback tells about ${id}, which nobody was given`)
  return { violations, messages: messages.length }
}

async function readInboxes(cluster: Cluster): Promise<{ transactionId: string; status: string }[]> {
  const found: { transactionId: string; status: string }[] = []
  for (const { apiKey } of cluster.points) {
    for (let after = '0'; ; ) {
      const path = `/api/v1/test/inbox?limit=${messagesPerPage}&after=${after}`
      const answer = await callApi(cluster.gateways[0].url, apiKey, { method: 'GET', path })
      const messages = answer.body.data.messages as Wire[]
      for (const message of messages) {
        const body = JSON.parse(message.body)
        found.push({ transactionId: body.transaction_id, status: body.status })
      }
      if (messages.length < messagesPerPage) break
      after = messages.at(-1).id
    }
  }
  return found
}
