import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeClabe } from '../../src/identifiers/mx/clabe.ts'
import type { Operators } from '../support/people.ts'
import { openWorld } from '../support/world.ts'

/** How many lines each file has: `BANK_FILE_LINES=10000,100000` measures both sizes. */
const sizes = (process.env['BANK_FILE_LINES'] ?? '3000').split(',').map(Number)
/** `BANK_FILE_FORMATS=camt` measures one alone: its peak of memory is then its own, and no lines of another one are matched meanwhile. */
const wanted = process.env['BANK_FILE_FORMATS']?.split(',')

/** Sooner than a person must prove again who they are. */
const proofMs = 200_000

const clabe = makeClabe({ bank: '002', city: '180', account: '12345678901' })
const rows = (count: number, rowOf: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => rowOf(n + 1)).join('')

/** Files with one credit of 1.00 per line, all of one day. */
const formats: Readonly<Record<string, { day: string; write(count: number): string }>> = {
  camt: {
    day: '2026-01-05',
    write: (count) =>
      `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S</Id><Acct><Id><Othr><Id>${clabe}</Id></Othr></Id><Ccy>MXN</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-05</Dt></Dt></Bal><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="MXN">${count}.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-05</Dt></Dt></Bal>${rows(count, (n) => `<Ntry><Amt Ccy="MXN">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-05</Dt></ValDt><AcctSvcrRef>C${n}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><Refs><EndToEndId>E${n}</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>PERSONA PRUEBA ${n}</Nm></Pty></Dbtr><DbtrAcct><Id><Othr><Id>002010077777777771</Id></Othr></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>PAGO DE PRUEBA NUMERO ${n} DE LA TIENDA</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`)}</Stmt></BkToCstmrStmt></Document>`,
  },
  mt940: {
    day: '2026-01-06',
    write: (count) =>
      `:20:D\r\n:25:${clabe}\r\n:28C:1\r\n:60F:C260106MXN0,00\r\n${rows(count, (n) => `:61:2601060106C1,00NTRFNONREF//M${n}\r\n:86:PAGO DE PRUEBA NUMERO ${n} DE LA TIENDA PERSONA PRUEBA\r\n`)}:62F:C260106MXN${count},00\r\n-\r\n`,
  },
  ofx: {
    day: '2026-01-07',
    write: (count) =>
      `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>MXN<BANKACCTFROM><BANKID>002<ACCTID>${clabe}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260107<DTEND>20260107\n${rows(count, (n) => `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260107<TRNAMT>1.00<FITID>O${n}<MEMO>PAGO DE PRUEBA NUMERO ${n}</STMTTRN>\n`)}</BANKTRANLIST><LEDGERBAL><BALAMT>${count}.00<DTASOF>20260107</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
  },
  csv: {
    day: '2026-01-08',
    write: (count) =>
      `Cuenta;${clabe}\nFecha;Concepto;Importe;Ref\n${rows(count, (n) => `08/01/2026;PAGO DE PRUEBA NUMERO ${n} DE LA TIENDA;1,00;V${n}\n`)}`,
  },
}

const profile = {
  ...{
    name: 'Test bank',
    delimiter: ';',
    skip: 1,
    accountPattern: 'Cuenta;(\\d+)',
    currency: 'MXN',
    date: 'dd/MM/yyyy',
  },
  header: { Fecha: 'bookingDay', Concepto: 'text', Importe: 'amount', Ref: 'bankRef' },
  ...{ decimal: ',', amount: 'signed', order: 'asc' },
}

describe('large files of banks', () => {
  const world = openWorld({ ownProcess: true })
  let operators: Operators
  let provenAt = 0
  let account = ''
  before(async () => {
    operators = await world.operators()
    provenAt = performance.now()
    const opened = ['account', 'add', '--by', 'ana', '--note', 'opened', '--service', 'SPEI_MX']
    account = (await world.facts(...opened, '--beneficiary', 'Tienda SA', '--number', clabe))['bank_account_id'] ?? ''
    const written = (name: string, text: string) => {
      const path = join(world.folder, name)
      writeFileSync(path, text)
      return path
    }
    const files = [
      written('profile.json', JSON.stringify(profile)),
      written('sample.csv', formats['csv']?.write(2) ?? ''),
    ]
    await world.facts('bank', 'profile', 'set', files[0] ?? '', '--account', account)
    await world.facts('bank', 'profile', 'try', files[1] ?? '', '--account', account)
    await world.facts('bank', 'profile', 'approve', '--account', account, '--break-glass')
  })

  const peakMegabytes = () => {
    const text = readFileSync(`/proc/${world.gatewayPid()}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
  }

  /** Of the gateway, without the database. */
  const processorSeconds = () => {
    const text = readFileSync(`/proc/${world.gatewayPid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(text[11]) + Number(text[12])) / 100
  }

  for (const count of sizes) {
    for (const [format, { day, write }] of Object.entries(formats)) {
      if (wanted && !wanted.includes(format)) continue
      it(`of ${count} lines in ${format} are stored whole while other requests are answered`, async (t) => {
        const bytes = Uint8Array.from(Buffer.from(write(count)))
        const { luis, codeOfLuis } = operators
        if (performance.now() - provenAt > proofMs) {
          await luis.stepUp({ code: codeOfLuis() })
          provenAt = performance.now()
        }
        const [began, cpuBefore] = [performance.now(), processorSeconds()]
        const query = new URLSearchParams({ name: `${format}-${count}`, bank_account_id: account })
        const sent = await luis.call('POST', `/console/operator/bank-files?${query}`, {
          raw: bytes,
          headers: { 'content-type': 'application/octet-stream' },
        })
        assert.equal(sent.status, 202, JSON.stringify(sent.body))
        const uploaded = performance.now()
        let [answered, slowestMs] = [0, 0]
        for (;;) {
          const asked = performance.now()
          const { data } = (await luis.call('GET', `/console/operator/bank-files/${sent.body.data.id}`)).body
          slowestMs = Math.max(slowestMs, performance.now() - asked)
          assert.notEqual(data.state, 'refused', JSON.stringify(data.refusal))
          if (data.state === 'read') break
          answered += 1
          await sleep(50)
        }
        const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1)
        t.diagnostic(
          `${format} ${count} lines, ${(bytes.length / 1e6).toFixed(1)} MB: upload ${((uploaded - began) / 1000).toFixed(1)} s, then read and stored after ${seconds(uploaded)} s, ${(processorSeconds() - cpuBefore).toFixed(1)} processor seconds of the gateway, ` +
            `slowest of ${answered} other answers ${Math.round(slowestMs)} ms, peak of the process since its start ${peakMegabytes()} MB`,
        )
        assert.ok(answered > 0, 'other requests are answered while the file is read')
        const stored = await world.db.query(
          'select count(*)::int as n, coalesce(sum(amount_minor), 0)::text as sum from bank_lines where booking_day = $1 and bank_account_id = $2',
          [day, account],
        )
        // The larger file holds the lines of the smaller one too.
        assert.deepEqual(stored.rows, [{ n: count, sum: `${count}00` }])
      })
    }
  }
})
