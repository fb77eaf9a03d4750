import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All files below a folder. */
export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/**
 * Which of the texts stand in a file, as plain bytes or as UTF-16. Reads it in pieces: snapshots and logs are large. In a
 * file that is gone by now (a running database renames and removes its own) stands nothing.
 */
export async function textsIn(file: string, texts: readonly string[]): Promise<Set<string>> {
  const needles = texts.flatMap((text) => [
    { text, bytes: Buffer.from(text) },
    { text, bytes: Buffer.from(text, 'utf16le') },
  ])
  const longest = Math.max(...needles.map(({ bytes }) => bytes.length))
  const found = new Set<string>()
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const piece of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) {
      const bytes = Buffer.concat([rest, piece as Buffer])
      for (const needle of needles) if (bytes.includes(needle.bytes)) found.add(needle.text)
      rest = bytes.subarray(Math.max(0, bytes.length - longest))
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return found
}
