import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const zone = 'America/Mexico_City'
const account = { account_type: 'CBU', account: '2850590940090418135201' }

describe('the report of a month', () => {
  const world = openWorld()
  /** The two months that are played, YYYY-MM. */
  let first = ''
  let second = ''
  const call = async (method: string, path: string, body?: object): Promise<Wire> => {
    const answer = await world.call(method, `/api/v1${path}`, { body })
    assert.ok(answer.status < 300, `${path} ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }
  const settled = async (id: string, status: string): Promise<void> =>
    void (await eventually(
      async () => ((await call('GET', `/payments/${id}`)).status === status ? true : undefined),
      `${id} is ${status}`,
    ))
  const simulate = async (id: string, event: string, status: string, more: object = {}) => {
    await call('POST', `/test/payments/${id}/simulate`, { event, ...more })
    await settled(id, status)
  }
  const payin = async (reference: string): Promise<string> => {
    const sale = { service_code: 'BT_AR', amount: 777.01, reference, payer_doc_id: '20267565393' }
    const { transaction_id: id } = await call('POST', '/payments/payin_hth', sale)
    // What came first waits in suspense, and is credited together with the rest: one entry of two transfers.
    await simulate(id, 'paid_partly', 'PENDING', { amount: '100.50' })
    await simulate(id, 'paid', 'COMPLETED')
    return id
  }
  const payout = async (amount: number, reference: string): Promise<string> => {
    const paid = await call('POST', '/payments/payout_hth', { service_code: 'BT_AR', amount, reference, ...account })
    assert.equal(paid.status, 'COMPLETED')
    return paid.transaction_id
  }
  const withdraw = async (amount: number, reference: string): Promise<string> => {
    const paid = await call('POST', '/withdrawals', { service_code: 'BT_AR', amount, reference })
    assert.equal(paid.status, 'COMPLETED')
    return paid.withdrawal_id
  }
  const moveTo = async (instant: string) => {
    const { now } = await call('GET', '/test/clock')
    const seconds = Math.round((Date.parse(instant) - Date.parse(now)) / 1000)
    await call('POST', '/test/clock', { advance_seconds: seconds })
  }
  const report = async (month: string) => await call('GET', `/statements/ARS?month=${month}`)
  const totals = (statement: Wire) =>
    Object.fromEntries(
      statement.totals
        .filter(({ count }: Wire) => count > 0)
        .map(({ kind, count, amount }: Wire) => [kind, [count, amount]]),
    )
  const file = async (query: string) => {
    const answer = await fetch(`${world.url}/api/v1/statements/ARS?${query}`, {
      headers: { authorization: `Bearer ${world.demo.api_key}`, accept: 'text/csv' },
    })
    assert.equal(answer.status, 200, query)
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    return bytes.toString('utf8').slice(1).trimEnd().split('\r\n')
  }

  before(async () => {
    const { auth_point_id: point } = world.demo
    await world.facts('point', 'set-time-zone', '--by', 'ana', '--point', point, '--zone', zone)
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 15000, 30, null), ($1, 'BT_AR', 'payout', 0, 15, null)`,
      [point],
    )
    await world.db.query(
      `insert into withdrawal_accounts (id, merchant_id, environment, service_code, details, proposed_by,
          confirmed_by_operator, confirmed_at, usable_from)
        select $2, p.merchant_id, 'test', 'BT_AR', $3, (select id from users where email = $4), 'ana', gateway_now(), gateway_now()
        from points p where p.id = $1`,
      [point, randomUUID(), JSON.stringify(account), world.demo.people.owner.email],
    )
    const monthAfter = (month: string) => {
      const [year = 0, number = 0] = month.split('-').map(Number)
      return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
    }
    first = monthAfter(new Date(Date.parse((await call('GET', '/test/clock')).now)).toISOString().slice(0, 7))
    second = monthAfter(first)
    await moveTo(`${first}-10T12:00:00Z`)
    await call('POST', '/test/funds', { currency: 'ARS', available: 5000 })
    const sold = await payin('=1;+2')
    const { refund_id: refund } = await call('POST', `/payments/${sold}/refunds`, { amount: 700, reference: 'back' })
    await settled(refund, 'COMPLETED')
    await payout(50, 'supplier')
    const sentBack = await payout(30, 'wrong account')
    const rent = await withdraw(100, 'rent')
    // The last hours of the month at the point are of the next one in UTC.
    await moveTo(`${second}-01T04:30:00Z`)
    const takenBack = await payin('late in the month')
    await moveTo(`${second}-01T07:30:00Z`)
    await simulate(takenBack, 'reversed', 'ERROR')
    await simulate(sentBack, 'return', 'ERROR')
    await simulate(rent, 'return', 'ERROR')
    await withdraw(40, 'rent again')
  })

  it('tells each kind apart, by the days of the point', async () => {
    assert.deepEqual(totals(await report(first)), {
      payin: [2, 1554.02],
      refund: [1, -700],
      payout: [2, -80],
      withdrawal: [1, -100],
      fee: [5, -24.37],
      other: [1, 5000],
    })
    assert.deepEqual(totals(await report(second)), {
      reversal: [1, -777.01],
      withdrawal: [1, -40],
      return: [2, 130],
      fee: [1, -0.15],
    })
  })

  it('opens with what the month before closed with, and both are the ledger', async () => {
    const found = await world.db.query(
      `select to_char(l.created_at at time zone $2, 'YYYY-MM') as month, sum(l.amount_minor *
          ((c.point_id = $1 and c.kind in ('available', 'pending', 'reserved'))::int
            - (d.point_id = $1 and d.kind in ('available', 'pending', 'reserved'))::int))::int as minor
        from ledger_transfers l join ledger_accounts c on c.id = l.credit_account
          join ledger_accounts d on d.id = l.debit_account where l.currency = 'ARS' group by 1 order by 1`,
      [world.demo.auth_point_id, zone],
    )
    assert.deepEqual(
      found.rows.map(({ month }) => month),
      [first, second],
    )
    let minor = 0
    for (const row of found.rows) {
      const { opening, closing, totals: kinds, final: isFinal } = await report(row.month)
      assert.equal(Math.round(opening.total * 100), minor, `opening of ${row.month}`)
      minor += Number(row.minor)
      assert.equal(Math.round(closing.total * 100), minor, `closing of ${row.month}`)
      const changed = kinds.reduce((sum: number, { amount }: Wire) => sum + Math.round(amount * 100), 0)
      assert.equal(Math.round(opening.total * 100) + changed, minor, `kinds of ${row.month}`)
      assert.equal(isFinal, row.month === first)
    }
    const { to } = await report(second)
    assert.equal(to, `${second}-01`, 'the current month ends today')
    const wrong: [string, string][] = [
      ['month=2026-13', 'month'],
      ['month=2099-01', 'month'],
      ['month=2026-01&from=2026-01-01', 'from'],
    ]
    for (const [query, param] of wrong) {
      const answer = await world.call('GET', `/api/v1/statements/ARS?${query}`)
      assert.deepEqual([answer.status, answer.body.errors[0].param], [422, param], query)
    }
  })

  it('comes as a file in the words, numbers and times of its reader', async () => {
    const lastDay = new Date(Date.parse(`${second}-01`) - 1).toISOString().slice(0, 10)
    assert.deepEqual(await file(`month=${first}&form=report&locale=es-AR`), [
      `"Desde (${zone})";"Hasta";"Moneda";"Tipo";"Cantidad";"Monto"`,
      ...[
        '"Saldo inicial";;0,00',
        '"Cobro";2;1554,02',
        '"Cobro revertido";0;0,00',
        '"Reembolso";1;-700,00',
        '"Pago a terceros";2;-80,00',
        '"Retiro";1;-100,00',
        '"Devuelto por el banco";0;0,00',
        '"Comisión";5;-24,37',
        '"Fondeo o corrección";1;5000,00',
        '"Saldo final";;5649,65',
      ].map((line) => `${first}-01;${lastDay};"ARS";${line}`),
    ])
    const [head, opening, ...lines] = await file(`month=${first}&form=reader&locale=es-MX`)
    const closing = lines.pop()
    assert.equal(
      head,
      `"Fecha y hora (${zone})","Tipo","Referencia","Método","Moneda","Monto","Comisión","Neto","Saldo","ID del pago"`,
    )
    assert.equal(opening, `${first}-01 00:00:00,"Saldo inicial",,,"ARS",,,,0.00,`)
    assert.equal(closing, `${lastDay} 23:59:59,"Saldo final",,,"ARS",,,,5649.65,`)
    assert.deepEqual(
      lines.map((line) => line.slice(20, line.lastIndexOf(','))),
      [
        '"Fondeo o corrección",,,"ARS",5000.00,0.00,5000.00,5000.00',
        `"Cobro","'=1;'+2","Transferencia bancaria","ARS",777.01,11.96,765.05,5765.05`,
        '"Reembolso","back","Transferencia bancaria","ARS",-700.00,0.00,-700.00,5065.05',
        '"Pago a terceros","supplier","Transferencia bancaria","ARS",-50.00,0.15,-50.15,5014.90',
        '"Pago a terceros","wrong account","Transferencia bancaria","ARS",-30.00,0.15,-30.15,4984.75',
        '"Retiro","rent","Transferencia bancaria","ARS",-100.00,0.15,-100.15,4884.60',
        '"Cobro","late in the month","Transferencia bancaria","ARS",777.01,11.96,765.05,5649.65',
      ],
    )
    assert.match(lines.at(-1) ?? '', new RegExp(`^${lastDay} 22:`))
  })

  it('keeps the form for programs, and tells them of withdrawals', async () => {
    const [head, ...lines] = await file(`month=${first}`)
    assert.equal(
      head,
      '"created_at","type","id","transaction_id","reference","pay_type","service_code","currency","amount","fee","net",' +
        '"available_change","pending_change","reserved_change","available_after","pending_after","reserved_after","total_after"',
    )
    assert.match(lines.join(), /Z,"reserve",/)
    const { items } = await call('GET', '/balance-transactions?currency=ARS&type=payout')
    assert.deepEqual(
      items.map(({ purpose, amount }: Wire) => [purpose, amount]),
      [
        ['withdrawal', -40],
        ['withdrawal', -100],
        [undefined, -30],
        [undefined, -50],
      ],
    )
  })

  it('stands beside the export of payments in the same form', async () => {
    const person = await world.person()
    const read = async (payType: string, locale: string) => {
      const path = `/console/points/${world.demo.auth_point_id}/transactions.csv?pay_type=${payType}&form=reader&locale=${locale}`
      const answer = await fetch(`${world.url}${path}`, { headers: { cookie: `sid=${person.cookie()}` } })
      assert.equal(answer.status, 200)
      return (await answer.text()).trimEnd().split('\r\n')
    }
    const [head, ...lines] = await read('payout', 'pt-BR')
    assert.equal(
      head?.replace('\uFEFF', ''),
      `"Data e hora (${zone})";"Tipo";"Status";"Referência";"Nome";"Método";"Moeda";"Valor";"Tarifa";"Líquido"`,
    )
    assert.deepEqual(
      lines.map((line) => line.slice(20)),
      [
        '"Saque";"Concluído";"rent again";;"Transferência bancária";"ARS";40,00;0,15;-40,15',
        '"Saque";"Falhou";"rent";;"Transferência bancária";"ARS";100,00;0,15;-0,15',
        '"Pagamento a terceiros";"Falhou";"wrong account";;"Transferência bancária";"ARS";30,00;0,15;-0,15',
        '"Pagamento a terceiros";"Concluído";"supplier";;"Transferência bancária";"ARS";50,00;0,15;-50,15',
      ],
    )
    assert.match(lines[0] ?? '', new RegExp(`^${second}-01 01:`))
    const [, ...sold] = await read('payin', 'en')
    assert.match(sold.at(-1) ?? '', /,"Pay-in","Completed","'=1;'\+2",.*,"Bank transfer","ARS",777\.01,11\.96,765\.05$/)
  })
})
