import type { Db } from '../../platform/database/database.ts'
import type { Environment } from '../../values/environment.ts'

export interface NewCertification {
  id: string
  connectorAccountId: string
  environment: Environment
  isCertified: boolean
  certifiedBy: string
  report: string
  signature: Buffer
}

export interface LastCertification {
  connector_account_id: string
  is_certified: boolean
  certified_by: string
  created_at: Date
}

export async function insertCertification(tx: Db, item: NewCertification): Promise<void> {
  await tx.query({
    name: 'insert-certification',
    text: `insert into certifications
        (id, connector_account_id, environment, is_certified, certified_by, report, signature)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      ...[item.id, item.connectorAccountId, item.environment, item.isCertified, item.certifiedBy],
      ...[item.report, item.signature],
    ],
  })
}

/** The newest certification of each of the accounts that has one. */
export async function lastCertifications(db: Db, accountIds: readonly string[]): Promise<readonly LastCertification[]> {
  const { rows } = await db.query<LastCertification>({
    name: 'last-certifications',
    text: `select last.* from unnest($1::uuid[]) as account(id) cross join lateral (
        select connector_account_id, is_certified, certified_by, created_at from certifications
        where connector_account_id = account.id order by created_at desc limit 1) last`,
    values: [accountIds],
  })
  return rows
}
