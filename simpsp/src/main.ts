import { readConfig } from './config.ts'
import { startPsp } from './start-psp.ts'

try {
  const psp = await startPsp(readConfig(process.env))
  const stop = () => void psp.stop().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => psp.reloadTls())
  // The parent is gone: nobody will ask any more.
  if (process.send) process.once('disconnect', stop)
  console.log(`simpsp: listens on ${psp.url}, control on ${psp.controlUrl}`)
  process.send?.({ ready: true, url: psp.url, hostUrl: psp.hostUrl, controlUrl: psp.controlUrl })
} catch (fault) {
  console.error(`simpsp: cannot start: ${fault instanceof Error ? fault.message : String(fault)}`)
  process.exit(1)
}
