import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, opendir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that lies in a watched folder. Names hold no separator: they come from the folder itself. */
export interface FoundFile {
  folder: string
  name: string
  size: number
  modifiedMs: number
  /** Which file it is, whatever its name. */
  inode: number
}

/** Entries of a folder that are looked at in one round. More of them wait for the next rounds. */
export const entriesMax = 1_000

/** Names that programs use while they write, and those of files that hide. */
const unfinished = /^[.~]|(?:~|\.(?:part|partial|filepart|tmp|temp|crdownload|download|swp|lock|writing))$/i

export type FolderFiles =
  | { kind: 'files'; files: readonly FoundFile[]; left: boolean }
  /** There is no such folder. */
  | { kind: 'missing' }
  /** It is no folder: a link or a file stands in its place. */
  | { kind: 'no_folder' }

/**
 * The plain files directly in a folder, by name. Links, devices, pipes, hidden and temporary names are left out, and a
 * folder that is a link is not entered.
 */
export async function listFolder(folder: string): Promise<FolderFiles> {
  const own = await statOf(folder)
  if (!own) return { kind: 'missing' }
  if (!own.isDirectory()) return { kind: 'no_folder' }
  const files: FoundFile[] = []
  let [seen, left] = [0, false]
  for await (const { name } of await opendir(folder)) {
    if (unfinished.test(name)) continue
    seen += 1
    if (seen > entriesMax) {
      left = true
      break
    }
    const found = await statOf(join(folder, name))
    if (!found?.isFile()) continue
    files.push({ folder, name, size: found.size, modifiedMs: found.mtimeMs, inode: found.ino })
  }
  return { kind: 'files', files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), left }
}

/** The folders directly in a folder. Links are left out. */
export async function listFolders(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder)) {
    if (unfinished.test(name) || names.length >= entriesMax) continue
    if ((await statOf(join(folder, name)))?.isDirectory()) names.push(name)
  }
  return names.sort()
}

/**
 * The bytes of a file, piece by piece. Undefined: it is not the file that was seen, or it has grown. Opens no link and
 * waits for no pipe, whatever was put in its place meanwhile.
 */
export async function readWhole(file: FoundFile, onChunk: (chunk: Buffer) => void): Promise<true | undefined> {
  const handle = await openSeen(file)
  if (!handle) return undefined
  try {
    const buffer = Buffer.allocUnsafe(1024 * 1024)
    let bytes = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length)
      if (bytesRead === 0) break
      bytes += bytesRead
      if (bytes > file.size) return undefined
      onChunk(buffer.subarray(0, bytesRead))
    }
    const after = await handle.stat()
    return bytes === file.size && after.mtimeMs === file.modifiedMs ? true : undefined
  } finally {
    await handle.close()
  }
}

async function openSeen(file: FoundFile): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  let handle: FileHandle
  try {
    handle = await open(join(file.folder, file.name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    // Another process took it, or a link came in its place.
    if (['ENOENT', 'ELOOP', 'EMLINK'].includes(codeOf(error))) return undefined
    throw error
  }
  const found = await handle.stat()
  if (found.isFile() && found.ino === file.inode && found.size === file.size) return handle
  await handle.close()
  return undefined
}

/**
 * Moves a file into a folder beside it, which is made where it is missing, and writes a text beside it. An older file of
 * that name stays. Both folders are held open while it moves, so that neither is changed for a link meanwhile. Returns
 * false where the file is gone or another one stands in its place.
 */
export async function moveInto(
  file: FoundFile,
  { into, suffix, text }: { into: string; suffix: string; text: string | undefined },
): Promise<boolean> {
  const from = await openFolder(file.folder)
  try {
    await mkdir(join(from.path, into)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    const target = await openFolder(join(from.path, into))
    try {
      return await moveBetween(file, { from: from.path, target: target.path }, { suffix, text })
    } finally {
      await target.close()
    }
  } finally {
    await from.close()
  }
}

async function moveBetween(
  file: FoundFile,
  { from, target }: { from: string; target: string },
  { suffix, text }: { suffix: string; text: string | undefined },
): Promise<boolean> {
  const source = join(from, file.name)
  if ((await statOf(source))?.ino !== file.inode) return false
  const isTaken = async (name: string) => (await statOf(join(target, name))) ?? (await statOf(textOf(target, name)))
  const name = (await isTaken(file.name)) ? unusedName(file.name, suffix) : file.name
  // Never over something that stands there, and through no link.
  if (text !== undefined) await writeFile(textOf(target, name), `${text}\n`, { flag: 'wx' })
  try {
    await rename(source, join(target, name))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
  if ((await statOf(join(target, name)))?.ino === file.inode) return true
  // Another file came in its place at the last moment: nobody has read it.
  await rename(join(target, name), source)
  return false
}

interface OpenFolder {
  /** What leads to this folder, whatever has its name by now. */
  path: string
  close(): Promise<void>
}

/** Holds a folder open. Throws where a link or a file stands in its place. */
async function openFolder(path: string): Promise<OpenFolder> {
  const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants
  let handle: FileHandle
  try {
    handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    if (['ELOOP', 'EMLINK', 'ENOTDIR'].includes(codeOf(error))) throw new Error(`${path} is no folder`)
    throw error
  }
  // Linux leads to an open folder by its descriptor. Elsewhere the name is all there is.
  const held = `/proc/self/fd/${handle.fd}`
  const isHeld = (await statOf(held)) !== undefined
  return { path: isHeld ? held : path, close: async () => await handle.close() }
}

function textOf(folder: string, name: string): string {
  return join(folder, `${name.slice(0, 120)}.txt`)
}

/** File systems take names of 255 bytes. */
function unusedName(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.')
  const [head, tail] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  return `${head.slice(0, 60)}.${suffix}${tail.slice(0, 20)}`
}

async function statOf(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined
    throw error
  }
}

/** The code of an error of the file system, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
