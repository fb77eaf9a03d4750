import type { Db } from '../../../core/platform/database/database.ts'

/** The encrypted secrets of a point that can rotate. */
export interface RotatingSecrets {
  tokenBox: Buffer
  stagedTokenBox: Buffer | null
  stagedTokenAt: Date | null
  oldTokenBox: Buffer | null
  /** Since when `old` is the previous token. */
  oldTokenAt: Date | null
  webhookSecretBox: Buffer
  oldWebhookSecretBox: Buffer | null
  oldWebhookSecretUntil: Date | null
  webhookSecretRotatedAt: Date | null
}

interface SecretsRow {
  auth_api_token_box: Buffer
  staged_api_token_box: Buffer | null
  old_api_token_box: Buffer | null
  webhook_secret_box: Buffer
  old_webhook_secret_box: Buffer | null
  old_webhook_secret_until: Date | null
  webhook_secret_rotated_at: Date | null
  staged_api_token_at: Date | null
  old_api_token_at: Date | null
  now: Date
  true_time: Date
}

/** The secrets with the gateway's time and the true time. Signatures are checked by the true time. */
export interface FoundSecrets {
  secrets: RotatingSecrets
  now: Date
  trueTime: Date
}

const columns = `auth_api_token_box, staged_api_token_box, old_api_token_box, webhook_secret_box,
  old_webhook_secret_box, old_webhook_secret_until, webhook_secret_rotated_at, staged_api_token_at, old_api_token_at,
  gateway_now()::timestamptz(3) as now,
  statement_timestamp() as true_time`

/** Reads the rotating secrets with the gateway's time. */
export async function readRotating(db: Db, pointId: string): Promise<FoundSecrets | undefined> {
  const found = await db.query<SecretsRow>({
    name: 'read-rotating-secrets',
    text: `select ${columns} from points where id = $1`,
    values: [pointId],
  })
  return found.rows[0] && secretsOf(found.rows[0])
}

/** Reads the rotating secrets and blocks other rotations until this transaction ends. */
export async function lockRotating(tx: Db, pointId: string): Promise<FoundSecrets | undefined> {
  const found = await tx.query<SecretsRow>({
    name: 'lock-rotating-secrets',
    text: `select ${columns} from points where id = $1 for no key update`,
    values: [pointId],
  })
  return found.rows[0] && secretsOf(found.rows[0])
}

export async function saveRotating(tx: Db, pointId: string, secrets: RotatingSecrets): Promise<void> {
  await tx.query({
    name: 'save-rotating-secrets',
    text: `update points set auth_api_token_box = $2, staged_api_token_box = $3, old_api_token_box = $4,
        webhook_secret_box = $5, old_webhook_secret_box = $6, old_webhook_secret_until = $7,
        webhook_secret_rotated_at = $8, staged_api_token_at = $9, old_api_token_at = $10 where id = $1`,
    values: [
      pointId,
      secrets.tokenBox,
      secrets.stagedTokenBox,
      secrets.oldTokenBox,
      secrets.webhookSecretBox,
      secrets.oldWebhookSecretBox,
      secrets.oldWebhookSecretUntil,
      secrets.webhookSecretRotatedAt,
      secrets.stagedTokenAt,
      secrets.oldTokenAt,
    ],
  })
}

function secretsOf(row: SecretsRow): FoundSecrets {
  return {
    secrets: {
      tokenBox: row.auth_api_token_box,
      stagedTokenBox: row.staged_api_token_box,
      oldTokenBox: row.old_api_token_box,
      webhookSecretBox: row.webhook_secret_box,
      oldWebhookSecretBox: row.old_webhook_secret_box,
      oldWebhookSecretUntil: row.old_webhook_secret_until,
      webhookSecretRotatedAt: row.webhook_secret_rotated_at,
      stagedTokenAt: row.staged_api_token_at,
      oldTokenAt: row.old_api_token_at,
    },
    now: row.now,
    trueTime: row.true_time,
  }
}
