import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { StatementRefusal } from '@pasarela/bank-statements'
import { commitFacts, requireSecondOperator, type SetBy } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { isUuid, sameSecret } from '../../core/platform/ids.ts'
import { allowList } from '../../core/platform/network.ts'
import type { Environment } from '../../core/values/environment.ts'
import { Problem } from '../../core/values/problem.ts'
import { contentOf, type ImportDeps, importStatement, receiveStatement, requireStoredFile } from './import-statement.ts'
import { say } from './messages/en.ts'
import { refusalSaid } from './rules/refusal-sentences.ts'
import { type FileOptions, findToken, noteLook, saveToken, type TokenRow } from './store/bank-channels.ts'
import { findChannelOfFile } from './store/bank-files.ts'
import { refusedFile } from './store-statement.ts'

/** Another way in for files: over HTTP, with a token. Its id is made by who asks for it, so that a token can be replaced. */
export interface ChannelToken {
  channelId: string
  environment: Environment
  /** SHA-256 of the token, hexadecimal: the token itself never comes here. */
  tokenHash: string
  /** CIDR. */
  networks: readonly string[]
  /** Ed25519, base64 of the 32 bytes or of the DER form. */
  signingKey?: string | undefined
  options: FileOptions
}

/** Ed25519 keys in DER form begin so (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')
const keyBytes = 32

/** The 32 bytes of an Ed25519 public key; undefined if the text is none. */
export function signingKeyOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isDer = bytes.length === derPrefix.length + keyBytes && bytes.subarray(0, derPrefix.length).equals(derPrefix)
  const raw = isDer ? bytes.subarray(derPrefix.length) : bytes
  return raw.length === keyBytes ? raw : undefined
}

/**
 * Makes a channel with a token, or gives one another token: the one before ends at once. Throws `second_person_required` for
 * live accounts, and `validation_failed`.
 */
export async function setChannelToken(
  deps: Pick<PlatformDeps, 'database' | 'clock'>,
  channel: ChannelToken,
  by: SetBy,
): Promise<string> {
  const { channelId: id, environment, networks, signingKey, options } = channel
  requireSecondOperator(environment, by)
  const row: TokenRow = {
    ...{ id, environment, options, token_hash: Buffer.from(channel.tokenHash, 'hex') },
    networks: networks.length === 0 ? null : [...networks],
    signing_key: signingKey === undefined ? null : (signingKeyOf(signingKey) ?? null),
  }
  await inTransaction(deps.database.engine, async (tx) => {
    if (!(await saveToken(tx, row))) throw new Problem('not_in_this_state', { message: say('channel.no_token') })
    const detail = { environment, networks: networks.join(', '), signing_key: signingKey ?? null }
    const facts = { objectId: id, merchantId: null, detail }
    await writeAudit(tx, { ...auditOf(by.actor, 'bank_channel.token', facts), ...commitFacts(by) }, deps.clock.now())
  })
  return id
}

const nothing = Buffer.alloc(32)

/** The channel whose token this is, if the address may use it. Throws `unknown_key`, for every reason alike. */
export async function openChannel(
  { database }: Pick<PlatformDeps, 'database'>,
  sent: { channelId: string; token: string; address: string },
): Promise<TokenRow> {
  const channel = isUuid(sent.channelId) ? await findToken(database.engine, sent.channelId) : undefined
  const isRight = sameSecret(channel?.token_hash ?? nothing, createHash('sha256').update(sent.token).digest())
  const isNear = channel?.networks == null || allowList(channel.networks)(sent.address)
  if (!channel || !isRight || !isNear) throw new Problem('unknown_key', { message: say('channel.unknown_token') })
  return channel
}

export interface SentFile {
  content: Buffer
  name: string
  /** Base64 of the Ed25519 signature of the bytes; undefined: not signed. */
  signature: string | undefined
}

/** What became of a file: it waits for one person, or its lines count. */
export interface TakenFile {
  fileId: string
  state: 'stored' | 'read'
  knownSince?: Date
}

/**
 * Takes a file that came by a token. A signed one is imported as an agreed channel's file, another one waits for one person.
 * Throws `bad_signature` before anything is stored, and `validation_failed` with the reason where the file is refused.
 */
export async function takeSentFile(deps: ImportDeps, channel: TokenRow, file: SentFile): Promise<TakenFile> {
  const { id: channelId, environment, options, signing_key: key } = channel
  const { content, name, signature } = file
  if (signature !== undefined && !(key && (await isSigned(content, signature, key)))) {
    throw new Problem('bad_signature', { message: say('channel.bad_signature') })
  }
  const received = { content, name, environment, receivedBy: `channel ${channelId}` }
  if (signature === undefined) {
    const { fileId, knownSince } = await receiveStatement(deps, { ...received, tokenChannelId: channelId })
    await noteLook(deps.database.engine, channelId, null)
    return { fileId, state: knownSince ? 'read' : 'stored', ...(knownSince && { knownSince }) }
  }
  return await importOf(
    deps,
    channelId,
    async () => await importStatement(deps, { ...options, ...received, channelId }),
  )
}

/**
 * Imports a file that came by a token: one person saw what is in it. Throws `not_found`, `not_in_this_state` if it came in
 * another way or its channel has ended, and `validation_failed`.
 */
export async function importSentFile(
  deps: ImportDeps,
  { fileId, options, by }: { fileId: string; options: FileOptions; by: string },
): Promise<TakenFile> {
  const file = await requireStoredFile(deps, fileId)
  const channel = await findChannelOfFile(deps.database.engine, fileId)
  if (!channel) throw new Problem('not_in_this_state', { message: say('channel.not_by_token') })
  const content = await contentOf(deps, fileId)
  const received = { content, name: file.name, environment: file.environment, receivedBy: by }
  const { channel_id: channelId } = channel
  return await importOf(
    deps,
    channelId,
    async () => await importStatement(deps, { ...channel.options, ...options, ...received, channelId }),
  )
}

/** Notes with the channel why its newest file was refused. */
async function importOf(
  deps: ImportDeps,
  channelId: string,
  work: () => ReturnType<typeof importStatement>,
): Promise<TakenFile> {
  try {
    const { fileId, knownSince } = await work()
    await noteLook(deps.database.engine, channelId, null)
    return { fileId, state: 'read', ...(knownSince && { knownSince }) }
  } catch (error) {
    if (!(error instanceof StatementRefusal || error instanceof Problem)) throw error
    await noteLook(deps.database.engine, channelId, error.message.slice(0, failureLengthMax))
    throw error instanceof StatementRefusal ? refusedFile(refusalSaid(error)) : error
  }
}

/** Of what is stored. */
const failureLengthMax = 2_000

/** In a thread of its own: a large file holds nobody up. */
async function isSigned(content: Buffer, signature: string, key: Buffer): Promise<boolean> {
  const publicKey: KeyObject = createPublicKey({ key: Buffer.concat([derPrefix, key]), format: 'der', type: 'spki' })
  return await new Promise((done) =>
    verify(null, content, publicKey, Buffer.from(signature, 'base64'), (error, isRight) => done(!error && isRight)),
  )
}
