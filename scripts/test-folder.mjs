// @ts-check
// Where the files of a test run lie.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux's file system in memory, where making a file costs a twentieth of what it costs on a disk. */
const MEMORY_FOLDER = '/dev/shm'
/** A run of all tests keeps 1 to 3 GB of databases and their logs. */
const FREE_MIN_BYTES = 8 * 2 ** 30

/**
 * A folder for all that the tests write, as the environment's temporary folder: each database of a test is 700 files. In
 * memory where there is room, unless TMPDIR says where.
 * @returns {{ path: string, remove: () => void }}
 */
export function openTestFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? MEMORY_FOLDER : tmpdir(), 'pasarela-run-'))
  // PostgreSQL may run as another user than the tests, and must get through.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

function hasRoomInMemory() {
  if (process.platform !== 'linux' || process.env['TMPDIR']) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= FREE_MIN_BYTES
  } catch {
    return false
  }
}
