import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayRoot } from './processes.ts'

/** Every route below /console/operator, as the source registers them: a new one is looked at without being named here. */
export function operatorRoutesOfSource(): { method: string; path: string }[] {
  const folder = join(gatewayRoot, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /[/\\]operator[^/\\]*-routes\.ts$/.test(path),
  )
  return files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [...text.matchAll(/typed\.(get|post|put|patch|delete)\('(\/operator[^']*)'/g)].map(
      ([, method = '', path]) => ({
        method: method.toUpperCase(),
        path: `/console${path}`,
      }),
    )
  })
}
