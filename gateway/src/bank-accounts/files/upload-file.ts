import { isUuid } from '../../platform/ids.ts'
import type { Actor } from '../../values/actor.ts'
import type { Environment } from '../../values/environment.ts'
import { type FieldProblem, Problem } from '../../values/problem.ts'
import { refuseFaults } from '../../values/refuse-faults.ts'
import { faultOfFileName } from '../rules/file-name.ts'
import { statementLimits } from '../statements/statement.ts'
import { findBankAccount } from '../store/bank-accounts.ts'
import { type FileBytes, type FileDeps, gatherBytes, type ReceivedFile, receiveFile } from './receive-file.ts'

export interface UploadRequest {
  name: string
  /** Undefined: that of the bank account, or else live. */
  environment: Environment | undefined
  /** The account whose statements the file holds. Tables are read by its profile. */
  bankAccountId: string | undefined
}

export interface Upload extends FileBytes {
  name: string
  environment: Environment
  bankAccountId: string | undefined
  actor: Actor
}

/** Says what is wrong with an upload before its bytes are read. Throws `validation_failed` with every wrong field. */
export async function checkUpload(
  deps: Pick<FileDeps, 'database'>,
  { name, environment, bankAccountId }: UploadRequest,
): Promise<Environment> {
  const faults: FieldProblem[] = []
  const nameFault = faultOfFileName(name)
  if (nameFault !== undefined) faults.push({ code: 'not_allowed', param: 'name', message: `name ${nameFault}` })
  const account =
    bankAccountId !== undefined && isUuid(bankAccountId)
      ? await findBankAccount(deps.database.engine, bankAccountId)
      : undefined
  if (bankAccountId !== undefined && !account) {
    faults.push({ code: 'not_allowed', param: 'bank_account_id', message: 'there is no such bank account' })
  }
  if (account && environment !== undefined && account.environment !== environment) {
    const message = `the bank account is one of the environment ${account.environment}`
    faults.push({ code: 'not_allowed', param: 'environment', message })
  }
  refuseFaults(faults)
  return account?.environment ?? environment ?? 'live'
}

/** Gathers the bytes of a body. Throws `body_too_large`, and `validation_failed` for one that ends early. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | undefined,
  maxBytes: number = statementLimits.fileBytes,
): Promise<FileBytes> {
  const gathered = gatherBytes()
  try {
    for await (const chunk of body ?? []) if (gathered.add(chunk) > maxBytes) throw tooLarge(maxBytes)
  } catch (error) {
    if (error instanceof Problem) throw error
    const message = 'the file did not arrive whole: send it again'
    throw new Problem('validation_failed', { fields: [{ code: 'too_short', param: 'file', message }] })
  }
  return gathered.end()
}

export function tooLarge(maxBytes: number = statementLimits.fileBytes): Problem {
  return new Problem('body_too_large', { message: `The file is larger than ${maxBytes / 1024 / 1024} MiB.` })
}

/** Stores an uploaded file. A loop reads it afterwards. Throws `validation_failed` for an empty one. */
export async function uploadFile(deps: FileDeps, { actor, ...file }: Upload): Promise<ReceivedFile> {
  return await receiveFile(deps, { ...file, actor, receivedBy: actor.name, source: 'upload' })
}
