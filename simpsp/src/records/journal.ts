import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lines of JSON in `records.jsonl`, written before a change is answered. They survive the end of the process, however it
 * ends. A last line that was cut off is dropped.
 */
export interface Journal {
  append(entry: object): void
}

export function openJournal(dataDir: string, replay: (entry: unknown) => void): Journal {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'records.jsonl')
  if (existsSync(path)) {
    const bytes = readFileSync(path)
    const end = bytes.lastIndexOf('\n') + 1
    if (end < bytes.length) truncateSync(path, end)
    for (const line of bytes.subarray(0, end).toString('utf8').split('\n')) {
      if (line !== '') replay(JSON.parse(line))
    }
  }
  return { append: (entry) => appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 }) }
}
