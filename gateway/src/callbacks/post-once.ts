import type { JsonPost, PostAnswer, Poster } from './post-json.ts'

/** Durations in whole milliseconds. `error` is null where there was an answer, whatever it said. */
export interface OneAnswer {
  status: number | null
  error: Extract<PostAnswer, { kind: 'failure' }>['error'] | null
  errorCode: string | null
  firstByteMs: number | null
  totalMs: number
  responseBody: string | null
}

/** One post beside the queue, through the same guard: a test that a person waits for. */
export async function postOnce(poster: Poster, userAgent: string, post: JsonPost): Promise<OneAnswer> {
  const answer = await poster.post({ ...post, headers: { ...post.headers, 'user-agent': userAgent } })
  const { status, firstByteMs, totalMs } = answer
  return answer.kind === 'answer'
    ? { status, error: null, errorCode: null, firstByteMs, totalMs, responseBody: answer.body }
    : { status, error: answer.error, errorCode: answer.code, firstByteMs, totalMs, responseBody: null }
}
