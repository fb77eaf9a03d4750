import type { Db } from '../../../core/platform/database/database.ts'
import type { CertificationOutcome, CertifiedStep } from '../rules/certification.ts'

/** A run that ended. */
export interface CertificationRow {
  id: string
  connector_account_id: string
  release: string
  credentials_fingerprint: string
  run_by: string
  started_at: Date
  ended_at: Date
  outcome: CertificationOutcome
  steps: readonly CertifiedStep[]
}

export async function insertCertification(
  db: Db,
  run: Omit<CertificationRow, 'ended_at' | 'outcome' | 'steps'>,
): Promise<void> {
  await db.query({
    name: 'insert-certification-run',
    text: `insert into certification_runs (id, connector_account_id, release, credentials_fingerprint, run_by, started_at)
      values ($1, $2, $3, $4, $5, $6)`,
    values: [run.id, run.connector_account_id, run.release, run.credentials_fingerprint, run.run_by, run.started_at],
  })
}

/** Ends a run. The gateway then checks the account again by its own settings: the run registered a webhook by those of its command. */
export async function endCertification(
  tx: Db,
  { id, ended_at: endedAt, outcome, steps }: Pick<CertificationRow, 'id' | 'ended_at' | 'outcome' | 'steps'>,
): Promise<void> {
  await tx.query({
    name: 'end-certification-run',
    text: `with ended as (
        update certification_runs set ended_at = $2, outcome = $3, steps = $4 where id = $1 returning connector_account_id)
      update connector_accounts set checked_at = null where id in (select connector_account_id from ended)`,
    values: [id, endedAt, outcome, JSON.stringify(steps)],
  })
}

/** The last run of each account that ended. */
export async function listLastCertifications(db: Db): Promise<ReadonlyMap<string, CertificationRow>> {
  const found = await db.query<CertificationRow>({
    name: 'list-last-certification-runs',
    text: `select last.* from connector_accounts a cross join lateral (
        select id, connector_account_id, release, credentials_fingerprint, run_by, started_at, ended_at, outcome, steps
        from certification_runs r where r.connector_account_id = a.id and r.ended_at is not null
        order by r.ended_at desc limit 1) last`,
  })
  return new Map(found.rows.map((row) => [row.connector_account_id, row]))
}
