import { useData, withBase } from 'vitepress'
import { computed, defineComponent, h } from 'vue'
import { usePageTexts } from './page-texts.ts'

/** Takes the place of VitePress's own page, whose link is not named as it reads. */
export const notFound = defineComponent({
  name: 'NotFound',
  setup: () => {
    const texts = usePageTexts()
    const { lang } = useData()
    const home = computed(() => withBase(lang.value === 'en' ? '/' : `/${lang.value}/`))
    return () =>
      h('main', { class: 'not-found vp-doc' }, [
        h('h1', texts.value.notFoundTitle),
        h('p', texts.value.notFoundText),
        h('p', h('a', { href: home.value }, texts.value.notFoundLink)),
      ])
  },
})

// VitePress imports it in place of its own file, by the default export.
export { notFound as default }
