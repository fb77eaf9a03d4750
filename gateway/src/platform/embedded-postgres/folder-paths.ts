import { join } from 'node:path'

/** Where the embedded database keeps its things inside Pasarela's data folder. */
export interface FolderPaths {
  dataFolder: string
  /** PostgreSQL's own folder */
  cluster: string
  log: string
  superuserPassword: string
  ownerPassword: string
  /** a copy of the programs, only where the installed ones cannot be used in place */
  programs: string
}

/** `dataFolder` is an absolute path without links, because processes are recognised by it. */
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
