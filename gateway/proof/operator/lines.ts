import type { PersonClass } from '../../src/extras/bank-accounts/rules/line-classes.ts'
import { pause } from '../merchant/client.ts'
import type { BankLine } from '../stages/virtual/parts.ts'
import { carry, type Desk, look, type Wish } from './desk.ts'
import { drawWay } from './own-bank.ts'

/** What a deposit of nobody is called; null: it is to be returned. */
const nobodys: readonly (PersonClass | null)[] = ['interest', 'own_transfer', null]

interface WaitingLine {
  id: string
  text: string
  reference: string | null
  minor: bigint
}

/** More than one act leaves. */
const decidedMax = 5

/**
 * Operators look at lines that wait, and know from the bank whose money each is: they match it to that order, or say what it
 * was. Drawn apart from the rest of the act, so that acts without waiting lines stay what they were.
 */
export async function decideWaitingLines(desk: Desk, lines: () => readonly BankLine[]): Promise<void> {
  const chance = desk.stage.chance(`${desk.act}.lines`)
  if (chance.bool(0.5)) return
  await pause(desk.stage, `${desk.act}.before-lines`, chance.pick([0, 2_000, 60_000, 1_200_000]))
  const waiting = await look({ ...desk, act: `${desk.act}.lines` }, 'read waiting lines', async ({ database }) => {
    const text = `select l.id, l.text, l.refs ->> 'bankRef' as reference, l.amount_minor as minor
      from bank_line_states s join bank_lines l on l.id = s.bank_line_id where s.state = 'in_suspense' order by l.id limit $1`
    const found = await database.engine.query<WaitingLine>({ text, values: [decidedMax] })
    return found.rows
  })
  for (const [place, { id: bankLineId, text, reference, minor }] of waiting.entries()) {
    const line = lines().find(
      (each) => each.text === text && each.bankReference === reference && each.amountMinor === minor,
    )
    const called = chance.pick(nobodys)
    const wish: Wish = line?.transactionId
      ? { action: 'match_line', bankLineId, transactionId: line.transactionId }
      : called === null
        ? { action: 'return_line', bankLineId }
        : { action: 'class_line', bankLineId, class: called }
    await carry(desk, `line-${place + 1}`, { wish, way: drawWay(chance) })
  }
}
