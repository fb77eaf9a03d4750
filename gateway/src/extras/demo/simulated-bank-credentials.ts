import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../../core/platform/config/config-error.ts'

const shape = z.object({ token: z.string().min(16), notification_secret: z.string().min(16) })

/** Reads the file that the start script and the simulated bank share. Throws ConfigError. */
export function readSimulatedBankCredentials(path: string): { token: string; notificationSecret: string } {
  try {
    const read = shape.parse(JSON.parse(readFileSync(path, 'utf8')))
    return { token: read.token, notificationSecret: read.notification_secret }
  } catch {
    throw new ConfigError([
      'SIMBANK_CREDENTIALS_FILE must hold JSON with token and notification_secret, as the simulated bank reads it.',
    ])
  }
}
