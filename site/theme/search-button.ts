import { defineAsyncComponent, defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'
import { usePageTexts } from './page-texts.ts'

/** Loads its index when it is opened first. */
const searchDialog = defineAsyncComponent(async () => (await import('./search-dialog.ts')).searchDialog)

/** The button in the bar above, and the keys that open the search as well: Ctrl+K, and a slash outside of fields. */
export const searchButton = defineComponent({
  name: 'SearchButton',
  setup: () => {
    const texts = usePageTexts()
    const isOpen = ref(false)
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isShortcut && (event.key !== '/' || isField(event.target))) return
      event.preventDefault()
      isOpen.value = true
    }
    const hearsKeys = ref(false)
    onMounted(() => {
      window.addEventListener('keydown', onKey)
      hearsKeys.value = true
    })
    onBeforeUnmount(() => window.removeEventListener('keydown', onKey))
    return () =>
      h('div', { class: 'site-search VPNavBarSearch' }, [
        h(
          'button',
          {
            type: 'button',
            class: 'search-button',
            // Assistive technology names the keys only once they are heard.
            'aria-keyshortcuts': hearsKeys.value ? 'Control+K' : undefined,
            onClick: () => {
              isOpen.value = true
            },
          },
          [
            h('span', { class: 'vp-icon search-icon', 'aria-hidden': 'true' }),
            h('span', { class: 'search-word' }, texts.value.search),
          ],
        ),
        isOpen.value
          ? h(searchDialog, {
              onClose: () => {
                isOpen.value = false
              },
            })
          : undefined,
      ])
  },
})

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

// VitePress imports it in place of its own file, by the default export.
export { searchButton as default }
