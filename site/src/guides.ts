import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Language, languages } from './languages.ts'
import type { Page } from './page.ts'

export interface GuidePage extends Page {
  readonly language: Language
  /** Place in the sidebar; 0 for pages that it does not list. */
  readonly order: number
}

/**
 * The guides below a folder, in the order of the sidebar. Each file begins with `title`, `description` and, where the
 * sidebar lists it, `order`. Those of another language than English lie in its folder.
 */
export function readGuides(folder: string): GuidePage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readGuide(folder, name.split(sep).join('/')))
    .sort((one, other) => one.order - other.order || (one.path < other.path ? -1 : 1))
}

function readGuide(folder: string, name: string): GuidePage {
  const text = readFileSync(join(folder, name), 'utf8')
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1]
  if (head === undefined) throw new Error(`${name} begins with no --- head`)
  const first = name.split('/')[0]
  return {
    path: name.replace(/\.md$/, ''),
    language: languages.find((language) => language === first) ?? 'en',
    title: headValue(head, 'title', name),
    description: headValue(head, 'description', name),
    order: Number(/^order: (\d+)$/m.exec(head)?.[1] ?? 0),
    text,
  }
}

function headValue(head: string, key: string, name: string): string {
  const value = new RegExp(`^${key}: (.+)$`, 'm').exec(head)?.[1]
  if (value === undefined) throw new Error(`${name} has no ${key} in its head`)
  return value
}
