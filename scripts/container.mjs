// @ts-check
// What the image runs: `gateway`, `simbank`, `simpsp`, `secrets` (makes those of a compose project), `healthy` (for the health check), or
// any command of the operator, such as `point create --help`.
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HEALTHY_TIMEOUT_MS = 2_500
const SECRETS_FOLDER = '/secrets'

const [what = 'gateway', ...rest] = process.argv.slice(2)
// The programs read their own arguments.
process.argv.splice(2, Number.POSITIVE_INFINITY, ...rest)

if (what === 'gateway') await import('../gateway/dist/src/main.js')
else if (what === 'simbank') await import('../simbank/dist/src/main.js')
else if (what === 'simpsp') await import('../simpsp/dist/src/main.js')
else if (what === 'secrets') makeSecrets(rest[0] ?? SECRETS_FOLDER)
else if (what === 'healthy') process.exitCode = (await isHealthy()) ? 0 : 1
else {
  process.argv.splice(2, 0, what)
  await import('../gateway/dist/src/extras/cli/run.js')
}

/**
 * What is there stays, so that a second start opens what the first one sealed.
 * @param {string} folder
 */
function makeSecrets(folder) {
  const secret = () => randomBytes(32).toString('base64url')
  const files = [
    { name: 'master.key', mode: 0o400, text: `${randomBytes(32).toString('base64')}\n` },
    {
      name: 'simbank.json',
      mode: 0o400,
      text: `${JSON.stringify({ token: secret(), notification_secret: secret() })}\n`,
    },
    // PostgreSQL's user reads it too.
    { name: 'database-password', mode: 0o444, text: secret() },
  ]
  const missing = files.filter(({ name }) => !existsSync(join(folder, name)))
  for (const { name, mode, text } of missing) {
    const path = join(folder, name)
    // Left by a start that was killed: without rights beyond its own this process could not write into it.
    rmSync(`${path}.new`, { force: true })
    writeFileSync(`${path}.new`, text, { mode, flush: true })
    renameSync(`${path}.new`, path)
    console.log(`made ${path}`)
  }
}

/** Of the process in this container: a gateway is ready to take requests, a worker or bank answers at all. */
async function isHealthy() {
  const { get } = process.env['TLS_CERT_FILE'] ? await import('node:https') : await import('node:http')
  // The certificate is for the name that callers use; this call stays inside the container.
  const options = { host: '127.0.0.1', port: process.env['PORT'] || '8420', path: '/readyz', rejectUnauthorized: false }
  return await new Promise((resolve) => {
    const sent = get({ ...options, timeout: HEALTHY_TIMEOUT_MS }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.on('error', () => resolve(false))
  })
}
