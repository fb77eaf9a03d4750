import { readConfig } from './boot/config.ts'
import { startProvider } from './start-provider.ts'

try {
  const provider = await startProvider(readConfig(process.env))
  const stop = () => void provider.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  // A parent that is gone stops nobody any more.
  if (process.send) process.once('disconnect', stop)
  console.log(`the simulated Pix provider listens on ${provider.url}`)
  process.send?.({ ready: true, url: provider.url })
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exit(2)
}
