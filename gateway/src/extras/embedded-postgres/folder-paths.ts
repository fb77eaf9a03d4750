import { join } from 'node:path'

/** Paths of the embedded database inside Pasarela's data folder. */
export interface FolderPaths {
  dataFolder: string
  /** PostgreSQL's own folder. */
  cluster: string
  log: string
  superuserPassword: string
  ownerPassword: string
  /** A copy of the programs, only if the installed ones cannot be used in place. */
  programs: string
}

/** `dataFolder`: an absolute path without links, because running processes are identified by it. */
export function folderPaths(dataFolder: string): FolderPaths {
  return {
    dataFolder,
    cluster: join(dataFolder, 'postgres'),
    log: join(dataFolder, 'postgres.log'),
    superuserPassword: join(dataFolder, 'postgres-password-superuser'),
    ownerPassword: join(dataFolder, 'postgres-password'),
    programs: join(dataFolder, 'postgres-programs'),
  }
}
