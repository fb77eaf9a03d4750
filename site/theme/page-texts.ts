import { useData } from 'vitepress'
import { type ComputedRef, computed } from 'vue'

const texts = {
  en: {
    dashboard: 'Dashboard',
    search: 'Search',
    searchHint: 'Search the documentation',
    close: 'Close',
    noResults: 'Nothing found. Try fewer or other words.',
    results: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
    notFoundTitle: 'This page does not exist',
    notFoundText: 'The address may be mistyped, or the page was moved.',
    notFoundLink: 'To the start of the documentation',
  },
  es: {
    dashboard: 'Panel',
    search: 'Buscar',
    searchHint: 'Buscar en la documentación',
    close: 'Cerrar',
    noResults: 'Sin resultados. Pruebe con menos palabras o con otras.',
    results: (count: number) => `${count} ${count === 1 ? 'resultado' : 'resultados'}`,
    notFoundTitle: 'Esta página no existe',
    notFoundText: 'La dirección puede estar mal escrita, o la página cambió de lugar.',
    notFoundLink: 'Al inicio de la documentación',
  },
  pt: {
    dashboard: 'Painel',
    search: 'Buscar',
    searchHint: 'Buscar na documentação',
    close: 'Fechar',
    noResults: 'Nada encontrado. Tente menos palavras ou outras.',
    results: (count: number) => `${count} ${count === 1 ? 'resultado' : 'resultados'}`,
    notFoundTitle: 'Esta página não existe',
    notFoundText: 'O endereço pode estar errado, ou a página mudou de lugar.',
    notFoundLink: 'Para o início da documentação',
  },
}

/** The texts of our own parts in the language of the page. */
export function usePageTexts(): ComputedRef<(typeof texts)['en']> {
  const { lang } = useData()
  return computed(() => texts[lang.value as keyof typeof texts] ?? texts.en)
}
