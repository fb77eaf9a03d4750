import * as http from 'node:http'
import * as https from 'node:https'

/** Answer bytes read so that the connection can be used again; a longer answer costs its connection. */
const ANSWER_BYTES_MAX = 64 * 1024

export interface Poster {
  /** Posts a body and resolves with the HTTP status; rejects when there is none within the deadline. */
  post(url: string, message: { body: string; headers: Record<string, string> }): Promise<number>
  close(): void
}

/** A poster that keeps connections open for the next message, at most `socketsMax` to one address. */
export function createPoster(limits: { socketsMax: number; deadlineMs: number }): Poster {
  const plain = new http.Agent({ keepAlive: true, maxSockets: limits.socketsMax })
  const secure = new https.Agent({ keepAlive: true, maxSockets: limits.socketsMax })
  return {
    post: (url, message) =>
      new Promise((resolve, reject) => {
        const isSecure = url.startsWith('https:')
        const request = (isSecure ? https : http).request(url, {
          method: 'POST',
          agent: isSecure ? secure : plain,
          headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
          signal: AbortSignal.timeout(limits.deadlineMs),
        })
        request.once('error', reject)
        request.once('response', (response) => readAnswer(response, resolve, reject))
        request.end(message.body)
      }),
    close: () => {
      plain.destroy()
      secure.destroy()
    },
  }
}

function readAnswer(response: http.IncomingMessage, resolve: (status: number) => void, reject: (fault: Error) => void) {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) response.destroy(new Error('the answer is too long'))
  })
  response.once('error', reject)
  response.once('end', () => resolve(response.statusCode ?? 0))
}
