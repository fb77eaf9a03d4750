import pg from 'pg'
import { signedInPerson } from '../test/support/signed-in-person.ts'
import { startWorld, type World } from '../test/support/world.ts'
import { printMachine } from './machine.ts'

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const samples = Number(process.env['BENCH_SAMPLES'] ?? 100)
const pageRows = 25

/** One way into the list: what the page asks, and the same question as a bare statement. */
interface Way {
  name: string
  query: (n: number) => Record<string, string>
  bare: (n: number) => { condition: string; value: unknown }
}

/** Rows far apart; none of the rare ones. */
const at = (n: number) => 2 + ((n * 7_919) % (rows - 2))

const ways: readonly Way[] = [
  { name: 'first page', query: () => ({}), bare: () => ({ condition: 'true or $2::text is null', value: '' }) },
  {
    name: 'deep page',
    query: (n) => ({ created_to: new Date(beginning + (at(n) + 1_000) * 1_000).toISOString() }),
    bare: (n) => ({ condition: 'created_at < $2::timestamptz', value: new Date(beginning + (at(n) + 1_000) * 1_000) }),
  },
  {
    name: 'status',
    query: () => ({ status: 'PENDING' }),
    bare: () => ({ condition: 'status = $2', value: 'PENDING' }),
  },
  {
    name: 'rare reason',
    query: () => ({ reason: 'overpaid' }),
    bare: () => ({ condition: `reason = $2 and reason not in (${common})`, value: 'overpaid' }),
  },
  {
    name: 'service code',
    query: () => ({ service_code: 'PIX_BR' }),
    bare: () => ({ condition: 'service_code = $2', value: 'PIX_BR' }),
  },
  {
    name: 'amounts',
    query: (n) => ({ amount_from: `${at(n)}`, amount_to: `${at(n)}`, currency: 'ARS' }),
    bare: (n) => ({ condition: 'amount_minor = $2::bigint', value: at(n) * 100 }),
  },
  ...(
    [
      ['reference', 'reference', (n) => `ref-${n}`],
      ['end-to-end id', 'end_to_end_id', (n) => `e2e-${n}`],
      ['provider reference', 'provider_reference', (n) => `bank-${n}`],
      ['document', 'party_document', (n) => `DOC-${n % 50_000}`],
      ['CLABE', 'clabe', (n) => `${646_180_000_000_000_000n + BigInt(n)}`],
      ['name', 'party_name_key', (n) => `payer ${n}`],
    ] as const satisfies readonly (readonly [string, string, (n: number) => string])[]
  ).map(([name, column, text]) => ({
    name: `search: ${name}`,
    query: (n: number) => ({ q: text(at(n)) }),
    bare: (n: number) => ({ condition: `${column} = $2`, value: text(at(n)) }),
  })),
  {
    name: 'search: beginning of all',
    query: () => ({ q: 'ref-' }),
    bare: () => ({ condition: `reference >= $2 and reference < 'ref.'`, value: 'ref-' }),
  },
]

/** Reasons that are found by their status. */
const common = `'awaiting_payment', 'submitted', 'paid', 'expired'`

/** One second apart, the last one just now: nothing is old enough for the jobs that tidy up. */
const beginning = Math.floor(Date.now() / 1_000 - rows) * 1_000

/**
 * The dashboard's list over a million transactions of one point: through a session and HTTP, beside the same rows by one
 * indexed statement straight from the driver. Aims: p95 under 100 ms and at most three times the statement.
 */
export async function measureLists(): Promise<void> {
  const world = await startWorld()
  const database = new pg.Pool({ connectionString: world.databaseUrl, max: 1 })
  try {
    await printMachine(database, `Lists of ${rows} transactions`)
    const started = performance.now()
    await fill(database, world.demo.auth_point_id)
    console.log(`rows, indexes and statistics took ${Math.round((performance.now() - started) / 1_000)} s to make`)
    console.log(`p95 of ${samples} pages of ${pageRows}, one at a time; ratio: page / statement\n`)
    for (const way of ways) await measure(way, { world, database })
  } finally {
    await database.end()
    await world.stop()
  }
}

async function measure(way: Way, { world, database }: { world: World; database: pg.Pool }): Promise<void> {
  const pointId = world.demo.auth_point_id
  const person = await signedInPerson(world, { pointId })
  const pages: number[] = []
  const statements: number[] = []
  for (let n = 0; n < samples; n++) {
    const { condition, value } = way.bare(n)
    statements.push(
      await timed(async () => {
        await database.query({
          text: `select * from transactions where point_id = $1 and pay_type = 'payin' and (${condition})
            order by created_at desc, id desc limit ${pageRows}`,
          values: [pointId, value],
        })
      }),
    )
    const query = new URLSearchParams({ pay_type: 'payin', limit: `${pageRows}`, ...way.query(n) })
    pages.push(
      await timed(async () => {
        const answer = await person.call('GET', `/console/points/${pointId}/transactions?${query}`)
        if (answer.status !== 200 || answer.body.data.items.length === 0) {
          throw new Error(`${way.name}: ${answer.status} ${JSON.stringify(answer.body)}`)
        }
      }),
    )
    // A session may ask 50 times a second; the bench must not meet that.
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  const [page, statement] = [p95(pages), p95(statements)]
  console.log(
    `${(page / statement).toFixed(1).padStart(6)}  page ${page.toFixed(1).padStart(6)} ms  statement ${statement.toFixed(1).padStart(6)} ms  ${way.name}`,
  )
}

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

function p95(found: readonly number[]): number {
  return found.toSorted((a, b) => a - b)[Math.ceil(found.length * 0.95) - 1] ?? 0
}

/** Written as the table stands in use: with all its indexes. One second apart, nearly all paid, some rare things. */
async function fill(database: pg.Pool, pointId: string): Promise<void> {
  const part = 100_000
  for (let from = 1; from <= rows; from += part) {
    await database.query(
      `insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
        status, reason, connector_account_id, sequence, instructions, details, content_hash, pay_token,
        target_reference, party_document, party_name, end_to_end_id, provider_reference, created_at, updated_at,
        expired_at, booked)
      select gen_random_uuid(), $1, 'test', 'payin', case when n % 100000 = 1 then 'PIX_BR' else 'BT_AR' end,
        'ref-' || n, n * 100::bigint, case when n % 100000 = 1 then 'BRL' else 'ARS' end,
        case when n % 50 = 0 then 'PENDING' else 'COMPLETED' end,
        case when n % 50 = 0 then 'awaiting_payment' when n % 20000 = 7 then 'overpaid' else 'paid' end, c.id, -n,
        jsonb_build_object('clabe', (646180000000000000 + n)::text),
        '{"payer_doc_id": "20267565393", "payer_name": "Payer"}', sha256(n::text::bytea),
        substr(md5(n::text), 1, 22), 'BENCH' || n, 'DOC-' || n % 50000, 'Payer ' || n, 'e2e-' || n, 'bank-' || n,
        to_timestamp($2 + n), to_timestamp($2 + n), gateway_now() + interval '30 days', false
      from generate_series($3::bigint, $4::bigint) n,
        (select id from connector_accounts where environment = 'test' limit 1) c`,
      [pointId, beginning / 1_000, from, Math.min(from + part - 1, rows)],
    )
  }
  await database.query('vacuum analyze transactions')
}
