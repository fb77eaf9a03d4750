/** Sends a request and tells how much of its body is gone, from 0 to 1. For `api`'s `transport`. */
export function uploading(onProgress: (share: number) => void) {
  return async (address: string, init: RequestInit): Promise<Response> =>
    await new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'POST', address)
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () => resolve(answerOf(request)))
      request.addEventListener('error', () => reject(new Error('no answer')))
      request.addEventListener('abort', () => reject(new Error('aborted')))
      request.send(init.body as XMLHttpRequestBodyInit | null)
    })
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .flatMap((line): [string, string][] => {
      const at = line.indexOf(':')
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1).trim()]] : []
    })
  return new Response(request.status === 204 ? null : request.responseText, { status: request.status, headers })
}
