import { pino } from 'pino'
import type { DeliveryTimes } from '../../../../src/core/callbacks/delivery/deliver.ts'
import { deliverCallbacksJob } from '../../../../src/core/callbacks/delivery/deliver-callbacks.ts'
import { spreadBacklogs } from '../../../../src/core/callbacks/delivery/spread-backlogs.ts'
import { systemClock } from '../../../../src/core/platform/clock/clock.ts'
import { openDatabase } from '../../../../src/core/platform/database/database.ts'
import { createMetrics } from '../../../../src/core/platform/log/metrics.ts'
import { startLoop } from '../../../../src/core/platform/process/loop.ts'
import { secretBox } from '../../../../src/core/platform/secret-box.ts'
import { careForEndpoints } from '../../../../src/extras/webhooks/care-for-endpoints.ts'

/** What a delivering process is told, as JSON in `CALLBACK_DELIVERER`. */
export interface DelivererSettings {
  /** Unique per life; receivers see it in the user agent. */
  name: string
  databaseUrl: string
  /** Base64. */
  masterKey: string
  /** The certificate authority of the receivers, PEM. */
  ca: string
  /** The gateway's own without it. */
  times?: DeliveryTimes
}

/** A gateway is woken by its own commits and looks at once; this is about as soon. */
const lookEveryMs = 50
const maintainEveryMs = 500

/** One delivering process: the callback half of a gateway, with pools of its own, until somebody kills it. */
function main(): void {
  const settings = JSON.parse(process.env['CALLBACK_DELIVERER'] ?? '') as DelivererSettings
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const database = openDatabase(settings.databaseUrl, () => undefined)
  const job = deliverCallbacksJob({
    database,
    secretBox: secretBox(Buffer.from(settings.masterKey, 'base64')),
    clock: systemClock(),
    log,
    metrics,
    processName: settings.name,
    guard: { allowCidrs: ['127.0.0.0/8'], ca: settings.ca },
    userAgentVersion: settings.name,
    ...(settings.times ? { times: settings.times } : {}),
  })
  const tend = async () =>
    (await spreadBacklogs({ database, log })) + (await careForEndpoints({ database, log, metrics }))
  startLoop({ name: 'deliver', runOnce: async () => await job.runOnce(), idleMs: lookEveryMs, log, metrics })
  startLoop({ name: 'endpoints', runOnce: tend, idleMs: maintainEveryMs, log, metrics })
  // The test is gone: nobody else would end us.
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}

main()
