import { createHash } from 'node:crypto'
import { auditOf, writeAudit } from '../../audit/write-audit.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { PlatformDeps } from '../../platform/deps.ts'
import { uuidV7 } from '../../platform/ids.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Actor } from '../../values/actor.ts'
import type { Environment } from '../../values/environment.ts'
import {
  type BankFileRow,
  type FileSource,
  findFilePart,
  insertBankFile,
  insertFilePart,
  lockBankFile,
  readAgain,
} from '../store/bank-files.ts'
import { refusedFile } from '../store-statement.ts'

export type FileDeps = Pick<PlatformDeps, 'database' | 'clock'> & { secretBox: SecretBox }

/** Bytes of one sealed piece of a file. */
export const partBytes = 1024 * 1024

/** The bytes of a file as they come, in pieces that can be sealed. */
export interface FileBytes {
  parts: readonly Buffer[]
  bytes: number
  sha256: Buffer
}

export interface IncomingFile extends FileBytes {
  /** As the bank or the person named it, up to 255 characters. */
  name: string
  environment: Environment
  receivedBy: string
  source: FileSource
  /** The account whose statements it holds, if the sender says so. */
  bankAccountId?: string | undefined
  /** The process that reads the file itself. Undefined: the loop reads it. */
  holder?: string | undefined
  /** The person of an upload. The audit log tells of it in the same commit. */
  actor?: Actor | undefined
}

export interface ReceivedFile {
  id: string
  state: BankFileRow['state']
  receivedAt: Date
  /** The same bytes were there before. */
  isKnown: boolean
}

/** Gathers bytes that come in pieces of any size. */
export function gatherBytes(): { add(chunk: Uint8Array): number; end(): FileBytes } {
  const parts: Buffer[] = []
  const hash = createHash('sha256')
  let [bytes, last, used] = [0, Buffer.alloc(0), 0]
  return {
    /** Returns how many bytes have come. */
    add: (chunk) => {
      hash.update(chunk)
      for (let from = 0; from < chunk.length; ) {
        if (used === last.length) {
          last = Buffer.allocUnsafeSlow(partBytes)
          used = 0
          parts.push(last)
        }
        const taken = Math.min(chunk.length - from, last.length - used)
        last.set(chunk.subarray(from, from + taken), used)
        used += taken
        from += taken
      }
      bytes += chunk.length
      return bytes
    },
    end: () => {
      const whole = parts.slice(0, -1)
      return { parts: bytes === 0 ? [] : [...whole, last.subarray(0, used)], bytes, sha256: hash.digest() }
    },
  }
}

/**
 * Stores a file before anything reads it, sealed in pieces. The same bytes are stored once per environment; a file that
 * was refused is read again, and its bytes are stored again where they were removed. Throws `validation_failed` for an empty file.
 */
export async function receiveFile(deps: FileDeps, file: IncomingFile): Promise<ReceivedFile> {
  if (file.bytes === 0) throw refusedFile('The file is empty.')
  const now = deps.clock.now()
  const id = uuidV7(now)
  const { environment, sha256, bytes, source, bankAccountId = null, holder = null } = file
  const [name, receivedBy] = [file.name.slice(-255), file.receivedBy.slice(0, 200)]
  return await inTransaction(deps.database.engine, async (tx) => {
    const uploadedBy = file.actor?.userId ?? null
    const row = { id, environment, name, sha256, bytes, receivedBy, source, bankAccountId, holder, uploadedBy }
    const isNew = await insertBankFile(tx, row)
    const known = isNew ? undefined : await lockBankFile(tx, { environment, sha256 })
    if (!isNew && !known) throw new Error('the file with these bytes is neither new nor known')
    if (known?.state === 'refused') await readAgain(tx, { id: known.id, bankAccountId, holder, uploadedBy })
    if (isNew || known?.has_no_content) {
      for (const [part, content] of file.parts.entries()) {
        const place = { fileId: known?.id ?? id, part }
        await insertFilePart(tx, { ...place, box: sealed(deps.secretBox, content, place) })
      }
    }
    if (file.actor) {
      const detail = { name, bytes, environment, known: !isNew }
      const facts = { objectId: known?.id ?? id, merchantId: null, detail }
      await writeAudit(tx, auditOf(file.actor, 'bank_file.upload', facts), now)
    }
    if (!known) return { id, state: 'stored' as const, receivedAt: now, isKnown: false }
    const state = known.state === 'refused' ? ('stored' as const) : known.state
    return { id: known.id, state, receivedAt: known.received_at, isKnown: true }
  })
}

/** The bytes of a stored file, in memory of their own. */
export async function loadFile(deps: FileDeps, { id, bytes }: { id: string; bytes: number }): Promise<Uint8Array> {
  const content = new Uint8Array(bytes)
  const written = Buffer.from(content.buffer)
  let used = 0
  for (let part = 0; used < bytes; part += 1) {
    const box = await findFilePart(deps.database.engine, id, part)
    if (!box) throw new Error(`part ${part} of the file ${id} is missing`)
    used += written.write(deps.secretBox.open(box, placeOf({ fileId: id, part })), used, 'base64')
  }
  return content
}

interface PartPlace {
  fileId: string
  part: number
}

function sealed(box: SecretBox, content: Buffer, place: PartPlace): Buffer {
  return box.seal(content.toString('base64'), placeOf(place))
}

function placeOf({ fileId, part }: PartPlace) {
  return { table: 'bank_file_parts', column: 'content_box', rowId: `${fileId}/${part}` }
}
