import {
  type CsvDraft,
  contentOf,
  ReadingFault,
  readableFields,
  readCsvProfile,
  refuseOtherKinds,
  StatementRefusal,
  textOf,
} from '@pasarela/bank-statements'
import { contentOf as bytesOf, type ImportDeps, requireStoredFile } from '../import-statement.ts'
import { type FilePreview, previewStatement } from '../preview-statement.ts'
import { refusalSaid } from '../rules/refusal-sentences.ts'
import { requireOwnAccount } from '../set-bank-account.ts'
import { refusedFile } from '../store-statement.ts'
import { columnsIn, guessProfile, type TableColumn } from './guess-profile.ts'

/** How a table is read with a profile that nobody has agreed to yet. */
export interface TriedTable {
  /** What the table suggests, where no profile was given. */
  guess: CsvDraft | undefined
  columns: readonly TableColumn[]
  /** What is wrong with the profile. */
  faults: readonly string[]
  /** What an import would do. Undefined where the profile has faults. */
  preview: FilePreview | undefined
}

/** What is looked at for columns and guesses. */
const headBytes = 65_536
const lineFeed = 0x0a

/**
 * Reads a stored table of an own account with `profile`, or with what the table's beginning suggests. Changes nothing. Throws
 * `not_found`, and `validation_failed` for a file that is no text.
 */
export async function tryProfile(
  deps: ImportDeps,
  { bankAccountId, fileId, profile }: { bankAccountId: string; fileId: string; profile: object | undefined },
): Promise<TriedTable> {
  const account = await requireOwnAccount(deps.database.engine, bankAccountId)
  const { name, environment } = await requireStoredFile(deps, fileId)
  const content = await bytesOf(deps, fileId)
  const text = headOf(content, profile)
  const guess = profile ? undefined : guessProfile(text, { ...account, name: account.bank_name ?? account.holder })
  const { delimiter = ';', quote = '"', skip = 0 } = readableFields(profile ?? guess)
  const table = { guess, columns: columnsOrNone(text, { delimiter, quote, skip }) }
  const read = readCsvProfile(profile ?? guess)
  if ('faults' in read) return { ...table, faults: read.faults, preview: undefined }
  const preview = await previewStatement(deps, { name, environment, content, profile: read.profile })
  const isOther = preview.statements.some((statement) => statement.bankAccountId !== bankAccountId)
  return { ...table, faults: isOther ? ['account: is the number of another own account'] : [], preview }
}

/** The whole lines of a file's beginning. */
function headOf(content: Uint8Array, profile: object | undefined): string {
  try {
    refuseOtherKinds(content)
    const end = content.length > headBytes ? content.lastIndexOf(lineFeed, headBytes) : content.length
    const isWide = content[0] === 0xff || content[0] === 0xfe
    const head = content.subarray(0, isWide ? end + (end % 2) : end)
    return textOf(contentOf(head, readableFields(profile).encoding))
  } catch (error) {
    throw error instanceof StatementRefusal ? refusedFile(refusalSaid(error)) : error
  }
}

function columnsOrNone(text: string, form: Parameters<typeof columnsIn>[1]): readonly TableColumn[] {
  try {
    return columnsIn(text, form)
  } catch (error) {
    if (error instanceof ReadingFault) return []
    throw error
  }
}
