import { useEffect } from 'react'

const product = 'Pasarela'

/** Names the browser's tab after the page: `Payments · Pasarela`. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
}
