import { join } from 'node:path'
import { isUuid } from '../../platform/ids.ts'
import { environments } from '../../values/environment.ts'
import { codeOf, type FoundFile, listFolder, listFolders, moveInto, readWhole } from '../channels/folder.ts'
import { faultOfFileName } from '../rules/file-name.ts'
import { statementLimits } from '../statements/statement.ts'
import { listBankAccounts } from '../store/bank-accounts.ts'
import { holdInbox, readFileState } from '../store/bank-inbox.ts'
import { type ReadingDeps, readWaitingFile } from './read-waiting-files.ts'
import { gatherBytes, type IncomingFile, receiveFile } from './receive-file.ts'

/**
 * Files that one round takes, over all folders, in turn. The others wait for the next round. Files that could not be taken
 * or moved before come last, so that no folder holds up another one.
 */
const filesPerRound = 20

/** The folders into which files are moved. */
const endings = { done: 'done', refused: 'refused' } as const

/** Whose files a folder holds. */
type Owner = Pick<IncomingFile, 'environment' | 'bankAccountId'>

interface Seen extends Pick<FoundFile, 'size' | 'modifiedMs' | 'inode'> {
  /** Rounds in which it stood still. */
  rounds: number
}

export interface Inbox {
  /** Takes the files that stood still since the last two rounds. Returns how many it took. */
  round(): Promise<number>
}

/**
 * Watches a folder that has one folder per bank account (its id) or per environment (`live`, `test`). A file is stored when
 * size and time stood still for two rounds, then read, then moved to `done` or `refused` beside it. One process at a time
 * watches; the bytes of a file are stored once whoever takes it.
 */
export function watchInbox(deps: ReadingDeps, path: string): Inbox {
  let seen: ReadonlyMap<string, Seen> = new Map()
  // Told once until it is over or another one comes, so that a full disk does not fill the log too.
  const told = new Map<string, string>()
  // Files that are read or refused and could not be moved. Only their move is tried again.
  const waiting = new Map<string, Move>()
  const failed = new Set<string>()
  const tell = (place: string, error: unknown) => {
    const what = remedyOf(error)
    if (told.get(place) === what) return
    told.set(place, what)
    deps.log.error({ err: error, place }, `the bank inbox cannot go on: ${what}`)
  }
  return {
    round: async () => {
      if (!(await holdInbox(deps.database.engine, { name: 'inbox', holder: deps.processName }))) {
        seen = new Map()
        return 0
      }
      const { found, owners } = await findFiles(deps, path, tell)
      const now = countRounds(found, seen)
      const still = found.filter((file) => (now.get(keyOf(file))?.rounds ?? 0) >= 2)
      seen = now
      for (const key of waiting.keys()) if (!now.has(key)) waiting.delete(key)
      for (const key of failed) if (!now.has(key)) failed.delete(key)
      let taken = 0
      for (const file of inTurn(still, failed).slice(0, filesPerRound)) {
        const owner = owners.get(file.folder)
        if (!owner) continue
        const key = keyOf(file)
        try {
          const known = waiting.get(key)
          const move = known && isSameFile(known.file, file) ? known : await takeFile(deps, file, owner)
          if (!move) continue
          waiting.set(key, move)
          await moveInto(file, move)
          waiting.delete(key)
          failed.delete(key)
          told.delete(key)
          taken += 1
        } catch (error) {
          // Behind the others that failed, so that each of them has its turn.
          failed.delete(key)
          failed.add(key)
          tell(key, error)
        }
      }
      return taken
    },
  }
}

async function findFiles(deps: ReadingDeps, path: string, tell: (place: string, error: unknown) => void) {
  const found: FoundFile[] = []
  const owners = new Map<string, Owner>()
  for (const { folder, owner } of await foldersOf(deps, path, tell)) {
    owners.set(folder, owner)
    found.push(...(await filesOf(folder, tell)))
  }
  return { found, owners }
}

function countRounds(found: readonly FoundFile[], seen: ReadonlyMap<string, Seen>): ReadonlyMap<string, Seen> {
  return new Map(
    found.map((file) => {
      const { size, modifiedMs, inode } = file
      const before = seen.get(keyOf(file))
      return [
        keyOf(file),
        { size, modifiedMs, inode, rounds: before && isSameFile(before, file) ? before.rounds + 1 : 0 },
      ]
    }),
  )
}

function keyOf({ folder, name }: Pick<FoundFile, 'folder' | 'name'>): string {
  return join(folder, name)
}

/** The first file of each folder, then the second of each; last those that failed, the longest ago first. */
function inTurn(files: readonly FoundFile[], failed: ReadonlySet<string>): readonly FoundFile[] {
  const places = new Map([...failed].map((key, place) => [key, place]))
  const before = new Map<string, number>()
  const ordered = files.map((file) => {
    const place = places.get(keyOf(file))
    const turn = before.get(file.folder) ?? 0
    if (place === undefined) before.set(file.folder, turn + 1)
    return { file, hasFailed: place !== undefined, turn: place ?? turn }
  })
  return ordered
    .sort((one, other) => Number(one.hasFailed) - Number(other.hasFailed) || one.turn - other.turn)
    .map(({ file }) => file)
}

/** The folders that belong to somebody. Another one is told. */
async function foldersOf(
  deps: ReadingDeps,
  path: string,
  tell: (place: string, error: unknown) => void,
): Promise<{ folder: string; owner: Owner }[]> {
  try {
    const accounts = new Map((await listBankAccounts(deps.database.engine)).map((account) => [account.id, account]))
    return (await listFolders(path)).flatMap((name): { folder: string; owner: Owner }[] => {
      const folder = join(path, name)
      const environment = environments.find((each) => each === name)
      if (environment) return [{ folder, owner: { environment, bankAccountId: undefined } }]
      const account = isUuid(name) ? accounts.get(name) : undefined
      if (account) return [{ folder, owner: { environment: account.environment, bankAccountId: account.id } }]
      tell(folder, new UnknownFolder(folder))
      return []
    })
  } catch (error) {
    tell(path, error)
    return []
  }
}

class UnknownFolder extends Error {
  constructor(folder: string) {
    super(`${folder} has no name of a bank account and is neither live nor test`)
  }
}

async function filesOf(folder: string, tell: (place: string, error: unknown) => void): Promise<readonly FoundFile[]> {
  try {
    const listed = await listFolder(folder)
    return listed.kind === 'files' ? listed.files : []
  } catch (error) {
    tell(folder, error)
    return []
  }
}

/** Where a file goes, and the text beside it. */
interface Move {
  file: FoundFile
  into: string
  suffix: string
  text: string | undefined
}

function isSameFile(one: Omit<Seen, 'rounds'>, other: Omit<Seen, 'rounds'>): boolean {
  return one.size === other.size && one.modifiedMs === other.modifiedMs && one.inode === other.inode
}

/** Stores a file and reads it. Undefined: it changed meanwhile, or another process reads it. */
async function takeFile(deps: ReadingDeps, file: FoundFile, owner: Owner): Promise<Move | undefined> {
  const fault = refusalOf(file)
  if (fault !== undefined) {
    return { file, into: endings.refused, suffix: String(Math.trunc(file.modifiedMs)), text: fault }
  }
  const gathered = gatherBytes()
  if (!(await readWhole(file, gathered.add))) return undefined
  const received = await receiveFile(deps, {
    ...{ ...gathered.end(), ...owner, name: file.name, holder: deps.processName },
    ...{ receivedBy: 'bank inbox', source: 'folder' as const },
  })
  const { id, receivedAt } = received
  if (received.state === 'stored') await readWaitingFile(deps, id)
  const { state, refusal } = await readFileState(deps.database.engine, id)
  if (state === 'stored') return undefined
  if (state === 'refused') {
    return { file, into: endings.refused, suffix: id, text: `File ${id} was refused. ${refusal ?? ''}` }
  }
  const isKnown = received.isKnown && received.state === 'read'
  const known = `The same bytes are known since ${receivedAt.toISOString()}: nothing was stored again.`
  return { file, into: endings.done, suffix: id, text: isKnown ? known : undefined }
}

function refusalOf({ name, size }: FoundFile): string | undefined {
  const fault = faultOfFileName(name)
  if (fault !== undefined) return `The file was not read: its name ${fault}.`
  if (size === 0) return 'The file was not read: it is empty.'
  const max = statementLimits.fileBytes
  return size > max ? `The file was not read: it is larger than ${max} bytes.` : undefined
}

/** What a person can do about an error of the file system. */
function remedyOf(error: unknown): string {
  if (error instanceof UnknownFolder)
    return 'rename or remove the folder: pasarela bank list shows the ids of bank accounts'
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full: free some space, the files wait and are not taken twice'
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'give the user of the gateway the right to read the folder and to write into it, for done and refused'
    case 'ENOENT':
      return 'the folder of PASARELA_BANK_INBOX does not exist: make it, or mount it'
    default:
      return 'see the error'
  }
}
