import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes `<data dir>/simbank.json`, by which a start script finds a bank that already runs. Returns its removal. */
export function writeStatusFile(dataDir: string, status: { pid: number; url: string; started_at: string }): () => void {
  const path = join(dataDir, 'simbank.json')
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(status)}\n`, { mode: 0o600 })
  renameSync(draft, path)
  return () => rmSync(path, { force: true })
}
