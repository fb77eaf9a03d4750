import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageFolder } from '../../core/platform/version.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from '../bank-accounts/messages/en.ts'
import { type BuiltFile, immutable, readBuiltFiles, sendBuiltFile } from '../built-files.ts'

/** Folder of the built dashboard. */
const builtFolder = resolve(packageFolder, '..', 'dashboard', 'dist')

/** Placeholder for the nonce in `dashboard/index.html`. */
const nonceMark = '%STYLE_NONCE%'

/** Files whose names never change, such as the icon. Browsers ask again after an hour. */
const shortLived = 'public, max-age=3600'

interface BuiltDashboard {
  page: string
  /** By the path below `/dashboard/`. */
  files: ReadonlyMap<string, BuiltFile>
}

/**
 * Serves the dashboard's page and files: `/dashboard/…`. They are read once at the start (some 2 MB), so a request
 * reads no disk and cannot name other files. Any other address returns the page, whose code shows the right view.
 */
export function dashboardPageRoutes(app: FastifyInstance, folder = builtFolder): void {
  const built = readDashboard(folder)
  const options = { schema: { hide: true } }
  const answer = (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    if (!built) return notBuilt(reply)
    const path = request.params['*'] ?? ''
    const file = built.files.get(path)
    if (file) {
      reply.header('cache-control', path.startsWith('assets/') ? immutable : shortLived)
      return sendBuiltFile(request, reply, file)
    }
    // A missing file of an earlier version must not return the page: a browser would run it as a broken script.
    if (path.startsWith('assets/')) throw new Problem('not_found', { message: say('file.unknown') })
    return sendPage(reply, built.page)
  }
  app.get('/dashboard', options, async (_request, reply) => reply.redirect('/dashboard/', 308))
  // The address of a point's page exceeds the router's length limit for one wildcard.
  app.get('/dashboard/p/:pointId/*', options, async (_request, reply) =>
    built ? sendPage(reply, built.page) : notBuilt(reply),
  )
  app.get<{ Params: { '*'?: string } }>('/dashboard/*', options, async (request, reply) => answer(request, reply))
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({ 'content-security-policy': policyOf(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replace(nonceMark, nonce))
}

/** Scripts, styles and requests only from this server. Style elements that the page's code adds carry the nonce. */
function policyOf(nonce: string): string {
  return (
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; ` +
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
  )
}

/** Undefined if the dashboard was not built. */
function readDashboard(folder: string): BuiltDashboard | undefined {
  const pagePath = join(folder, 'index.html')
  if (!existsSync(pagePath)) return undefined
  return { page: readFileSync(pagePath, 'utf8'), files: readBuiltFiles(folder, ['js', 'css', 'svg']) }
}

function notBuilt(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .header('retry-after', '60')
    .type('text/html; charset=utf-8')
    .send(
      '<!doctype html><html lang="en"><title>Pasarela</title><h1>The dashboard is not built</h1>' +
        '<p>Run <code>npm run build -w dashboard</code> and start the gateway again.</p></html>',
    )
}
