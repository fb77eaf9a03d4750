import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gatewayRoot } from './processes.ts'
import type { Demo } from './world.ts'

const program = join(gatewayRoot, '..', 'conformance', 'bin', 'pasarela-conformance.mjs')

export interface Report {
  summary: Record<'passed' | 'failed' | 'not_checked', number>
  rules: { id: string; outcome: string; reason?: string; failures?: unknown }[]
}

/** Runs the conformance tool and reads the report that it writes into `reportFile`. */
export async function runConformance(
  args: readonly string[],
  reportFile: string,
  env: Record<string, string> = {},
): Promise<{ code: number; output: string; report: Report }> {
  const child = spawn(process.execPath, [program, ...args, '--json', reportFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  const [code] = await once(child, 'close')
  return { code, output: output.join(''), report: JSON.parse(readFileSync(reportFile, 'utf8')) as Report }
}

/** Everything that the tool may use: both keys, the point's credentials, and a receiver with this certificate. */
export function conformanceArguments(
  url: string,
  demo: Demo,
  receiver: { certFile: string; keyFile: string },
): readonly string[] {
  const credentials = ['--key', demo.api_key, '--point-id', demo.auth_point_id, '--api-token', demo.auth_api_token]
  const setup = ['--setup', 'pasarela', '--settings-key', demo.settings_key]
  return [url, ...credentials, '--receiver-cert', receiver.certFile, '--receiver-key', receiver.keyFile, ...setup]
}
