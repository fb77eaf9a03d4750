import { type Answer, eventually } from './world.ts'

interface CancellingWorld {
  call: (method: string, path: string, options?: { body?: object }) => Promise<Answer>
}

/**
 * Cancels a pay-in as a merchant does: as long as the answer is that the bank is being called about it, the request is
 * sent again. Any other answer is returned.
 */
export async function cancelPayin(world: CancellingWorld, transactionId: string): Promise<Answer> {
  return await eventually(async () => {
    const answer = await world.call('POST', `/api/v1/payments/${transactionId}/cancel`, { body: {} })
    return answer.body.error?.message?.endsWith('try again in a few seconds.') ? undefined : answer
  }, `an answer to the cancellation of ${transactionId}`)
}
