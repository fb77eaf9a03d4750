export { comparableNumber } from './account-number.ts'
export { decimalText, minorOfDecimal } from './amounts.ts'
export { type BankProfiles, type FormatSettings, readBankProfile } from './bank-profile.ts'
export { contentOf, refuseSize, textOf } from './content.ts'
export { firstRecords } from './csv.ts'
export { numberIn } from './csv-amounts.ts'
export { dayReader } from './csv-dates.ts'
export { type CsvDraft, type CsvField, type CsvProfile, readableFields, readCsvProfile } from './csv-profile.ts'
export { AccountDays } from './days.ts'
export { refuseOtherKinds } from './detect.ts'
export { encodingNamed } from './encodings.ts'
export { type KnownAccount, type ReadOptions, readStatements } from './read-statements.ts'
export {
  type Balance,
  type BankField,
  type Doubt,
  type Reading,
  ReadingFault,
  type References,
  type Statement,
  type StatementFormat,
  type StatementLine,
  StatementRefusal,
  statementFormats,
  statementLimits,
} from './statement.ts'
export { textDigest } from './text-lines.ts'
