import type { JsonPost, Poster } from '../../net/post-json.ts'
import type { AttemptAnswer } from '../store/callback-results.ts'

/**
 * One post beside the queue, through the same guard: a test that a person waits for. Nobody judges it: `error` is null
 * where there was an answer, whatever it said.
 */
export async function postOnce(poster: Poster, userAgent: string, post: JsonPost): Promise<AttemptAnswer> {
  const answer = await poster.post({ ...post, headers: { ...post.headers, 'user-agent': userAgent } })
  const { status, firstByteMs, totalMs } = answer
  return answer.kind === 'answer'
    ? { status, error: null, errorCode: null, firstByteMs, totalMs, responseBody: answer.body }
    : { status, error: answer.error, errorCode: answer.code, firstByteMs, totalMs, responseBody: null }
}
