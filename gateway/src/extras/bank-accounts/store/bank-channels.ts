import type { ReadOptions } from '@pasarela/bank-statements'
import type { Db } from '../../../core/platform/database/database.ts'
import type { Environment } from '../../../core/values/environment.ts'

/** How a file is read. Profiles are those of the own accounts. */
export interface FileOptions extends Pick<ReadOptions, 'encoding' | 'timeZone'> {
  /** The account that the file is of, where several have profiles with the same columns. */
  bankAccountId?: string | undefined
}

export interface ChannelRow {
  id: string
  environment: Environment
  /** Null: files come over HTTP, with a token. */
  folder: string | null
  options: FileOptions
  /** CIDR, of a token; null: every network. */
  networks: string[] | null
  /** Files with a right signature apply by themselves. */
  signs: boolean
  /** When the folder was looked at, or the last file came. */
  looked_at: Date | null
  last_failure: string | null
}

/** More than an operator has. */
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
    text: `select id, environment, folder, options, networks, signing_key is not null as signs, looked_at, last_failure from bank_channels
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

/** Returns false where there is no such channel. */
export async function endChannel(tx: Db, id: string): Promise<boolean> {
  const ended = await tx.query({
    name: 'end-bank-channel',
    text: 'update bank_channels set ended_at = gateway_now() where id = $1 and ended_at is null',
    values: [id],
  })
  return ended.rowCount === 1
}

/** A channel whose files come over HTTP. */
export interface TokenRow {
  id: string
  environment: Environment
  options: FileOptions
  token_hash: Buffer
  networks: string[] | null
  /** Ed25519, 32 bytes. Null: each file waits for a person. */
  signing_key: Buffer | null
}

/** Makes a channel, or gives it another token. Returns false where it is another kind of channel, has ended, or a hundred are. */
export async function saveToken(tx: Db, row: TokenRow): Promise<boolean> {
  const saved = await tx.query({
    name: 'save-bank-channel-token',
    text: `insert into bank_channels (id, environment, options, token_hash, networks, signing_key)
      select $1::uuid, $2, $3::jsonb, $4::bytea, $5::text[], $6::bytea where exists (select from bank_channels where id = $1)
        or (select count(*) from bank_channels where ended_at is null) < ${channelsMax}
      on conflict (id) do update set options = excluded.options, token_hash = excluded.token_hash,
        networks = excluded.networks, signing_key = excluded.signing_key
        where bank_channels.token_hash is not null and bank_channels.ended_at is null
          and bank_channels.environment = excluded.environment`,
    values: [row.id, row.environment, JSON.stringify(row.options), row.token_hash, row.networks, row.signing_key],
  })
  return saved.rowCount === 1
}

export async function findToken(db: Db, id: string): Promise<TokenRow | undefined> {
  const found = await db.query<TokenRow>({
    name: 'find-bank-channel-token',
    text: `select id, environment, options, token_hash, networks, signing_key from bank_channels
      where id = $1 and ended_at is null and token_hash is not null`,
    values: [id],
  })
  return found.rows[0]
}
