import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vitepress'
import { countryPages } from './country-pages.ts'
import { type GatewayFacts, readGatewayFacts } from './gateway-facts.ts'
import { readGuides } from './guides.ts'
import { type Language, languages } from './languages.ts'
import { methodPages } from './method-pages.ts'
import type { Page } from './page.ts'
import { postmanCollection } from './postman.ts'
import { referencePages, triableOperations } from './reference-pages.ts'
import type { SidebarPage, SiteInput } from './site-config.ts'

/** Smaller files gain nothing worth a second copy. */
const compressedBytesMin = 1024

/** Compression at the best setting takes ten times as long and saves a tenth. */
const brotliQuality = 9

const site = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..')
const root = resolve(site, '..')
const dist = join(site, 'dist')

/** Where the gateway looks for the pages. */
const output = join(dist, 'pages')
const stampPath = join(dist, '.pasarela-pages')

await buildSite()

/** Builds nothing where the pages were made of the same texts and the same facts of the gateway. */
async function buildSite(): Promise<void> {
  const facts = await readGatewayFacts(root)
  const stamp = stampOf(facts)
  if (existsSync(join(output, 'site.json')) && existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp)
    return
  removeLeftOvers()
  // `npm start` and `npm test` may build at the same time: each in folders of its own.
  const source = join(dist, `source.${process.pid}`)
  const next = join(dist, `next.${process.pid}`)
  const { input, pages } = writeSource(facts, { source, next })
  writeVitePressFiles(source, input)
  await build(source)
  writeDownloads(facts, next)
  writeFileSync(join(next, 'site.json'), JSON.stringify(manifestOf(pages), null, 2))
  compress(next)
  rmSync(stampPath, { force: true })
  replaceOutput(next)
  rmSync(source, { recursive: true, force: true })
  writeFileSync(stampPath, stamp)
}

interface BuiltPages {
  input: SiteInput
  pages: readonly Page[]
}

function writeSource(facts: GatewayFacts, { source, next }: { source: string; next: string }): BuiltPages {
  const written = readGuides(join(site, 'pages'))
  const methods = languages.flatMap((language) => methodPages(facts.methods, language))
  const countries = languages.flatMap((language) => countryPages(facts, language))
  const reference = referencePages(facts.document)
  const pages: readonly Page[] = [...written, ...countries, ...methods, ...reference]
  for (const { path, text, title, description } of pages) {
    const file = join(source, `${path}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, withHead(text, { title, description }))
  }
  cpSync(join(site, 'snippets'), join(source, 'snippets'), { recursive: true })
  cpSync(join(site, 'public'), join(source, 'public'), { recursive: true })
  writeFileSync(join(source, 'operations.json'), JSON.stringify(triableOperations(facts.document)))
  const input: SiteInput = {
    source,
    output: next,
    guides: byLanguage(written.filter(({ order, path }) => order > 0 && !isForOperators(path))),
    operator: byLanguage(written.filter(({ path }) => isForOperators(path))),
    methods: byLanguage(methods.map((page) => ({ ...page, title: page.title.replace(/: .*/, '') }))),
    countries: byLanguage(countries),
    reference: reference.map(sidebarPage),
  }
  return { input, pages }
}

/** Merchants read the other guides. */
function isForOperators(path: string): boolean {
  return /(?:^|\/)operator\//.test(path)
}

function byLanguage(pages: readonly Page[]): SiteInput['guides'] {
  const of = (wanted: Language) => pages.filter(({ language }) => language === wanted).map(sidebarPage)
  return { en: of('en'), es: of('es'), pt: of('pt') }
}

function sidebarPage({ path, title }: Page): SidebarPage {
  return { path: path.replace(/index$/, ''), title }
}

function withHead(text: string, head: { title: string; description: string }): string {
  if (text.startsWith('---\n')) return text
  return `---\ntitle: ${JSON.stringify(head.title)}\ndescription: ${JSON.stringify(head.description)}\n---\n\n${text}`
}

/** VitePress takes its settings and its theme from files of its own folder. */
function writeVitePressFiles(source: string, input: SiteInput): void {
  const folder = join(source, '.vitepress')
  mkdirSync(join(folder, 'theme'), { recursive: true })
  const config = pathToFileURL(join(dist, 'src', 'site-config.js')).href
  writeFileSync(
    join(folder, 'config.mjs'),
    `const { siteConfig } = await import(${JSON.stringify(config)})\nexport default siteConfig(${JSON.stringify(input)})\n`,
  )
  const theme = join(site, 'theme', 'theme.ts').split(sep).join('/')
  writeFileSync(join(folder, 'theme', 'index.ts'), `export { theme as default } from ${JSON.stringify(theme)}\n`)
}

/** What the gateway reads for `llms.txt`: each page with its address below `/docs/`. */
function manifestOf(pages: readonly Page[]): unknown {
  return {
    pages: pages.map((page) => ({
      path: page.path.replace(/(^|\/)index$/, '$1'),
      title: page.title,
      description: page.description,
      language: page.language ?? 'en',
    })),
  }
}

function writeDownloads({ document }: GatewayFacts, folder: string): void {
  const downloads = join(folder, 'downloads')
  mkdirSync(downloads, { recursive: true })
  packSdk(downloads)
  writeFileSync(
    join(downloads, 'pasarela.postman_collection.json'),
    JSON.stringify(postmanCollection(document), null, 2),
  )
}

/** The compiled SDK as the archive that `npm install` takes. */
function packSdk(folder: string): void {
  const before = new Set(readdirSync(folder))
  const args = ['pack', '--ignore-scripts', '--silent', '-w', '@pasarela/sdk', '--pack-destination', folder]
  const npm =
    process.env['npm_execpath'] ??
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js')
  const isScript = npm.endsWith('npm-cli.js') && existsSync(npm)
  const { status, stderr } = isScript
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  const written = readdirSync(folder).find((name) => !before.has(name))
  if (status !== 0 || written === undefined) throw new Error(`npm pack of the SDK failed: ${stderr}`)
  // Under a name without the version, so that a link to it stays.
  renameSync(join(folder, written), join(folder, 'pasarela-sdk.tgz'))
}

/** Once here, instead of at each request. */
function compress(folder: string): void {
  for (const file of filesBelow(folder)) {
    if (!/\.(html|js|css|svg|json)$/.test(file)) continue
    const content = readFileSync(file)
    if (content.length < compressedBytesMin) continue
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    )
  }
}

/** How often the place of the pages is taken, where another build that ends at the same moment takes it first. */
const placingTries = 5

/** A running gateway serves the pages of before until the new ones are whole. */
function replaceOutput(next: string): void {
  const former = join(dist, `former.${process.pid}`)
  for (let tries = 1; ; tries++) {
    try {
      if (existsSync(output)) renameSync(output, former)
      renameSync(next, output)
      break
    } catch (error) {
      if (tries === placingTries) throw error
    } finally {
      rmSync(former, { recursive: true, force: true })
    }
  }
}

/** Folders of builds that were killed: those whose process is gone. */
function removeLeftOvers(): void {
  for (const name of readdirSync(dist)) {
    const pid = Number(/^(?:source|next|former)\.(\d+)$/.exec(name)?.[1])
    if (pid > 0 && !isRunning(pid)) rmSync(join(dist, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function stampOf(facts: GatewayFacts): string {
  const hash = createHash('sha256').update(JSON.stringify(facts))
  const folders = ['pages', 'snippets', 'theme', 'public', join('dist', 'src')].map((name) => join(site, name))
  const files = [
    join(root, 'package-lock.json'),
    join(root, 'sdk', 'package.json'),
    ...filesBelow(join(root, 'sdk', 'dist', 'src')),
    ...folders.flatMap(filesBelow),
  ]
  for (const file of files) hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
