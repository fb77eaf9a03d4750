import { bodyBytesMax } from './receive-callback.ts'

/** As much of `IncomingMessage` of node:http as is used here. */
export interface RequestStream {
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined }
  readonly method?: string | undefined
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  resume(): unknown
}

export type RawBody = { kind: 'whole'; bytes: Buffer } | { kind: 'too_large' } | { kind: 'aborted' }

/** Collects the body's bytes, at most 64 KiB. What comes behind that is thrown away as it arrives. */
export function readRawBody(request: RequestStream): Promise<RawBody> {
  return new Promise((done) => {
    const chunks: Uint8Array[] = []
    let length = 0
    if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) {
      request.resume()
      done({ kind: 'too_large' })
      return
    }
    request.on('data', (chunk) => {
      length += chunk.length
      if (length <= bodyBytesMax) chunks.push(chunk)
      else {
        chunks.length = 0
        done({ kind: 'too_large' })
      }
    })
    request.on('end', () => done({ kind: 'whole', bytes: Buffer.concat(chunks) }))
    request.on('error', () => done({ kind: 'aborted' }))
    request.on('close', () => done({ kind: 'aborted' }))
  })
}
