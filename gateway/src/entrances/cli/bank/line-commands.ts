import { type ClassInput, classLine } from '../../../bank-accounts/judgements/class-line.ts'
import { findOrderFor, linkLine } from '../../../bank-accounts/judgements/link-line.ts'
import { refuseMatch } from '../../../bank-accounts/judgements/refuse-candidate.ts'
import { reopenLine } from '../../../bank-accounts/judgements/reopen-line.ts'
import { keepLine, returnLine } from '../../../bank-accounts/judgements/return-line.ts'
import { type ShownCandidate, showLine } from '../../../bank-accounts/judgements/show-line.ts'
import { manualLineClasses } from '../../../bank-accounts/rules/line-classes.ts'
import { type ShownLine, showWaitingLines } from '../../../bank-accounts/show-lines.ts'
import { present } from '../../../values/assert.ts'
import { formatAmount } from '../../../values/money.ts'
import { type Command, type CommandResult, UsageError } from '../command.ts'
import type { CliDeps } from '../deps.ts'
import { machineActor } from '../machine.ts'
import { type Alone, actOrPropose, creatorOptions, evidenceOption } from '../people.ts'
import { statementWaitTexts } from './statement-waits.ts'

const lineArgument = { value: 'LINE', help: 'the id of the line: see pasarela line list' }

const listCommand: Command = {
  name: 'line list',
  summary:
    'Show the lines of own bank accounts that nobody has claimed, with the transactions that they may belong to.',
  options: { account: { value: 'ID', help: 'only this bank account: see pasarela bank list' } },
  run: async ({ withDeps }, values) => {
    const lines = await withDeps(async (deps) => await showWaitingLines(deps, values['account']))
    return {
      facts: Object.fromEntries(lines.map((line) => [line.id, lineText(line)])),
      json: lines,
      notes: lines.length === 0 ? ['No line waits.'] : [],
    }
  },
}

function lineText({ day, sign, amount, currency, bankRef, text, party, waits, candidates }: ShownLine): string {
  const orders = candidates.map(
    ({ transaction_id: id, class: kind, rule, score, reasons }) =>
      `${kind} ${id} (${rule}, ${score}: ${reasons.join(', ')})`,
  )
  const money = `${day} ${sign === 'C' ? '+' : '-'}${amount} ${currency}`
  const known = orders.length > 0 ? `may be ${orders.join('; ')}` : 'of nobody known'
  return [money, bankRef, party, text, known, waits && statementWaitTexts[waits]].filter(Boolean).join(', ')
}

const showCommand: Command = {
  name: 'line show',
  summary: 'Show a line with everything that a person compares: what the line says beside what each order says.',
  argument: lineArgument,
  options: {},
  run: async ({ withDeps }, values) =>
    await withDeps(async (deps) => await shown(deps, present(values['LINE'], 'LINE'))),
}

async function shown(deps: CliDeps, id: string): Promise<CommandResult> {
  const { row, candidates, order, counterLines } = await showLine(deps, id)
  const { sign, currency } = row
  const all = order ? [order, ...candidates] : candidates
  return {
    facts: {
      line_id: row.id,
      bank_account_id: row.bank_account_id,
      state: [row.state, row.class].filter(Boolean).join(' '),
      money: `${row.booking_day} ${sign === 'C' ? '+' : '-'}${formatAmount(row.amount_minor, currency)} ${currency}`,
      text: row.text,
      party: [row.party_name, row.party_document, row.party_account].filter(Boolean).join(' ') || undefined,
      bank_reference: row.refs.bankRef,
      bank_code: row.bank_code ?? undefined,
      statement: row.waits_for ? statementWaitTexts[row.waits_for] : undefined,
      proposal_id: row.proposal_id ?? undefined,
      ...Object.fromEntries(all.map((each) => [each.order.id, candidateText(each)])),
      ...Object.fromEntries(counterLines.map((each) => [each.id, `may be its return, of ${each.booking_day}`])),
    },
    json: { ...row, amount_minor: row.amount_minor.toString(), candidates: all.map(plainCandidate) },
  }
}

function candidateText({ order, candidate, compared }: ShownCandidate): string {
  const sides = compared.map(({ field, line, order: other, agrees }) => {
    const sign = agrees === null ? 'beside' : agrees ? 'is' : 'IS NOT'
    return `${field} ${line ?? '?'} ${sign} ${other ?? '?'}`
  })
  const why = candidate ? `${candidate.class} (${candidate.rule}, ${candidate.score})` : 'its transaction'
  const about = `${why}, ${order.status} ${order.reason}, ${order.merchant_name} ${order.reference}`
  return [about, ...sides].join('; ')
}

function plainCandidate({ order, candidate, compared, isLikely }: ShownCandidate): object {
  const { id, reference, status, reason } = order
  return { transaction_id: id, reference, status, reason, candidate, compared, alone: isLikely }
}

const matchCommand: Command = {
  name: 'line match',
  summary: 'Say which order a line pays, which payout it proves, or which payout it brings back.',
  argument: lineArgument,
  options: {
    order: { value: 'ORDER', help: 'the transaction_id, the number of its payer, or its reference', required: true },
    'new-money': { help: 'it is further money, and not what an operator confirmed before it came' },
    note: evidenceOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const lineId = present(values['LINE'], 'LINE')
    return await withDeps(async (deps) => {
      const transactionId = await findOrderFor(deps, lineId, present(values['order'], 'order'))
      const fields = { line_id: lineId, transaction_id: transactionId, is_new_money: values['new-money'] !== undefined }
      const acting = await actOrPropose(deps, values, { action: 'link_line', ...fields })
      if (acting.kind === 'proposed') return acting.result
      const { as, moved } = await linkLine(deps, fields, setBy(acting.by))
      return {
        facts: { line_id: lineId, transaction_id: transactionId, class: as, state: moved ? 'applied' : 'linked' },
      }
    })
  },
}

const classCommand: Command = {
  name: 'line class',
  summary:
    'Say what a line is that belongs to no order: a cost of the bank, an own transfer, a point’s or the owner’s money.',
  argument: lineArgument,
  options: {
    class: { value: 'CLASS', help: manualLineClasses.join(', '), required: true },
    point: { value: 'ID', help: 'the point of a funding or a withdrawal, or whose fees the owner takes' },
    shares: { value: 'ID=AMOUNT,…', help: 'owner_out: the points whose fees it takes, together the line’s amount' },
    note: evidenceOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const as = manualLineClasses.find((each) => each === values['class'])
    if (as === undefined) throw new UsageError(`--class is one of ${manualLineClasses.join(', ')}.`)
    const { point, shares } = values
    const fields: ClassInput = {
      ...{ line_id: present(values['LINE'], 'LINE'), class: as },
      ...(point === undefined ? {} : { point_id: point }),
      ...(shares === undefined ? {} : { shares: sharesOf(shares) }),
    }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'class_line', ...fields })
      if (acting.kind === 'proposed') return acting.result
      await classLine(deps, fields, setBy(acting.by))
      return { facts: { line_id: fields.line_id, class: as, state: 'explained' } }
    })
  },
}

function sharesOf(text: string): { point_id: string; amount: string }[] {
  return text.split(',').map((share) => {
    const [id, amount, ...rest] = share.trim().split('=')
    if (!id || !amount || rest.length > 0) throw new UsageError('--shares is POINT=AMOUNT, with commas between them.')
    return { point_id: id, amount }
  })
}

const returnCommand: Command = {
  name: 'line return',
  summary: 'Send back money that nobody claims: it waits for its debit line, or is paired with it.',
  argument: lineArgument,
  options: {
    counter: { value: 'LINE', help: 'the later line that took the money back, once it has come' },
    note: evidenceOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const { counter } = values
    const fields = {
      line_id: present(values['LINE'], 'LINE'),
      ...(counter === undefined ? {} : { counter_line_id: counter }),
    }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'return_line', ...fields })
      if (acting.kind === 'proposed') return acting.result
      await returnLine(deps, fields, setBy(acting.by))
      return { facts: { line_id: fields.line_id, state: counter === undefined ? 'returning' : 'explained' } }
    })
  },
}

const keepCommand: Command = {
  name: 'line keep',
  summary: 'Take back that a line’s money is sent back: it may be judged again.',
  argument: lineArgument,
  options: { note: evidenceOption, ...creatorOptions },
  run: async ({ withDeps }, values) => {
    const lineId = present(values['LINE'], 'LINE')
    const fields = { line_id: lineId }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'keep_line', ...fields })
      if (acting.kind === 'proposed') return acting.result
      await keepLine(deps, fields, setBy(acting.by))
      return { facts: { line_id: lineId, state: 'in_suspense' } }
    })
  },
}

const reopenCommand: Command = {
  name: 'line reopen',
  summary: 'Take back what a line was said to be: counter entries are booked, and it waits to be judged again.',
  argument: lineArgument,
  options: { note: evidenceOption, ...creatorOptions },
  run: async ({ withDeps }, values) => {
    const lineId = present(values['LINE'], 'LINE')
    const fields = { line_id: lineId }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'reopen_line', ...fields })
      if (acting.kind === 'proposed') return acting.result
      await reopenLine(deps, fields, setBy(acting.by))
      return { facts: { line_id: lineId, state: 'in_suspense' } }
    })
  },
}

const refuseCommand: Command = {
  name: 'line refuse',
  summary: 'Say that a line is not an order’s: it is neither proposed nor applied by itself again.',
  argument: lineArgument,
  options: { order: { value: 'UUID', help: 'the transaction_id: see pasarela line show', required: true } },
  run: async ({ withDeps }, values) => {
    const lineId = present(values['LINE'], 'LINE')
    const about = { lineId, transactionId: present(values['order'], 'order') }
    await withDeps(async (deps) => await refuseMatch(deps, about, { actor: machineActor() }))
    return { facts: { line_id: lineId, refused: about.transactionId } }
  },
}

function setBy({ operator: actor, evidence, breakGlass }: Alone) {
  return { actor, evidence, breakGlass }
}

export const lineCommands: readonly Command[] = [
  listCommand,
  showCommand,
  matchCommand,
  classCommand,
  returnCommand,
  keepCommand,
  reopenCommand,
  refuseCommand,
]
