import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The list of a backup's files; a folder without it is no backup. */
export const manifestName = 'backup.json'

const formatVersion = 1

/** Read at once: large enough to be quick, small enough to be many at the same time. */
const chunkBytes = 1024 * 1024

export interface BackedUpFile {
  /** Below the backup, with slashes: `postgres/global/pg_control`. */
  path: string
  bytes: number
  sha256: string
}

export interface Manifest {
  format: typeof formatVersion
  /** Such as "18.4"; a restore needs the same major version. */
  postgresVersion: string
  /** ISO 8601, UTC. What was committed before the end is in the backup. */
  startedAt: string
  endedAt: string
  /** Places in the write-ahead log. */
  startLsn: string
  stopLsn: string
  files: readonly BackedUpFile[]
}

/**
 * Copies a file onto the disk and tells its length and SHA-256 as it was read. Undefined where there is no such file any
 * more: PostgreSQL removes tables while it is copied, and its log says so.
 */
export async function copyFileOnto(from: string, to: string): Promise<Omit<BackedUpFile, 'path'> | undefined> {
  const source = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (source === undefined) return undefined
  try {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'wx', 0o600)
    try {
      const hash = createHash('sha256')
      const bytes = await pour(source, target, hash)
      await target.sync()
      return { bytes, sha256: hash.digest('hex') }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Writes a text of ours the same way. */
export async function writeFileOnto(to: string, text: string): Promise<Omit<BackedUpFile, 'path'>> {
  const target = await open(to, 'wx', 0o600)
  await target.writeFile(text)
  await target.sync()
  await target.close()
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') }
}

/** Throws a sentence where the folder holds no whole backup of ours. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new Error(`${folder} holds no ${manifestName}: it is no backup, or one that was never finished`)
  })
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== formatVersion) throw new Error(`${folder} is a backup of another format: ${manifest.format}`)
  return manifest
}

export function manifestText(manifest: Omit<Manifest, 'format'>): string {
  return `${JSON.stringify({ format: formatVersion, ...manifest }, null, 1)}\n`
}

/** Puts the names in a folder on the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

async function pour(source: FileHandle, target: FileHandle, hash: Hash): Promise<number> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let bytes = 0; ; ) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes)
    if (bytesRead === 0) return bytes
    const chunk = buffer.subarray(0, bytesRead)
    hash.update(chunk)
    await target.writeFile(chunk)
    bytes += bytesRead
  }
}
