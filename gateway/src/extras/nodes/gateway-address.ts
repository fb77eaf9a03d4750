import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In the data folder: where its gateway listens. A start may choose its port. */
const fileName = 'gateway-address'

export function writeGatewayAddress(dataDir: string, url: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, fileName), `${url}\n`)
}

/** Where a gateway of the data folder listened last. Undefined where none did. */
export function readGatewayAddress(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, fileName), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
