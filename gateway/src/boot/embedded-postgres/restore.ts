import { access, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { copyFileOnto, type Manifest, readManifest, syncFolder } from './backup-files.ts'
import { type FolderPaths, folderPaths } from './folder-paths.ts'

/** Folders that a backup holds no file of, and that PostgreSQL expects. */
const neededFolders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
]

/**
 * Puts a backup into a data folder that has no database, every file compared with its SHA-256. Take `lockDataFolder`
 * first. The next start recovers to the end of the backup. Throws, and leaves nothing, where the backup is not whole.
 */
export async function restoreEmbeddedPostgres(dataDir: string, folder: string): Promise<Manifest> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const paths = folderPaths(await realpath(dataDir))
  const manifest = await readManifest(folder)
  if (await isThere(paths.cluster))
    throw new Error(`${paths.cluster} exists: move it away first, nothing is overwritten`)
  // The next start removes what a restore left under such a name.
  const part = `${paths.cluster}.new-restore`
  await rm(part, { recursive: true, force: true })
  try {
    for (const name of neededFolders) await mkdir(join(part, name), { recursive: true, mode: 0o700 })
    for (const file of manifest.files) {
      refuseForeignPath(paths, file.path)
      const inCluster = file.path.startsWith('postgres/')
      const to = inCluster
        ? join(part, file.path.slice('postgres/'.length))
        : `${join(paths.dataFolder, file.path)}.new`
      if (!inCluster) await rm(to, { force: true })
      const copied = await copyFileOnto(join(folder, file.path), to)
      if (copied === undefined) throw new Error(`the backup is not whole: ${file.path} is missing`)
      if (copied.sha256 !== file.sha256) throw new Error(`the backup is damaged: ${file.path} is not what was saved`)
      if (!inCluster) await rename(to, join(paths.dataFolder, file.path))
    }
    await rename(part, paths.cluster)
    await syncFolder(paths.dataFolder)
    return manifest
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/**
 * A backup lies where others may write. Its list of files says what is copied, and must not say where else on this machine:
 * not over the master key, and not out of the data folder.
 */
function refuseForeignPath({ dataFolder, ownerPassword, superuserPassword }: FolderPaths, path: string): void {
  const isOurs =
    path.startsWith('postgres/') ||
    [ownerPassword, superuserPassword].some((secret) => path === relative(dataFolder, secret))
  const leadsOut = path.split(/[\\/]/).some((part) => part === '..')
  if (!isOurs || leadsOut) throw new Error(`the backup is damaged: ${path} is no file of a backup`)
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}
