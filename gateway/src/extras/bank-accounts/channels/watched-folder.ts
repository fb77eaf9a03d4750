import { constants } from 'node:fs'
import { lstat, mkdir, open, opendir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that lies in a watched folder. */
export interface FoundFile {
  folder: string
  name: string
  size: number
  modifiedMs: number
  /** Which file it is, whatever its name. */
  inode: number
}

/** Entries of a folder that are looked at in one round. */
const entriesMax = 1_000
/** Names that programs use while they write, and those of files that hide. */
const unfinished = /^[.~]|(?:~|\.(?:part|partial|filepart|tmp|temp|crdownload|download|swp|lock|writing))$/i

/** The plain files directly in a folder, by name. Links, hidden and temporary names are left out. Undefined: no such folder. */
export async function listFolder(folder: string): Promise<readonly FoundFile[] | undefined> {
  const own = await statOf(folder)
  if (!own?.isDirectory()) return undefined
  const files: FoundFile[] = []
  for await (const { name } of await opendir(folder)) {
    if (unfinished.test(name)) continue
    const found = await statOf(join(folder, name))
    if (found?.isFile()) files.push({ folder, name, size: found.size, modifiedMs: found.mtimeMs, inode: found.ino })
    if (files.length === entriesMax) break
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * The bytes of a file. Undefined: it is not the file that was seen, or it has changed. Opens no link and waits for no pipe,
 * whatever was put in its place meanwhile.
 */
export async function readSeen(file: FoundFile): Promise<Uint8Array | undefined> {
  const handle = await openSeen(file)
  if (!handle) return undefined
  try {
    const before = await handle.stat()
    if (before.ino !== file.inode || before.size !== file.size || !before.isFile()) return undefined
    const content = await handle.readFile()
    const after = await handle.stat()
    return content.length === file.size && after.mtimeMs === file.modifiedMs ? content : undefined
  } finally {
    await handle.close()
  }
}

async function openSeen({ folder, name }: FoundFile) {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  try {
    return await open(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    // Another process took it, or a link came in its place.
    if (['ENOENT', 'ELOOP', 'EMLINK'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** Moves a file into a folder beside it, with a text beside it. An older file of that name stays. */
export async function moveInto(file: FoundFile, into: 'done' | 'refused', text?: string): Promise<void> {
  const target = join(file.folder, into)
  await mkdir(target, { recursive: true })
  const name = (await statOf(join(target, file.name)))
    ? `${file.modifiedMs.toFixed(0)}-${file.name.slice(-200)}`
    : file.name
  if (text !== undefined) await writeFile(join(target, `${name.slice(0, 200)}.txt`), `${text}\n`)
  try {
    await rename(join(file.folder, file.name), join(target, name))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

async function statOf(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}

function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
