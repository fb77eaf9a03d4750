import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Caller } from '../../src/core/values/caller.ts'
import { overviewReader } from '../../src/extras/overview/get-overview.ts'
import type { OverviewData, VolumeFigures } from '../../src/extras/overview/http/contract/overview.ts'
import { overviewData } from '../../src/extras/overview/http/overview-data.ts'
import { type Month, month, monthZone, playMonth, randomFrom } from '../support/random-month.ts'
import { setUp } from '../support/set-up.ts'
import { testSeed } from '../support/test-seed.ts'

const payments = 1_200
const dayMs = 86_400_000
const fiveMinutesMs = 300_000

/** A transaction as its row and its entries in the ledger tell it. */
interface Raw {
  id: string
  at: number
  /** The local day, YYYY-MM-DD. */
  day: string
  hour: number
  pay_type: string
  service_code: string
  currency: string
  status: string
  reason: string
  minor: bigint
  /** What the ledger moved of it, fees aside. */
  moved: bigint
}

const world = await setUp({ after })

describe(`the overview of a random month (seed ${testSeed})`, () => {
  let played: Month
  let raws: readonly Raw[]
  before(async () => {
    played = await playMonth(world, { payments, seed: testSeed })
    await world.database.owner.query(
      `update transactions set reason = (array['declined', 'insufficient_funds', 'expired_card'])[1 + abs(hashtext(id::text)) % 3]
        where status = 'ERROR' and reason = 'declined'`,
    )
    await world.database.owner.query(
      `update transactions set status = 'EXPIRED', reason = 'expired' where status = 'PENDING' and pay_type = 'payin'
        and abs(hashtext(id::text)) % 3 = 0`,
    )
    raws = await rawTransactions(played.pointId)
    assert.ok(raws.length > payments / 2)
  })

  const random = randomFrom(testSeed)
  /** Within the last third of the month, so that the clock change lies in the period before. */
  const moments = Array.from({ length: 4 }, () => Date.parse(month.begins) + (20 + random() * 9) * dayMs)

  for (const days of [1, 7, 30] as const) {
    it(`counts ${days === 1 ? 'today' : `${days} days`} and the period before as the raw rows add up`, async () => {
      for (const moment of moments) {
        await asOf(moment, async () => {
          // A reader of its own: nothing is remembered from another moment.
          const read = await overviewReader(world)(callerOf(played), days)
          const data = overviewData(read, days === 1 ? 'hour' : 'day')
          compare(data, raws, days)
        })
      }
    })
  }

  it('says nothing of another merchant’s payments', async () => {
    await world.moveClockTo(Date.parse(month.begins) + month.days * dayMs - Date.now())
    const own = overviewData(await overviewReader(world)(callerOf(played), 30), 'day')
    const theirs = overviewData(await overviewReader(world)(callerOf(played.other), 30), 'day')
    const countOf = (data: OverviewData) => data.volumes.reduce((sum, { count }) => sum + count, 0)
    const raw = await rawTransactions(played.other.pointId)
    assert.ok(countOf(theirs) > 0 && countOf(theirs) < countOf(own))
    compare(theirs, raw, 30)
  })

  it('counts what the operator looks at, and payouts that wait for approval, of this point alone', async () => {
    const { owner } = world.database
    const [review, approvals] = [raws.slice(0, 3), raws.filter(({ pay_type }) => pay_type === 'payout').slice(0, 2)]
    const theirs = (await rawTransactions(played.other.pointId)).slice(0, 5).map(({ id }) => id)
    await owner.query('update transactions set needs_operator = null where needs_operator is not null')
    await owner.query('update transactions set needs_operator = $2 where id = any ($1::uuid[])', [
      [...review.map(({ id }) => id), ...theirs],
      'a contradiction',
    ])
    await owner.query(
      `update transactions set status = 'PENDING', reason = 'awaiting_approval',
        approval_until = created_at + interval '3 days' where id = any ($1::uuid[])`,
      [approvals.map(({ id }) => id)],
    )
    const { waiting } = overviewData(await overviewReader(world)(callerOf(played), 7), 'day')
    assert.equal(waiting.review.count, 3)
    assert.equal(waiting.review.oldest?.transaction_id, raws[0]?.id)
    assert.deepEqual(waiting.approvals, {
      count: 2,
      first_until: new Date((approvals[0]?.at ?? 0) + 3 * dayMs).toISOString(),
    })
    const other = overviewData(await overviewReader(world)(callerOf(played.other), 7), 'day').waiting
    assert.deepEqual([other.review.count, other.approvals.count], [theirs.length, 0])
  })
})

/** What was created later is out of sight meanwhile. */
async function asOf(moment: number, run: () => Promise<void>): Promise<void> {
  const { owner } = world.database
  const at = new Date(moment)
  await world.moveClockTo(Math.round(moment - Date.now()))
  await owner.query(`update transactions set created_at = created_at + interval '10 years' where created_at > $1`, [at])
  await run()
  await owner.query(
    `update transactions set created_at = created_at - interval '10 years' where created_at > $1::timestamptz + interval '9 years'`,
    [at],
  )
}

function callerOf({ pointId, merchantId }: { pointId: string; merchantId: string }): Caller {
  return { point: { pointId, merchantId, environment: 'test' } } as Caller
}

/** Oldest first. */
async function rawTransactions(pointId: string): Promise<Raw[]> {
  const found = await world.database.owner.query<Record<string, string>>(
    `select t.id, (extract(epoch from t.created_at) * 1000)::bigint::text as ms, t.pay_type, t.service_code, t.currency,
        t.status, t.reason, t.amount_minor::text as minor, (
          select coalesce(sum(case when c.point_id = t.point_id and c.kind in ('available', 'pending', 'reserved')
              then l.amount_minor else 0 end - case when d.point_id = t.point_id and d.kind in ('available', 'pending', 'reserved')
              then l.amount_minor else 0 end), 0) from ledger_transfers l
            join ledger_accounts c on c.id = l.credit_account join ledger_accounts d on d.id = l.debit_account
          where l.transaction_id = t.id and l.kind not in ('payin_fee', 'payout_fee', 'fee_return'))::text as moved
      from transactions t where t.point_id = $1 order by t.created_at, t.id`,
    [pointId],
  )
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: monthZone, dateStyle: 'short', timeStyle: 'medium' })
  return found.rows.map((row) => {
    const [day = '', time = ''] = local.format(Number(row['ms'])).split(' ')
    const { id = '', pay_type = '', service_code = '', currency = '', status = '', reason = '' } = row
    const moved = BigInt(row['moved'] ?? '')
    return {
      ...{ id, pay_type, service_code, currency, status, reason, day },
      at: Number(row['ms']),
      hour: Number(time.slice(0, 2)),
      minor: BigInt(row['minor'] ?? ''),
      moved: moved < 0n ? -moved : moved,
    }
  })
}

/** One for all rows: it takes longer to make than a thousand dates to format. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: monthZone, dateStyle: 'short' })

const localDay = (at: number): string => dayFormat.format(at)

const begins = new Map<string, number>()

/** The first millisecond of a local day, by trying all half hours around it, once for each day. */
function beginOf(day: string): number {
  const known = begins.get(day)
  if (known !== undefined) return known
  const noon = Date.parse(`${day}T12:00:00Z`)
  for (let at = noon - 2 * dayMs; at < noon + dayMs; at += 1_800_000) {
    if (localDay(at) !== day) continue
    begins.set(day, at)
    return at
  }
  throw new Error(day)
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10)

function figuresOf(rows: readonly Raw[], currency: string): VolumeFigures {
  const digits = currency === 'CLP' ? 0 : 2
  const text = (minor: bigint) => (digits === 0 ? `${minor}` : `${minor / 100n}.${`${minor % 100n}`.padStart(2, '0')}`)
  const completed = rows.filter(({ status }) => status === 'COMPLETED')
  return {
    count: rows.length,
    amount: text(rows.reduce((sum, { minor }) => sum + minor, 0n)),
    completed_count: completed.length,
    completed_amount: text(completed.reduce((sum, { moved }) => sum + moved, 0n)),
  }
}

/** Compares every number of the overview with one that is added up here, row by row. */
function compare(data: OverviewData, raws: readonly Raw[], days: number): void {
  const now = Date.parse(data.now)
  const past = raws.filter(({ at }) => at <= now)
  const today = localDay(now)
  const back = days === 1 ? 7 : days
  const elapsed = Math.floor((now - beginOf(today)) / fiveMinutesMs) * fiveMinutesMs
  const isUpTo = (ago: number) => (row: Raw) =>
    row.day < daysBefore(today, ago) || (row.day === daysBefore(today, ago) && row.at < beginOf(row.day) + elapsed)
  const daysOf = (last: number) =>
    Array.from({ length: days }, (_, index) => daysBefore(today, last + days - 1 - index))
  const [current, before] = [daysOf(0), daysOf(back)]
  const currentRows = past.filter(({ day }) => current.includes(day))
  const beforeRows = past.filter(({ day }) => before.includes(day))
  const compared = beforeRows.filter(isUpTo(back))
  assert.equal(data.previous.until, new Date(beginOf(daysBefore(today, back)) + elapsed).toISOString())
  assert.equal(data.time_zone, monthZone)
  const kinds = new Set(data.volumes.map(({ pay_type, currency }) => `${pay_type} ${currency}`))
  for (const { pay_type, currency } of currentRows) assert.ok(kinds.has(`${pay_type} ${currency}`))
  for (const volume of data.volumes) {
    const isOf = (row: Raw) => row.pay_type === volume.pay_type && row.currency === volume.currency
    const figures = (rows: readonly Raw[]) => figuresOf(rows.filter(isOf), volume.currency)
    const { by_slot, previous, today: sinceMidnight, same_day_last_week: lastWeek, pay_type, currency, ...all } = volume
    const said = `${pay_type} ${currency}, ${days} days, ${data.now}`
    assert.deepEqual(all, figures(currentRows), said)
    const { by_slot: previousSlots, ...previousAll } = previous
    assert.deepEqual(previousAll, figures(compared), `before: ${said}`)
    assert.deepEqual(sinceMidnight, figures(past.filter(({ day }) => day === today)), `today: ${said}`)
    const weekAgo = past.filter(({ day }) => day === daysBefore(today, 7)).filter(isUpTo(7))
    assert.deepEqual(lastWeek, figures(weekAgo), `last week: ${said}`)
    const slotsOf = (rows: readonly Raw[], of: readonly string[]) =>
      days === 1
        ? Array.from({ length: 24 }, (_, hour) => figures(rows.filter((row) => row.hour === hour)))
        : of.map((day) => figures(rows.filter((row) => row.day === day)))
    assert.deepEqual(by_slot, slotsOf(currentRows, current), said)
    assert.deepEqual(previousSlots, slotsOf(beforeRows, before), `before: ${said}`)
  }
  compareEndings(data, currentRows, compared)
}

function compareEndings(data: OverviewData, current: readonly Raw[], before: readonly Raw[]): void {
  const share = (rows: readonly Raw[]) => {
    const ended = rows.filter(({ status }) => status !== 'PENDING')
    return ended.length === 0 ? null : ended.filter(({ status }) => status === 'COMPLETED').length / ended.length
  }
  for (const method of data.methods) {
    const isOf = (row: Raw) => row.pay_type === method.pay_type && row.service_code === method.service_code
    assert.equal(method.success_share, share(current.filter(isOf)))
    assert.equal(method.previous_success_share, share(before.filter(isOf)))
    const failed = current.filter((row) => isOf(row) && row.status === 'ERROR')
    assert.equal(method.failed, failed.length)
  }
  const isDecline = ({ status }: Raw) => status === 'ERROR' || status === 'EXPIRED'
  assert.equal(
    data.declines.reduce((sum, { count }) => sum + count, 0),
    current.filter(isDecline).length,
  )
  for (const decline of data.declines) {
    const isOf = (row: Raw) => isDecline(row) && row.pay_type === decline.pay_type && row.reason === decline.reason
    const own = current.filter(isOf)
    assert.equal(decline.count, own.length, decline.reason)
    assert.equal(decline.previous_count, before.filter(isOf).length, decline.reason)
    for (const { service_code, count } of decline.methods) {
      assert.equal(count, own.filter((row) => row.service_code === service_code).length)
    }
  }
}
