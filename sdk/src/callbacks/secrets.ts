/**
 * What a callback is checked against. Each secret may be given twice, `authApiTokens: [new, old]`, while it is rotated:
 * a callback that fits one of them is genuine.
 */
export interface CallbackSecrets {
  /** The point's UUID. */
  authPointId: string
  authApiToken?: string
  authApiTokens?: readonly string[]
  /** `whsec_` and base64. Give it: `security_hash` alone does not cover the body. */
  webhookSecret?: string
  webhookSecrets?: readonly string[]
  /** How old or how far ahead a signed callback may be. */
  toleranceSeconds?: number
  /** The time to check with; for tests. */
  now?: () => Date
}

/** Secrets in the form in which they are used. */
export interface SecretKeys {
  pointId: string
  tokens: readonly string[]
  /** Empty where no webhook secret was configured. */
  webhookKeys: readonly Buffer[]
  toleranceSeconds: number
}

/** As Standard Webhooks 1.0.0 and its libraries have it. */
const toleranceSecondsDefault = 300
const webhookSecretShape = /^whsec_[A-Za-z0-9+/]+={0,2}$/

/**
 * Reads the configuration. Throws TypeError for one that would check nothing, such as an environment variable that is
 * not set: a mistake of the program, to be found at its start.
 */
export function readSecrets(secrets: CallbackSecrets): SecretKeys {
  if (!isFilled(secrets.authPointId)) throw new TypeError('authPointId is empty: it is the UUID of your point')
  const tokens = listOf(secrets, { one: 'authApiToken', several: 'authApiTokens' })
  if (tokens.length === 0) throw new TypeError('authApiToken is missing: without it no callback can be checked')
  const webhookSecrets = listOf(secrets, { one: 'webhookSecret', several: 'webhookSecrets' })
  for (const secret of webhookSecrets) {
    if (!webhookSecretShape.test(secret)) throw new TypeError('webhookSecret must be whsec_ followed by base64')
  }
  const { toleranceSeconds = toleranceSecondsDefault } = secrets
  if (!(toleranceSeconds > 0)) throw new TypeError('toleranceSeconds must be a number above 0')
  return {
    pointId: secrets.authPointId,
    tokens,
    webhookKeys: webhookSecrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64')),
    toleranceSeconds,
  }
}

interface Names {
  one: 'authApiToken' | 'webhookSecret'
  several: 'authApiTokens' | 'webhookSecrets'
}

function listOf(secrets: CallbackSecrets, { one, several }: Names): readonly string[] {
  const given: readonly unknown[] = [
    ...(one in secrets ? [secrets[one]] : []),
    ...(several in secrets ? (secrets[several] ?? [undefined]) : []),
  ]
  if (several in secrets && given.length === 0) throw new TypeError(`${several} is empty`)
  return given.map((value) => {
    if (isFilled(value)) return value
    throw new TypeError(`${one in secrets ? one : several} holds no text: leave it out, or set it`)
  })
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
