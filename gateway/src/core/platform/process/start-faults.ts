import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../config/config.ts'
import { NoPrimaryError } from '../database/database-away.ts'

/** Messages of PostgreSQL and its programs for ENOSPC and EDQUOT. The programs run in the C locale. */
const diskFullText = /No space left on device|Disk quota exceeded/
const readOnlyText = /Read-only file system/

/** PostgreSQL's code of a full disk. */
const postgresDiskFull = '53100'

const addressCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])

type Where = Pick<Config, 'dataDir' | 'host' | 'port' | 'databaseUrl'>

/** Listens for a moment where the gateway will. Rejects as its own listening would, before anything was made. */
export async function tryToListen({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const closed = once(server, 'close')
  server.close()
  await closed
}

/** One sentence about a failed start that the operator can repair; undefined for other errors. */
export function startFault(error: unknown, { dataDir, host, port, databaseUrl }: Where): string | undefined {
  const code = codeOf(error)
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program: stop that one, or choose another port with PORT.`
    case 'EADDRNOTAVAIL':
      return `${host} is no address of this machine: name one with HOST.`
    case postgresDiskFull:
      return diskFull(databaseUrl === undefined ? `the data folder ${dataDir}` : 'PostgreSQL')
  }
  if (code === 'EACCES' && syscallOf(error) === 'listen') {
    return `This user may not listen on port ${port}: choose a port above 1023 with PORT.`
  }
  return databaseUrl === undefined ? fileFault(error, dataDir) : (databaseFault(error) ?? fileFault(error, dataDir))
}

/** The same for file errors of a folder. */
export function fileFault(error: unknown, folder: string): string | undefined {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (code === 'ENOSPC' || code === 'EDQUOT' || diskFullText.test(message)) return diskFull(`the data folder ${folder}`)
  if (code === 'EROFS' || readOnlyText.test(message)) {
    return `The data folder ${folder} is on a read-only disk: make it writable, or choose another folder with PASARELA_DATA_DIR.`
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return (
      `This user may not write to the data folder ${folder}: give it to the user who starts Pasarela, ` +
      'or choose another folder with PASARELA_DATA_DIR.'
    )
  }
  if (code === 'ENOTDIR' || (code === 'EEXIST' && syscallOf(error) === 'mkdir')) {
    return `The data folder ${folder} is no folder: choose another one with PASARELA_DATA_DIR.`
  }
  // On a read-only disk, Node reports ENOENT for a folder that cannot be created.
  if (code === 'ENOENT' && syscallOf(error) === 'mkdir') {
    return `The data folder ${folder} cannot be made: its disk is read-only or gone. Choose another folder with PASARELA_DATA_DIR.`
  }
  return undefined
}

/** Never contains the connection string, which may hold a password. */
function databaseFault(error: unknown): string | undefined {
  const code = codeOf(error)
  if (code === undefined) return undefined
  if (error instanceof NoPrimaryError) return `The PostgreSQL of DATABASE_URL takes no writes: ${error.message}.`
  if (addressCodes.has(code)) return `The PostgreSQL of DATABASE_URL cannot be reached (${code}).`
  if (code === '25006') return 'The PostgreSQL of DATABASE_URL is a standby: name its primary.'
  if (code === '57P03') return 'The PostgreSQL of DATABASE_URL is still starting.'
  if (code === '28P01' || code === '28000') return `The PostgreSQL of DATABASE_URL refuses the login (${code}).`
  if (code === '3D000') return 'The PostgreSQL of DATABASE_URL has no database of that name.'
  return undefined
}

function diskFull(whose: string): string {
  return `The disk of ${whose} is full: make room and start again. Nothing that was accepted is lost.`
}

/** Failed attempts to several addresses are one AggregateError with the code of the first. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

function syscallOf(error: unknown): unknown {
  return error instanceof Error && 'syscall' in error ? error.syscall : undefined
}
