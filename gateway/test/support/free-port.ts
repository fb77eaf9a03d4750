import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gatewayRoot } from './processes.ts'

const script = pathToFileURL(join(gatewayRoot, '..', 'scripts', 'free-port.mjs')).href

/** See scripts/free-port.mjs, the one place that chooses ports. */
export const { freePort } = (await import(script)) as { freePort: (neighbours?: number) => Promise<number> }
