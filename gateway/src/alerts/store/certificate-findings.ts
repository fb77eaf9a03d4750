const foundMax = 500

/** How long before its end a certificate is reported: the level, and the days from and up to which it is that. */
const levels = [
  { level: '30d', from: '7 days', before: '30 days' },
  { level: '7d', from: '1 day', before: '7 days' },
  { level: '1d', from: '-100 years', before: '1 day' },
]
  .map(({ level, from, before }) => `('${level}', interval '${from}', interval '${before}')`)
  .join(', ')

/** Certificates of provider accounts that take orders, with the level that they have reached. Few rows: no index. */
const expiring = `connector_accounts c
    cross join jsonb_to_recordset(c.certificates) as x(name text, subject text, fingerprint text, not_after timestamptz)
    join (values ${levels}) as due(level, "from", before)
      on x.not_after >= gateway_now() + due."from" and x.not_after < gateway_now() + due.before
  where c.disabled_at is null`

const object = `c.id || ' ' || x.fingerprint || ' ' || due.level`

/** Certificates that end soon: `alert-findings.ts` says what the columns are. */
export const certificateFindings = {
  certificate_expiring: {
    find: `select null::uuid, null::uuid, null::uuid, ${object} as object, 'certificate ' || ${object} as subject,
        jsonb_build_object('connector_account_id', c.id, 'account', c.name, 'connector', c.connector,
          'environment', c.environment, 'certificate', x.name, 'level', due.level, 'expires_at', x.not_after) as facts
      from ${expiring} order by x.not_after limit ${foundMax}`,
    gone: `not exists (select from ${expiring} and ${object} = a.object)`,
  },
} as const
