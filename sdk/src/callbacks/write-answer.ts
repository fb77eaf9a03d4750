import { bodyTooLarge, type CallbackAnswer } from './receive-callback.ts'

/** As much of `ServerResponse` of node:http as is used here. */
export interface ResponseStream {
  writeHead(status: number, headers: Record<string, string | number>): unknown
  end(body: string): unknown
}

/** Writes an answer as JSON. After a body that was too long the connection ends: the rest is not waited for. */
export function writeAnswer(
  response: ResponseStream,
  answer: CallbackAnswer,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify(answer.body)
  response.writeHead(answer.status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    ...(answer === bodyTooLarge ? { connection: 'close' } : {}),
    ...headers,
  })
  response.end(body)
}
