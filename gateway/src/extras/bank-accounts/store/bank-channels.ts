import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'
import type { ReadOptions } from '../statements/read-statements.ts'

/** How a file is read. Profiles are those of the own accounts. */
export interface FileOptions extends Pick<ReadOptions, 'encoding' | 'timeZone'> {
  /** The account that the file is of, where several have profiles with the same columns. */
  bankAccountId?: string | undefined
}

export interface ChannelRow {
  id: string
  environment: Environment
  folder: string
  options: FileOptions
  looked_at: Date | null
  last_failure: string | null
}

/** More folders than an operator watches. */
const channelsMax = 100

/** Returns false where the folder is watched already. */
export async function insertChannel(
  tx: Db,
  channel: { id: string; environment: Environment; folder: string; options: FileOptions },
): Promise<boolean> {
  const inserted = await tx.query({
    name: 'insert-bank-channel',
    text: `insert into bank_channels (id, environment, folder, options) select $1, $2, $3, $4
      where (select count(*) from bank_channels where ended_at is null) < ${channelsMax} on conflict do nothing`,
    values: [channel.id, channel.environment, channel.folder, JSON.stringify(channel.options)],
  })
  return inserted.rowCount === 1
}

export async function listChannels(db: Db): Promise<readonly ChannelRow[]> {
  const found = await db.query<ChannelRow>({
    name: 'list-bank-channels',
    text: `select id, environment, folder, options, looked_at, last_failure from bank_channels
      where ended_at is null order by created_at, id`,
  })
  return found.rows
}

export async function noteLook(db: Db, id: string, failure: string | null): Promise<void> {
  await db.query({
    name: 'note-bank-channel-look',
    text: 'update bank_channels set looked_at = gateway_now(), last_failure = $2 where id = $1',
    values: [id, failure],
  })
}

/** Returns false where no such folder is watched. */
export async function endChannel(tx: Db, id: string): Promise<boolean> {
  const ended = await tx.query({
    name: 'end-bank-channel',
    text: 'update bank_channels set ended_at = gateway_now() where id = $1 and ended_at is null',
    values: [id],
  })
  return ended.rowCount === 1
}
