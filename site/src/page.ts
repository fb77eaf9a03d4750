import type { Language } from './languages.ts'

/** A page in Markdown, by its path below `/docs/` without an ending. */
export interface Page {
  readonly path: string
  /** English where it is not named. */
  readonly language?: Language
  readonly title: string
  readonly description: string
  readonly text: string
}
