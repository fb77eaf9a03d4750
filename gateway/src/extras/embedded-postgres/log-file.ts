import { open, rename, stat } from 'node:fs/promises'

/** PostgreSQL appends while it runs. At a start, a larger log file is cut. */
const MAX_LOG_BYTES = 10 * 1024 * 1024
/** Size after a cut: the newest lines, enough for the days before an incident. */
const KEPT_LOG_BYTES = 1024 * 1024
/** Bytes that are read from the end to explain a failed start. One start writes about ten lines. */
const MAX_READ_BYTES = 64 * 1024

/** Cuts a too large log to its newest part. */
export async function capLog(path: string): Promise<void> {
  const size = await logSize(path)
  if (size <= MAX_LOG_BYTES) return
  const newest = await readPart(path, size - KEPT_LOG_BYTES, KEPT_LOG_BYTES)
  const part = `${path}.new`
  const file = await open(part, 'w', 0o600)
  await file.writeFile(newest.subarray(newest.indexOf(0x0a) + 1))
  await file.close()
  await rename(part, path)
}

/** Size in bytes; 0 without a log. */
export async function logSize(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}

/** The text after the offset (bytes), at most its last 64 KiB. */
export async function logSince(path: string, offset: number): Promise<string> {
  const start = Math.max(offset, (await logSize(path)) - MAX_READ_BYTES)
  return (await readPart(path, start, MAX_READ_BYTES)).toString('utf8')
}

/** The last lines, for an error message. */
export function lastLines(text: string, count = 8): string {
  return text.trim().split('\n').slice(-count).join('\n')
}

async function readPart(path: string, position: number, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
