import { randomBytes } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import { fileFault } from '../process/start-faults.ts'

/** As much as the small files of a start take together. */
const probeBytes = 64 * 1024

/**
 * Makes the data folder (mode 0700) where it is missing, and writes a file into it that is removed again. Throws a ConfigError
 * that says what is wrong with the folder or its disk, before anything else is started on it.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await probe(join(dataDir, `.write-check-${randomBytes(6).toString('hex')}`))
  } catch (error) {
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
