import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFault } from './start-fault.ts'

const KEY_BYTES = 32

/**
 * The key of the hashes by which a repeated order is recognised. It lives in its own file beside the journal and not
 * in the credentials, so that new credentials do not turn every repetition into a conflict.
 */
export function readOrMakeContentKey(dataDir: string): Buffer {
  const path = join(dataDir, 'content.key')
  if (!existsSync(path)) writeFileSync(path, randomBytes(KEY_BYTES).toString('hex'), { mode: 0o600, flush: true })
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  if (key.length !== KEY_BYTES) throw new StartFault([`${path} is damaged: it must hold ${KEY_BYTES * 2} hex digits`])
  return key
}
