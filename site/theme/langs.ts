import { useData } from 'vitepress'
import { type ComputedRef, computed } from 'vue'

interface LanguageLink {
  readonly text: string | undefined
  readonly link: string
}

interface Languages {
  readonly localeLinks: ComputedRef<LanguageLink[]>
  readonly currentLang: ComputedRef<{ label: string | undefined; link: string }>
}

/** These pages have one in each language; the others are in English alone. */
const isTranslated = (page: string): boolean => page === 'index.md' || /^(guides|countries|methods)\//.test(page)

/**
 * Takes the place of VitePress's own function, which leads to the same page in another language whether it is there or
 * not. Pages in English alone lead to the start of the other language.
 */
export function useLangs({ correspondingLink = false }: { correspondingLink?: boolean } = {}): Languages {
  const { site, localeIndex, page } = useData()
  const linkOf = (key: string) => (key === 'root' ? '/' : `/${key}/`)
  const currentLang = computed(() => ({
    label: site.value.locales[localeIndex.value]?.label,
    link: linkOf(localeIndex.value),
  }))
  const localeLinks = computed(() => {
    const own = page.value.relativePath.slice(currentLang.value.link.length - 1)
    const path =
      correspondingLink && isTranslated(own) ? own.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '') : ''
    return Object.entries(site.value.locales)
      .filter(([key]) => key !== localeIndex.value)
      .map(([key, { label }]) => ({ text: label, link: linkOf(key) + path }))
  })
  return { localeLinks, currentLang }
}
