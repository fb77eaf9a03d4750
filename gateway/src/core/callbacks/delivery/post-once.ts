import type { JsonPost, Poster } from '../../net/post-json.ts'
import type { AttemptAnswer } from '../store/callback-results.ts'

/**
 * One post outside the queue, through the same address guard: a test that a person waits for. The answer is not
 * classified: `error` is null for any HTTP answer.
 */
export async function postOnce(poster: Poster, userAgent: string, post: JsonPost): Promise<AttemptAnswer> {
  const answer = await poster.post({ ...post, headers: { ...post.headers, 'user-agent': userAgent } })
  const { status, firstByteMs, totalMs } = answer
  return answer.kind === 'answer'
    ? { status, error: null, errorCode: null, firstByteMs, totalMs, responseBody: answer.body }
    : { status, error: answer.error, errorCode: answer.code, firstByteMs, totalMs, responseBody: null }
}
