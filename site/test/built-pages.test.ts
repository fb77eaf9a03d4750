import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, it } from 'node:test'

/** From the sources and from dist alike. */
const up = import.meta.url.includes('/dist/') ? '../..' : '..'
const folder = resolve(import.meta.dirname, up, 'dist', 'pages')

/** Pages of the gateway itself, which its own tests open. */
const ofGateway = /^\/(docs\/(?:es\/|pt\/)?errors|openapi\.json|llms\.txt|dashboard\/)/

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
    assert.ok(pages.length > 100, String(pages.length))
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

  it('say the same in the three languages: all but the reference is there, with the same programs', () => {
    const translatedPages = pages.filter(({ name }) => /^(guides|operator|countries|methods)[/\\]/.test(name))
    assert.ok(translatedPages.length > 30, String(translatedPages.length))
    for (const { name, html } of translatedPages) {
      for (const language of ['es', 'pt']) {
        const translated = pages.find((page) => page.name === join(language, name))
        assert.ok(translated, `${language}/${name}`)
        assert.deepEqual(codeOf(translated.html), codeOf(html), `${language}/${name}`)
      }
    }
  })

  it('leave no English sentence on a page of another language', () => {
    const faults: string[] = []
    let compared = 0
    for (const { name, html } of pages) {
      const [language = '', ...path] = name.split(/[/\\]/)
      const english = ['es', 'pt'].includes(language) && pages.find((page) => page.name === join(...path))
      if (!english) continue
      const ofEnglish = new Set(sentencesOf(english.html))
      for (const sentence of sentencesOf(html)) {
        compared += 1
        if (ofEnglish.has(sentence) || englishWords.test(sentence)) faults.push(`${name}: ${sentence}`)
      }
    }
    assert.deepEqual(faults, [])
    assert.ok(compared > 2_000, String(compared))
  })

  it('name each country and each service code on the page of the other', () => {
    const countries = pages.filter(({ name }) => /^countries[/\\]..\.html$/.test(name))
    assert.ok(countries.length >= 10, String(countries.length))
    for (const { name, html } of countries) {
      const methods = [...html.matchAll(/href="\/docs\/(methods\/[a-z0-9-]+)"/g)].map(([, path = '']) => path)
      assert.ok(methods.length > 0, name)
      for (const path of methods) {
        const method = pages.find((page) => page.name === join(...`${path}.html`.split('/')))
        assert.match(method?.html ?? '', new RegExp(`href="/docs/countries/${name.slice(10, 12)}"`), path)
      }
    }
  })
})

/** Words that neither Spanish nor Portuguese has. */
const englishWords = /\b(the|and|is|are|with|which|of|your|this|that|not|has|must)\b/i

/** Two words may be names that every language has, such as a country's. */
const sentenceWordsMin = 3

const serviceCode = /\b[A-Z0-9]+(?:_[A-Z0-9]+)+\b/g

/** The texts of the page itself that are long enough to be sentences. Code and the names of banks belong to no language. */
function sentencesOf(html: string): string[] {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  return main
    .replace(/<table class="banks">[\s\S]*?<\/table>/g, '')
    .replace(/<(pre|code|svg|button)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?(a|strong|em|span|b)\b[^>]*>/g, '')
    .split(/<[^>]+>/)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => (text.replace(serviceCode, '').match(/\p{L}{2,}/gu) ?? []).length >= sentenceWordsMin)
}

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
