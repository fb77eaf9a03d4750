import { refuseSize, StatementRefusal } from '@pasarela/bank-statements'
import type { PlatformDeps } from '../../../core/platform/deps.ts'
import { Problem } from '../../../core/values/problem.ts'
import { type ImportDeps, importStatement } from '../import-statement.ts'
import { type ChannelRow, listChannels, noteLook } from '../store/bank-channels.ts'
import { type FoundFile, listFolder, moveInto, readSeen } from './watched-folder.ts'

type Watched = ChannelRow & { folder: string }

/**
 * One round over all watched folders: imports each file that has not changed since the round before, and moves it into
 * `done`, or into `refused` with the reason beside it. A folder that is not at this machine is left to the others, and one
 * that cannot be read or written holds none of the others up. Keeps in memory what the last round saw. Returns 0, so that
 * rounds keep their distance: a file that still grows looks whole at once.
 */
export function channelWatcher(deps: ImportDeps & Pick<PlatformDeps, 'log'>): () => Promise<number> {
  let seen: ReadonlySet<string> = new Set()
  return async () => {
    const now = new Set<string>()
    for (const channel of await listChannels(deps.database.engine)) {
      if (channel.folder === null) continue
      try {
        await lookInto(deps, { ...channel, folder: channel.folder }, { seen, now })
      } catch (error) {
        // Where the database is away, this throws.
        await noteLook(deps.database.engine, channel.id, String(error).slice(0, 2_000))
        deps.log.error({ err: error, channel: channel.id }, 'a watched folder cannot be used')
      }
    }
    seen = now
    return 0
  }
}

async function lookInto(
  deps: ImportDeps & Pick<PlatformDeps, 'log'>,
  channel: Watched,
  { seen, now }: { seen: ReadonlySet<string>; now: Set<string> },
): Promise<void> {
  const files = await listFolder(channel.folder)
  if (!files) return
  for (const file of files) now.add(stateOf(file))
  const still = files.filter((file) => seen.has(stateOf(file)))
  let failure: string | null = still.length > 0 ? null : channel.last_failure
  for (const file of still) failure = await importFile(deps, channel, file)
  await noteLook(deps.database.engine, channel.id, failure)
}

function stateOf({ folder, name, size, modifiedMs, inode }: FoundFile): string {
  return `${inode} ${size} ${modifiedMs} ${folder}/${name}`
}

/** Returns why the file was refused. Throws where it may be imported later. */
async function importFile(
  deps: ImportDeps & Pick<PlatformDeps, 'log'>,
  { id: channelId, environment, folder, options }: Watched,
  file: FoundFile,
): Promise<string | null> {
  try {
    refuseSize(file.size)
    const content = await readSeen(file)
    if (!content) return null
    const received = { content, name: file.name, environment, receivedBy: `folder ${folder}`.slice(0, 200), channelId }
    await importStatement(deps, { ...options, ...received })
    await moveInto(file, 'done')
    return null
  } catch (error) {
    if (!(error instanceof StatementRefusal || error instanceof Problem)) throw error
    const reason =
      error instanceof Problem
        ? [error.message, ...error.fields.map(({ message }) => message)].join(' ')
        : error.message
    deps.log.error({ channel: channelId, file: file.name, reason }, 'a file of a watched folder was refused')
    await moveInto(file, 'refused', reason)
    return `${file.name}: ${reason}`.slice(0, 2_000)
  }
}
