import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { eventually, type World } from './world.ts'

const number = '002180700112345677'

const statement = [
  ...[':20:A', `:25:${number}`, ':28C:1', ':60F:C300613MXN10,00'],
  ...[':61:3006140614C5,00NTRF//B1', ':86:pago', ':61:3006140614D2,00NCHG//B2', ':86:comision'],
  ...[':62F:C300614MXN13,00', '-', ''],
].join('\r\n')

/** OFX says no opening balance: the reader computes it. */
const withoutOpening = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MXN
<BANKACCTFROM><BANKID>002<ACCTID>${number}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20300615<DTEND>20300615
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20300615<TRNAMT>7.00<FITID>F1<MEMO>pago</STMTTRN>
</BANKTRANLIST><LEDGERBAL><BALAMT>20.00<DTASOF>20300615</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`

/** Imports a statement of two lines, and one of one line, of a bank account, for which the simulated bank's connector account stands in. */
export async function storeBankStatement({ db, command }: Pick<World, 'db' | 'command'>): Promise<void> {
  const bankAccountId = uuidV7(new Date())
  await db.query(
    `insert into bank_accounts (id, connector_account_id, environment, country, currency, holder, time_zone)
      select $1, id, environment, 'MX', 'MXN', 'Pasarela Test SA', 'America/Mexico_City'
      from connector_accounts where connector = 'simulated-bank'`,
    [bankAccountId],
  )
  await db.query(`insert into bank_account_numbers values ('test', 'MXN', $1, $2)`, [number, bankAccountId])
  const file = join(tmpdir(), `statement-${process.pid}.sta`)
  for (const [text, result] of [
    [statement, /2 lines, 2 new, adds up/],
    [withoutOpening, /1 lines, 1 new, cannot be added up/],
  ] as const) {
    writeFileSync(file, text)
    const { code, output } = await command('statement', 'import', file, '--environment', 'test')
    rmSync(file)
    assert.equal(code, 0, output)
    assert.match(output, result)
  }
  await eventually(async () => {
    const { rowCount } = await db.query(`select 1 from bank_line_states where state = 'new'`)
    return rowCount === 0 ? true : undefined
  }, 'every line is in the ledger')
  const waiting = await command('line', 'list', '--account', bankAccountId)
  assert.match(waiting.output, /2030-06-14 \+5\.00 MXN, B1, pago, of nobody known/)
  assert.match(waiting.output, /2030-06-14 -2\.00 MXN, B2, comision, of nobody known/)
  const set = await command('bank', 'set', '--account', bankAccountId, '--automatic', 'yes', '--by', 'test')
  assert.match(set.output, /matches by itself/, set.output)
}
