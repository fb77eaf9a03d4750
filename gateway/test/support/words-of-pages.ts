import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { packageFolder } from '../../src/core/platform/version.ts'

type Language = 'en' | 'es' | 'pt'

/** Where the catalogues of dashboard and gateway stand. */
const folders = [join(packageFolder, '..', 'dashboard', 'src'), join(packageFolder, 'src')]

/** What a page says, without what stands as it is in every language: code, and names marked `translate="no"`. */
const readTexts = `(() => {
  const isKept = (element) => element.closest('code, pre, noscript, script, style, [translate="no"], [lang]:not(html)') !== null
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode
    if (parentElement !== null && !isKept(parentElement)) texts.push(data)
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    if (!isKept(element))
      texts.push(...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''))
  return texts
})()`

/**
 * Texts of a page, shown in Spanish or Portuguese, that hold a word of another language's catalogues which no catalogue
 * of the page's own language holds: a text that was forgotten, or that no catalogue holds. Empty = good. `names` are data
 * of the test.
 */
export async function foreignTexts(page: Page, language: string, names: readonly string[]): Promise<string[]> {
  if (language === 'en') return []
  const foreign = foreignWords(language as Language)
  const texts = await page.evaluate<string[]>(readTexts)
  return [...new Set(texts)].flatMap((text) => {
    const found = wordsIn(names.reduce((rest, name) => rest.replaceAll(name, ' '), text)).filter((word) =>
      foreign.has(word),
    )
    return found.length > 0 ? [`${found.join(', ')}: ${text.trim().slice(0, 160)}`] : []
  })
}

function foreignWords(language: Language): Set<string> {
  const own = wordsOf(language)
  return new Set([...wordsOf('en')].filter((word) => !own.has(word)))
}

const read = new Map<Language, Set<string>>()

function wordsOf(language: Language): Set<string> {
  const known = read.get(language)
  if (known !== undefined) return known
  const words = new Set(catalogues(language).flatMap((path) => wordsIn(readFileSync(path, 'utf8'))))
  read.set(language, words)
  return words
}

/** `es.json`, `es/payments.json`, `action-words-es.json`; for English the same names with `en` and `.ts`. */
function catalogues(language: Language): string[] {
  const ending = language === 'en' ? '.ts' : '.json'
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => path.endsWith(ending) && isOf(language, path)),
  )
}

function isOf(language: Language, path: string): boolean {
  return basename(dirname(path)) === language || new RegExp(`(^|-)${language}(-\\w+)?\\.`).test(basename(path))
}

/** Words of at least three letters in lower case; capitals alone are codes, and so is what has a sign within. */
function wordsIn(text: string): string[] {
  const bare = text.replace(/\S*[_@/.\d-]\S*(?=\s|$)/g, (part) => (/^[^_@/\d-]*[.…]["']?,?$/.test(part) ? part : ' '))
  const found = bare.match(/(?<![\p{L}\p{M}])\p{L}[\p{Ll}\p{M}]{2,}(?![\p{L}\p{M}])/gu) ?? []
  return found.map((word) => word.toLowerCase())
}
