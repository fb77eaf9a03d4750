import localSearchIndex from '@localSearchIndex'
import MiniSearch from 'minisearch'
import { useData } from 'vitepress'
import { defineComponent, h, nextTick, onMounted, ref, shallowRef, Teleport, watch } from 'vue'
import type { Language } from '../src/languages.ts'
import { queryOf, searchOptions } from '../src/search-words.ts'
import { usePageTexts } from './page-texts.ts'

const resultsMax = 12

interface Found {
  readonly id: string
  readonly title: string
  readonly titles: readonly string[]
}

/** A field and links, nothing else: every assistive program knows both. */
export const searchDialog = defineComponent({
  name: 'SearchDialog',
  emits: ['close'],
  setup: (_props, { emit }) => {
    const texts = usePageTexts()
    const { localeIndex } = useData()
    const dialog = ref<HTMLDialogElement>()
    const query = ref('')
    const found = shallowRef<readonly Found[]>([])
    const search = openIndexes(() => localeIndex.value)
    onMounted(() => dialog.value?.showModal())
    watch(query, async (words) => {
      const results = await search(words)
      if (words === query.value) found.value = results
    })
    const close = () => emit('close')
    const status = () => {
      if (query.value.trim() === '') return ''
      return found.value.length === 0 ? texts.value.noResults : texts.value.results(found.value.length)
    }
    const content = () => [
      h('form', { class: 'search-form', onSubmit: openFirst, role: 'search' }, [
        h('label', { class: 'search-label', for: 'site-search-words' }, texts.value.searchHint),
        h('div', { class: 'search-line' }, [
          h('input', {
            id: 'site-search-words',
            type: 'search',
            autocomplete: 'off',
            spellcheck: 'false',
            autofocus: true,
            value: query.value,
            onInput: (event: Event) => {
              query.value = (event.target as HTMLInputElement).value
            },
          }),
          h(
            'button',
            { type: 'button', class: 'search-close', onClick: () => dialog.value?.close() },
            texts.value.close,
          ),
        ]),
      ]),
      h('p', { class: 'search-status', role: 'status' }, status()),
      h(
        'ul',
        { class: 'search-results' },
        found.value.map((each) => resultItem(each, () => dialog.value?.close())),
      ),
    ]
    const whole = () =>
      h(
        'dialog',
        {
          ref: dialog,
          class: 'search-dialog',
          'aria-label': texts.value.searchHint,
          onClose: close,
          onKeydown: moveFocus,
        },
        content(),
      )
    return () => h(Teleport, { to: 'body' }, [whole()])
  },
})

function resultItem({ id, title, titles }: Found, close: () => void) {
  return h('li', { key: id }, [
    h('a', { href: id, onClick: () => void nextTick(close) }, [
      h('span', { class: 'search-title' }, plain(title)),
      titles.length === 0 ? undefined : h('span', { class: 'search-page' }, titles.map(plain).join(' › ')),
    ]),
  ])
}

/** Titles in the index are HTML texts. */
function plain(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}

/** The index of a language is loaded once, with the first search in it. */
function openIndexes(language: () => string): (words: string) => Promise<readonly Found[]> {
  const indexes = new Map<string, Promise<MiniSearch<Found>>>()
  const load = async (name: string): Promise<MiniSearch<Found>> => {
    const module = await localSearchIndex[name]?.()
    return MiniSearch.loadJSON<Found>(module?.default ?? '', {
      fields: ['title', 'titles', 'text'],
      storeFields: ['title', 'titles'],
      searchOptions,
    })
  }
  return async (words) => {
    if (words.trim() === '') return []
    const name = language()
    const index = indexes.get(name) ?? load(name)
    indexes.set(name, index)
    const query = queryOf(words, name === 'root' ? 'en' : (name as Language))
    return (await index).search(query).slice(0, resultsMax) as unknown as Found[]
  }
}

function openFirst(event: Event): void {
  event.preventDefault()
  const form = event.currentTarget as HTMLElement
  form.closest('dialog')?.querySelector<HTMLElement>('.search-results a')?.click()
}

/** The arrow keys lead from the field through the links and back. Escape closes, also where a browser would empty the field. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    const dialog = event.currentTarget as HTMLDialogElement
    dialog.close()
    return
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('input, .search-results a')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = all[(at + (event.key === 'ArrowDown' ? 1 : -1) + all.length) % all.length]
  event.preventDefault()
  next?.focus()
}
