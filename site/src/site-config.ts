import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformerStyleToClass } from '@shikijs/transformers'
import { type DefaultTheme, defineConfig, type MarkdownRenderer, type UserConfig } from 'vitepress'
import { breakableCode } from './html-text.ts'
import type { Language } from './languages.ts'
import { languageNames, languages, themeTexts } from './languages.ts'

/** Where the gateway serves the pages. */
export const base = '/docs/'

/** A link of the sidebar, by the page's path without an ending. */
export interface SidebarPage {
  readonly path: string
  readonly title: string
}

export interface SiteInput {
  /** Folder that VitePress builds from. */
  readonly source: string
  readonly output: string
  readonly guides: Readonly<Record<Language, readonly SidebarPage[]>>
  readonly operator: Readonly<Record<Language, readonly SidebarPage[]>>
  readonly methods: Readonly<Record<Language, readonly SidebarPage[]>>
  readonly countries: Readonly<Record<Language, readonly SidebarPage[]>>
  readonly reference: readonly SidebarPage[]
}

const theme = fileURLToPath(new URL('../../theme/', import.meta.url))

/**
 * The settings of VitePress. No page may need `unsafe-inline` in the gateway's Content-Security-Policy: colours of code
 * become classes of a file, and the two style attributes that the theme writes are removed.
 */
export function siteConfig(input: SiteInput): UserConfig<DefaultTheme.Config> {
  const colours = transformerStyleToClass({ classPrefix: 's-' })
  return defineConfig({
    base,
    title: 'Pasarela',
    srcDir: '.',
    outDir: input.output,
    cacheDir: join(input.source, '.cache'),
    cleanUrls: true,
    metaChunk: true,
    lastUpdated: false,
    // Pages of the gateway itself.
    ignoreDeadLinks: [/^\/docs\/(?:es\/|pt\/)?errors/],
    head: [['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }]],
    locales: Object.fromEntries(
      languages.map((language) => [language === 'en' ? 'root' : language, localeOf(language, input)]),
    ),
    themeConfig: { search: { provider: 'local' } },
    markdown: {
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      codeTransformers: [colours],
      config: (markdown) => {
        colourOnce(markdown)
        breakCode(markdown)
      },
    },
    transformHtml: (html) =>
      html
        .replace(/(<[^>]*?) style="(?:position:relative;|--vp-vh:0px;)"/g, '$1')
        .replace('</head>', `<link rel="stylesheet" href="${base}code.css"></head>`),
    buildEnd: ({ outDir }) => writeFileSync(join(outDir, 'code.css'), colours.getCSS()),
    vite: {
      logLevel: 'warn',
      build: { chunkSizeWarningLimit: 2000 },
      resolve: {
        alias: [
          { find: /^.*\/VPNavBarSearch\.vue$/, replacement: join(theme, 'search-button.ts') },
          { find: '@operations', replacement: join(input.source, 'operations.json') },
          { find: /^.*\/composables\/langs$/, replacement: join(theme, 'langs.ts') },
          { find: /^.*\/NotFound\.vue$/, replacement: join(theme, 'not-found.ts') },
        ],
      },
    },
  })
}

/** The pages of the three languages have the same programs: each is coloured once. */
function colourOnce(markdown: MarkdownRenderer): void {
  const { highlight } = markdown.options
  if (!highlight) return
  const known = new Map<string, string>()
  markdown.options.highlight = (code, language, attributes) => {
    const key = JSON.stringify([code, language, attributes])
    const coloured = known.get(key) ?? highlight(code, language, attributes)
    known.set(key, coloured)
    return coloured
  }
}

/** Code in a sentence or a cell breaks between its words. */
function breakCode({ renderer }: MarkdownRenderer): void {
  const { code_inline: render } = renderer.rules
  if (!render) return
  renderer.rules.code_inline = (...given) =>
    render(...given).replace(/>([^<]*)</, (_whole, code: string) => `>${breakableCode(code)}<`)
}

function localeOf(language: Language, { guides, operator, methods, countries, reference }: SiteInput) {
  const texts = themeTexts[language]
  const home = language === 'en' ? '/' : `/${language}/`
  const link = ({ path, title }: SidebarPage) => ({ text: title, link: `/${path}` })
  const guideItems = guides[language].map(link)
  const operatorItems = operator[language].map(link)
  return {
    label: languageNames[language],
    lang: language,
    link: home,
    description: texts.description,
    themeConfig: {
      nav: [
        { text: texts.guides, link: guideItems[0]?.link ?? home, activeMatch: '/guides/' },
        { text: texts.countries, link: `${home}countries/`, activeMatch: '/countries/' },
        { text: texts.methods, link: `${home}methods/`, activeMatch: '/methods/' },
        { text: texts.shortReference, link: '/reference/', activeMatch: '/reference/' },
        { text: texts.errors, link: `${home}errors`, target: '_self' },
        { text: texts.shortOperator, link: operatorItems[0]?.link ?? home, activeMatch: '/operator/' },
      ],
      // One short list for each part. A list that folds has a button within a button, which no screen reader can use.
      sidebar: {
        [`${home}countries/`]: [{ text: texts.countries, items: countries[language].map(link) }],
        [`${home}operator/`]: [{ text: texts.operator, items: operatorItems }],
        [`${home}methods/`]: [{ text: texts.methods, items: methods[language].map(link) }],
        '/reference/': [{ text: texts.reference, items: reference.map(link) }],
        [home]: [{ text: texts.guides, items: guideItems }],
      },
      ...texts.theme,
    },
  }
}
