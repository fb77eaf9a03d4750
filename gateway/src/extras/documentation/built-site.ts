import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type BuiltFile, readBuiltFiles } from '../built-files.ts'

/** One page of the documentation site, as its build lists it. */
export interface SitePage {
  /** Below `/docs/`. */
  path: string
  title: string
  description: string
  language: string
}

export interface BuiltSite {
  /** By the path below `/docs/`. */
  files: ReadonlyMap<string, BuiltFile>
  pages: readonly SitePage[]
  /** The Content-Security-Policy of every page. */
  policy: string
}

const siteFile = z.object({
  pages: z.array(z.object({ path: z.string(), title: z.string(), description: z.string(), language: z.string() })),
})

/**
 * The element that the theme adds to stop transitions while the appearance changes: `*,*::before,*::after{…}`. It is in no
 * file, so its hash cannot be computed: the test of the pages in a browser fails where it changes.
 */
const transitionStyle = "'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y='"

/**
 * Gives the built site, and reads it again after it was built again: `npm start` builds it beside the running gateway.
 * Undefined while there is none.
 */
export function siteReader(folder: string, read = readSite): () => BuiltSite | undefined {
  let built: BuiltSite | undefined
  let readAt = 0
  return () => {
    const changedAt = statSync(join(folder, 'site.json'), { throwIfNoEntry: false })?.mtimeMs
    // While one build takes the place of another there is none for a moment: the former one is served on.
    if (changedAt === undefined || changedAt === readAt) return built
    try {
      built = read(folder)
      readAt = changedAt
    } catch (error) {
      // The next build took its place while it was read: the next request reads that one.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
    return built
  }
}

function readSite(folder: string): BuiltSite {
  const { pages } = siteFile.parse(JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')))
  const files = readBuiltFiles(folder, ['html', 'js', 'css', 'svg', 'json', 'tgz'])
  const html = [...files].filter(([name]) => name.endsWith('.html')).map(([, file]) => file.plain.toString())
  return { files, pages, policy: policyOf(inlineScriptHashes(html)) }
}

/** Scripts, styles and requests from this server only. The few inline scripts of the pages are named by their hashes. */
function policyOf(hashes: readonly string[]): string {
  return (
    `default-src 'none'; script-src 'self' ${hashes.join(' ')}; style-src 'self' ${transitionStyle}; ` +
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
  )
}

function inlineScriptHashes(pages: readonly string[]): string[] {
  const scripts = pages.flatMap((page) =>
    [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script),
  )
  return [...new Set(scripts)].map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}
