import { mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Client } from 'pg'
import {
  type BackedUpFile,
  copyFileOnto,
  manifestName,
  manifestText,
  syncFolder,
  writeFileOnto,
} from './backup-files.ts'
import { type FolderPaths, folderPaths } from './folder-paths.ts'
import { connectSuperuser } from './owner-role.ts'
import { readPostmasterFile } from './postmaster-pid.ts'

/** Folders whose contents the server makes anew (PostgreSQL manual, "Making a Base Backup Using the Low Level API"). */
const emptiedFolders = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Files that belong to the running server, not to its data. */
const leftOut =
  /^(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*|.*\.auto\.conf\.tmp)$|(^|\/)(pgsql_tmp|pg_internal\.init)/

/** Where recovery begins is read from here first: last, so that it is not older than what was copied. */
const controlFile = 'global/pg_control'

/** A file of the write-ahead log: timeline, then the number of the segment. */
const segmentName = /^[0-9A-F]{24}$/

const serverTime = `to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export interface Backup {
  folder: string
  files: number
  bytes: number
  /** ISO 8601, by the server's clock. What was committed before is in the backup. */
  endedAt: string
  /** Of the list of files, which holds the SHA-256 of each: keep it elsewhere to know the backup again. */
  manifestSha256: string
}

/**
 * Copies the data of the running embedded server to `folder`, while it works: the server's own backup mode, its files,
 * and its log from the beginning to the end of the copy, which the server keeps meanwhile. The folder gets its name when
 * all of it is on the disk. Throws where it exists already, or lies in the data folder.
 */
export async function backUpEmbeddedPostgres(dataDir: string, folder: string): Promise<Backup> {
  const paths = folderPaths(await realpath(dataDir))
  const target = resolve(folder)
  if (!relative(paths.dataFolder, target).startsWith('..')) {
    throw new Error(`${target} lies in the data folder: a backup belongs on another disk`)
  }
  const server = await readPostmasterFile(paths.cluster)
  if (server === undefined) throw new Error(`no PostgreSQL runs on ${paths.cluster}`)
  const part = `${target}.part`
  await mkdir(dirname(target), { recursive: true })
  await refuseExisting(target)
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { mode: 0o700 })
  const client = await connectSuperuser(paths, server.port)
  try {
    const backup = await copyWhileServing(client, paths, part)
    await rename(part, target)
    await syncFolder(dirname(target))
    return { folder: target, ...backup }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function copyWhileServing(client: Client, paths: FolderPaths, part: string): Promise<Omit<Backup, 'folder'>> {
  // Of this session: the server keeps its log from here on, and forgets this when the session ends, however it ends.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`pasarela_backup_${process.pid}`])
  const started = await one<{ lsn: string; segment: string; at: string; version: string }>(
    client,
    `select lsn::text, pg_walfile_name(lsn) as segment, ${serverTime} as at,
      current_setting('server_version') as version
      from pg_backup_start('pasarela', fast => true) as lsn`,
  )
  const files = await copyCluster(paths, part)
  const stopped = await one<{ lsn: string; segment: string; label: string; map: string; at: string }>(
    client,
    `select lsn::text, pg_walfile_name(lsn) as segment, labelfile as label, spcmapfile as map,
      ${serverTime} as at
      from pg_backup_stop(wait_for_archive => false)`,
  )
  const label = await writeFileOnto(join(part, 'postgres', 'backup_label'), stopped.label)
  files.push({ path: 'postgres/backup_label', ...label })
  files.push(...(await copyLog(paths, part, { from: started.segment, to: stopped.segment })))
  const text = manifestText({
    postgresVersion: started.version,
    startedAt: started.at,
    endedAt: stopped.at,
    startLsn: started.lsn,
    stopLsn: stopped.lsn,
    files,
  })
  const manifest = await writeFileOnto(join(part, manifestName), text)
  await syncFolder(part)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { files: files.length, bytes, endedAt: stopped.at, manifestSha256: manifest.sha256 }
}

/** The server's files as they come, torn pages and all: its log repairs them. And its passwords. */
async function copyCluster(paths: FolderPaths, part: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = []
  const copy = async (from: string, path: string) => {
    const copied = await copyFileOnto(from, join(part, path))
    if (copied) files.push({ path, ...copied })
  }
  const walk = async (below: string): Promise<void> => {
    await mkdir(join(part, 'postgres', below), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(paths.cluster, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (leftOut.test(path) || path === controlFile) continue
      if (entry.isSymbolicLink()) throw new Error(`${path} leads out of the data folder: such data is not copied`)
      if (!entry.isDirectory()) await copy(join(paths.cluster, path), `postgres/${path}`)
      else if (emptiedFolders.has(path)) await mkdir(join(part, 'postgres', path), { mode: 0o700 })
      else await walk(path)
    }
  }
  await walk('')
  await copy(join(paths.cluster, controlFile), `postgres/${controlFile}`)
  for (const secret of [paths.ownerPassword, paths.superuserPassword]) {
    await copy(secret, relative(paths.dataFolder, secret))
  }
  return files
}

/** Every segment from the first to the last; a missing one in between would end the recovery too early. */
async function copyLog(
  paths: FolderPaths,
  part: string,
  segments: { from: string; to: string },
): Promise<BackedUpFile[]> {
  const names = (await readdir(join(paths.cluster, 'pg_wal'))).sort()
  const wanted = names.filter(
    (name) => name.endsWith('.history') || (segmentName.test(name) && name >= segments.from && name <= segments.to),
  )
  if (!wanted.includes(segments.from) || !wanted.includes(segments.to)) {
    throw new Error(`the log from ${segments.from} to ${segments.to} is not there any more`)
  }
  const files: BackedUpFile[] = []
  for (const name of wanted) {
    const path = `postgres/pg_wal/${name}`
    const copied = await copyFileOnto(join(paths.cluster, 'pg_wal', name), join(part, path))
    if (!copied) throw new Error(`the segment ${name} went while it was copied`)
    files.push({ path, ...copied })
  }
  return files
}

async function refuseExisting(target: string): Promise<void> {
  const found = await readdir(target).catch(() => undefined)
  if (found !== undefined) throw new Error(`${target} exists already: give each backup a folder of its own`)
}

async function one<Row extends object>(client: Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text)
  if (rows[0] === undefined) throw new Error('the server did not answer')
  return rows[0]
}
