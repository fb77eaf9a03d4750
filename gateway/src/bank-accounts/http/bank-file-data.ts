import { isoMicroseconds, isoMicrosecondsOrNull } from '../../values/timestamps.ts'
import type { ShownFile } from '../files/show-files.ts'
import type { ShownStatement } from '../show-statements.ts'
import type { BankFileData, BankStatementData } from './contract/bank-files.ts'

export function bankFileData(row: ShownFile): BankFileData {
  return {
    id: row.id,
    environment: row.environment,
    name: row.name,
    bytes: Number(row.size_bytes),
    sha256: row.sha256.toString('hex'),
    source: row.source,
    received_by: row.received_by,
    received_at: isoMicroseconds(row.received_at),
    bank_account_id: row.bank_account_id,
    state: row.state,
    is_being_read: row.is_being_read,
    format: row.format,
    markers: row.markers,
    read_at: isoMicrosecondsOrNull(row.read_at),
    statements: row.statements,
    refusal:
      row.refusal === null
        ? null
        : {
            message: row.refusal,
            line: row.refusal_line,
            column: row.refusal_column,
            byte: row.refusal_byte === null ? null : Number(row.refusal_byte),
            at: isoMicrosecondsOrNull(row.refused_at),
          },
  }
}

export function bankStatementData(statement: ShownStatement): BankStatementData {
  const { id, environment, currency, kind, opening, closing, lines, credits, debits, joins, gap, surplus, doubts } =
    statement
  return {
    ...{ id, environment, currency, kind, opening, closing, lines, credits, debits, joins, gap, surplus, doubts },
    bank_account_id: statement.bankAccountId,
    from_day: statement.fromDay,
    to_day: statement.toDay,
    adds_up: statement.addsUp,
    waits_for: statement.waits,
    accepted: statement.accepted,
    file_id: statement.fileId,
    file_name: statement.fileName,
    received_at: isoMicroseconds(statement.receivedAt),
  }
}
