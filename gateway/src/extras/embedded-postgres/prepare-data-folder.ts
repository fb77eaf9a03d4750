import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../../core/platform/config/config-error.ts'
import { fileFault } from '../../core/platform/process/start-faults.ts'

/** Size of all small files of a start together. */
const probeBytes = 64 * 1024

/**
 * Creates the data folder (mode 0700) if it is missing, and writes and removes a test file. Throws a ConfigError that
 * explains the fault of folder or disk, before anything else uses the folder. Folders that it made are removed then.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  let made: string | undefined
  try {
    made = await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await probe(join(dataDir, `.write-check-${randomBytes(6).toString('hex')}`))
  } catch (error) {
    if (made !== undefined) await rm(made, { recursive: true, force: true })
    const sentence = fileFault(error, dataDir)
    if (sentence === undefined) throw error
    throw new ConfigError([sentence])
  }
}

async function probe(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(Buffer.alloc(probeBytes, 1))
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}
