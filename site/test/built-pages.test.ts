import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

/** From the sources and from dist alike. */
const up = import.meta.url.includes('/dist/') ? '../..' : '..'
const folder = resolve(import.meta.dirname, up, 'dist', 'pages')

/** Pages of the gateway itself, which its own tests open. */
const ofGateway = /^\/(docs\/errors|openapi\.json|llms\.txt|dashboard\/)/

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html'))
  .map((name) => ({ name, html: readFileSync(join(folder, name), 'utf8') }))

describe('the built pages', () => {
  it('are those that the list of pages names, and the one for unknown addresses', () => {
    const { pages: listed } = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as {
      pages: { path: string }[]
    }
    const files = listed.map(({ path }) => (path === '' || path.endsWith('/') ? `${path}index.html` : `${path}.html`))
    assert.deepEqual(pages.map(({ name }) => name).sort(), [...files, '404.html'].sort())
    assert.ok(pages.length > 40, String(pages.length))
  })

  it('link to nothing that is not there, anchors included', () => {
    const ids = new Map(
      pages.map(({ name, html }) => [name, new Set([...html.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]))]),
    )
    const faults: string[] = []
    let links = 0
    for (const { name, html } of pages) {
      for (const [, address = ''] of html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)) {
        links += 1
        const fault = faultOf(address.replaceAll('&amp;', '&'), { name, ids })
        if (fault !== '') faults.push(`${name}: ${address}: ${fault}`)
      }
    }
    assert.deepEqual(faults, [])
    assert.ok(links > 1_000, String(links))
  })

  it('name no other host in what they load', () => {
    for (const { name, html } of pages) {
      const loaded = [...html.matchAll(/<(?:link|script|img|source)\b[^>]*\b(?:href|src)="([^"]*)"/g)].map(
        (match) => match[1] ?? '',
      )
      assert.deepEqual(
        loaded.filter((address) => !address.startsWith('/docs/')),
        [],
        name,
      )
    }
  })

  it('need no inline style', () => {
    for (const { name, html } of pages) {
      assert.doesNotMatch(html.replace(/<svg[\s\S]*?<\/svg>/g, ''), /<[^>]+\sstyle=|<style/, name)
    }
  })

  it('offer the SDK and the collection', () => {
    for (const name of ['pasarela-sdk.tgz', 'pasarela.postman_collection.json']) {
      assert.ok(existsSync(join(folder, 'downloads', name)), name)
    }
  })

  it('say the same in the three languages: each guide is there, with the same programs and the same links', () => {
    for (const { name, html } of pages.filter((page) => /^guides[/\\]/.test(page.name))) {
      for (const language of ['es', 'pt']) {
        const translated = pages.find((page) => page.name === join(language, name))
        assert.ok(translated, `${language}/${name}`)
        assert.deepEqual(codeOf(translated.html), codeOf(html), `${language}/${name}`)
      }
    }
  })
})

/** The blocks of code, comments left out. */
function codeOf(html: string): string[] {
  return [...html.matchAll(/<pre[^>]*>([\s\S]*?)<\/pre>/g)].map(([, code = '']) =>
    code
      .replace(/<[^>]+>/g, '')
      .replace(/#.*$/gm, '')
      .replace(/\s+/g, ' '),
  )
}

function faultOf(
  address: string,
  from: { name: string; ids: ReadonlyMap<string, ReadonlySet<string | undefined>> },
): string {
  if (ofGateway.test(address)) return ''
  if (/^[a-z]+:/.test(address)) return 'another host'
  const { pathname, hash } = new URL(address, `http://site/docs/${from.name.split('\\').join('/')}`)
  if (!pathname.startsWith('/docs/')) return 'outside of /docs/'
  const path = pathname.slice('/docs/'.length)
  const candidates = [path === '' || path.endsWith('/') ? `${path}index.html` : path, `${path}.html`]
  const file = candidates.find((candidate) => existsSync(join(folder, candidate)))
  if (file === undefined) return 'no such page'
  const ids = from.ids.get(join(...file.split('/')))
  if (hash === '' || ids === undefined || ids.has(decodeURIComponent(hash.slice(1)))) return ''
  return 'no such anchor'
}
