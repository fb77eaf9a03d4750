import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { packageFolder } from '../../core/platform/version.ts'
import { type BuiltFile, immutable, sendBuiltFile } from '../built-files.ts'
import type { BuiltSite } from './built-site.ts'
import { type DocsPage, siteMissingPage } from './pages.ts'

/** Folder of the built documentation site. */
export const siteFolder = resolve(packageFolder, '..', 'site', 'dist', 'pages')

/** Pages and files without a hash in their names: a browser asks each time, and gets 304 where nothing changed. */
const askEachTime = 'no-cache'

/** Serves the documentation site below `/docs/`, without endings in the addresses of its pages. */
export function siteRoutes(
  app: FastifyInstance,
  site: () => BuiltSite | undefined,
  deps: Pick<PlatformDeps, 'site'>,
): void {
  const options = { schema: { hide: true } }
  app.get('/docs', options, async (_request, reply) => reply.redirect('/docs/', 308))
  app.get<{ Params: { '*': string } }>('/docs/*', options, async (request, reply) => {
    const built = site()
    if (built === undefined) return sendMissing(reply, siteMissingPage())
    const path = request.params['*']
    const collection = path === collectionPath ? built.files.get(path) : undefined
    if (collection !== undefined) return sendCollection(reply, collection, deps.site.url())
    const meant = fileAt(built, path) === undefined ? pageMeant(built, path) : undefined
    return meant === undefined ? send(request, reply, built) : reply.redirect(`/docs/${meant}`, 308)
  })
}

function send(
  request: FastifyRequest<{ Params: { '*': string } }>,
  reply: FastifyReply,
  built: BuiltSite,
): FastifyReply {
  const path = request.params['*']
  const file = fileAt(built, path)
  reply.headers({
    'content-security-policy': built.policy,
    'cache-control': path.startsWith('assets/') ? immutable : askEachTime,
  })
  if (file !== undefined) return sendBuiltFile(request, reply, file)
  const unknown = built.files.get('404.html')
  reply.code(404).header('cache-control', 'no-store').type('text/html; charset=utf-8')
  return reply.send(unknown?.plain ?? 'There is no such page.')
}

/** `guides/payouts` is the file `guides/payouts.html`, `guides/` the file `guides/index.html`. */
function fileAt({ files }: BuiltSite, path: string) {
  if (path === '' || path.endsWith('/')) return files.get(`${path}index.html`)
  return files.get(path) ?? files.get(`${path}.html`) ?? files.get(`${path}/index.html`)
}

/** The page of `methods/PIX_BR` is `methods/pix-br`: in addresses codes are written small and with dashes. */
function pageMeant({ files }: BuiltSite, path: string): string | undefined {
  const plain = (text: string) => text.toLowerCase().replaceAll('_', '-')
  const wanted = `${plain(path)}.html`
  return [...files.keys()].find((name) => plain(name) === wanted)?.slice(0, -'.html'.length)
}

const collectionPath = 'downloads/pasarela.postman_collection.json'

/** The collection with the address of this gateway as its variable `url`. */
function sendCollection(reply: FastifyReply, { plain }: BuiltFile, publicUrl: string): FastifyReply {
  const { variable, ...rest } = JSON.parse(plain.toString()) as { variable: { key: string; value: string }[] }
  const own = variable.map((each) => (each.key === 'url' ? { ...each, value: publicUrl } : each))
  return reply.header('cache-control', askEachTime).send({ ...rest, variable: own })
}

function sendMissing(reply: FastifyReply, { page, policy }: DocsPage): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': '30', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(page)
}
