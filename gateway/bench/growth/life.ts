import { countries, type Shops } from './points.ts'

/** Names that payers have, to be combined. */
const firstNames = 'Ana,Luis,Maria,Jose,Camila,Juan,Sofia,Pedro,Valentina,Carlos,Lucia,Diego,Paula,Andres,Elena,Miguel'
const lastNames =
  'Silva,Gomez,Rojas,Lopez,Souza,Diaz,Perez,Castro,Santos,Torres,Vargas,Mendoza,Ramos,Flores,Ortiz,Medina,Rios,Vega,Luna'

/** People who pay; some pay every week, most once or twice. */
const people = 3_000_000

/** How long a pay-in may be paid, in seconds. */
const payableSeconds = 86_400

/** The time that the rows span. */
export interface Span {
  /** Unix milliseconds. */
  fromMs: number
  toMs: number
  rows: number
}

/**
 * The lives of transactions `$1` to `$2`, as a subquery: each of its columns follows from the number `n` alone, so that
 * every table can be filled by itself. 30 % belong to the first point, the others to few much and to many little. Paid
 * within two hours, ended after a day, or under way where that time has not come yet. `offset 0`: what one level computes
 * is computed once, not wherever the next one names it.
 */
export function lives(shops: Shops, { fromMs, toMs, rows }: Span): string {
  const stepMs = (toMs - fromMs) / rows
  const list = (texts: readonly string[], type: string) => `'{${texts.join(',')}}'::${type}[]`
  const ofPoint = (texts: readonly string[], type: string) => `(${list(texts, type)})[place + 1]`
  const ofCountry = (texts: readonly string[]) => `(${list(texts, 'text')})[place % ${countries.length} + 1]`
  const codes = (which: 0 | 1) => ofCountry(countries.map((country) => country.codes[which]))
  const others = Math.max(1, shops.points.length - 1)
  const hash = (salt: number) => `(hashint8(n * 16 + ${salt}) & 2147483647)`
  return `(select *,
      ${idOf('at_ms', 'a')} as id, to_timestamp(at_ms / 1000.0) as at,
      case when status <> 'PENDING' then to_timestamp(done_ms / 1000.0) end as done,
      case when status = 'PENDING' then case when pay_type = 'payin' then 'awaiting_payment' else 'submitted' end
        when status = 'EXPIRED' then 'expired' when status = 'ERROR' then 'declined'
        when dice % 500 = 7 and pay_type = 'payin' then 'overpaid' else 'paid' end as reason,
      case when status = 'COMPLETED' then amount + case when dice % 500 = 7 and pay_type = 'payin' then 500 else 0 end
        else 0 end as received,
      case when place % 5 < 3 and (status = 'COMPLETED' or pay_type = 'payout') then amount / 50 + 1 else 0 end as fee,
      ${ofPoint(
        shops.points.map(({ pointId }) => pointId),
        'uuid',
      )} as point_id,
      ${ofCountry(countries.map(({ currency }) => currency))} as currency,
      case when dice % 20 = 3 then ${codes(1)} else ${codes(0)} end as service_code,
      ${ofPoint(shops.available, 'bigint')} as available, ${ofPoint(shops.reserved, 'bigint')} as reserved,
      ${ofPoint(shops.fees, 'bigint')} as fees, ${ofPoint(shops.settlement, 'bigint')} as settlement,
      (20000000 + person)::text as document,
      (${list(firstNames.split(','), 'text')})[1 + person % 16] || ' ' || (${list(lastNames.split(','), 'text')})[1 + person / 16 % 19]
        || ' ' || (${list(lastNames.split(','), 'text')})[1 + person / 304 % 19] as name,
      case when place % 4 = 3 then md5('r' || n)::uuid::text else 'order-' || n end as reference,
      '${shops.connectorAccountId}'::uuid as account
    from (select *, case
          when pay_type = 'payin' and dice between 800 and 1899 then case when at_ms + ${payableSeconds * 1_000} < ${toMs} then 'EXPIRED' else 'PENDING' end
          when at_ms + delay_ms >= ${toMs} then 'PENDING'
          when (pay_type = 'payout' and dice % 20 = 1) or dice between 1900 and 2199 then 'ERROR'
          else 'COMPLETED' end as status,
        case when pay_type = 'payin' and dice between 800 and 1899 then at_ms + ${payableSeconds * 1_000} + 500 else at_ms + delay_ms end as done_ms
      from (select n, ${fromMs} + (n * ${stepMs})::bigint - 1 as at_ms, ${hash(1)} % 10000 as dice,
          (30000 + ${hash(2)} % 7200000)::bigint as delay_ms,
          case when ${hash(1)} % 10000 < 800 then 'payout' else 'payin' end as pay_type,
          case when ${hash(3)} % 10 < 3 then 0
            else least(${others}, 1 + floor(${others} * power(${hash(4)} / 2147483648.0, 2))::int) end % ${shops.points.length} as place,
          case when ${hash(5)} % 3 = 0 then 1000 * (1 + ${hash(6)} % 300) else 500 + ${hash(6)} % 500000 end::bigint as amount,
          ${hash(7)} % ${people} as person
        from generate_series($1::bigint, $2::bigint) n offset 0) dice offset 0) life offset 0)`
}

/** SQL of a UUID of version 7 whose milliseconds are given as SQL, different for each `n` and salt. */
export function idOf(milliseconds: string, salt: string): string {
  return `(lpad(to_hex(${milliseconds}), 12, '0') || '7' || substr(md5('${salt}' || n), 1, 3) || '8'
    || substr(md5('${salt}' || n), 4, 15))::uuid`
}
