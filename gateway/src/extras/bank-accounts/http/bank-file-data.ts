import { fromStored } from '../../../core/texts/messages/say.ts'
import type { CurrencyCode } from '../../../core/values/currency.ts'
import { formatAmount } from '../../../core/values/money.ts'
import { isoMicroseconds } from '../../../core/values/timestamps.ts'
import type { Say } from '../../../core/web/request-context.ts'
import type { FilePreview, PreviewedLine, PreviewedStatement } from '../preview-statement.ts'
import type { ShownFile } from '../show-files.ts'
import { statementData } from './bank-account-routes.ts'
import type { AskedOption, BankFileData, FilePreviewData, PreviewedStatementData } from './contract/bank-accounts.ts'

export function bankFileData(file: ShownFile, say: Say): BankFileData {
  return {
    ...{ file_id: file.id, environment: file.environment, name: file.name, bytes: Number(file.size_bytes) },
    ...{ by: file.received_by, received_at: isoMicroseconds(file.received_at), format: file.format },
    // What a file was refused for stays true until somebody proposes it anew.
    state: file.proposal_id === null || file.state === 'read' ? file.state : 'proposed',
    refusal: file.refusal && say(fromStored(file.refusal)),
    ...{ proposal_id: file.proposal_id, by_token: file.by_token, statements: file.statements, lines: file.lines },
    first: file.first.map(statementData),
  }
}

const questions = {
  bankAccountId: 'bank_account_id',
  encoding: 'encoding',
  timeZone: 'time_zone',
} as const satisfies Record<FilePreview['asks'][number], AskedOption>

export function filePreviewData(preview: FilePreview, say: Say): FilePreviewData {
  const { name, bytes, sha256, environment, known, refusal, reading } = preview
  return {
    ...{ name, bytes, sha256, environment },
    known: known ? { file_id: known.id, state: known.state, received_at: isoMicroseconds(known.received_at) } : null,
    refusal: refusal ? { reason: say(refusal.reason), place: refusal.place ?? null } : null,
    format: reading?.version ?? null,
    encoding: reading?.encoding ?? null,
    end_is_proven: reading?.endIsProven ?? false,
    asks: preview.asks.map((each) => questions[each]),
    ...{ statement_count: preview.statementCount, lines: preview.lines, new_lines: preview.newLines },
    statements: preview.statements.map(previewedData),
  }
}

function previewedData(statement: PreviewedStatement): PreviewedStatementData {
  const { account, newLines, credits, debits, doubts, firstLines, currency } = statement
  return {
    ...statementData(statement),
    ...{ account, new_lines: newLines, credits, debits, doubts },
    first_lines: firstLines.map((line) => lineData(line, currency)),
  }
}

function lineData(line: PreviewedLine, currency: CurrencyCode): PreviewedStatementData['first_lines'][number] {
  const { position, booking_day: day, sign, amount_minor, text, party_name: party, in_doubt, is_known } = line
  return { position, day, sign, amount: formatAmount(amount_minor, currency), text, party, in_doubt, is_known }
}
