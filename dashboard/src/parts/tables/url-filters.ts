import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Addressed, addresses, type ParameterOf } from '../../app/addresses.ts'

/** Filters that stand in the page's address, so that a view can be sent, saved and gone back to. */
export interface UrlFilters<Name extends string> {
  /** '' where a filter is not set. */
  values: Readonly<Record<Name, string>>
  isFiltered: boolean
  /** Changes some of them; '' takes one away. Does not add a step to the browser's history. */
  set(change: Partial<Record<Name, string>>): void
  clear(): void
}

/** `useUrlFilters('/audit')` reads all parameters of that page (`app/addresses.ts`), or the ones that are named. */
export function useUrlFilters<Page extends Addressed, Name extends ParameterOf<Page> = ParameterOf<Page>>(
  page: Page,
  names: readonly Name[] = Object.keys(addresses[page]) as Name[],
): UrlFilters<Name> {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const values = Object.fromEntries(names.map((name) => [name, search[name] ?? ''])) as Record<Name, string>
  const go = (change: Partial<Record<Name, string>>) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string | undefined>) => ({ ...before, ...emptyAsAbsent(change) }),
      replace: true,
    })
  return {
    values,
    isFiltered: names.some((name) => values[name] !== ''),
    set: go,
    clear: () => go(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  }
}

function emptyAsAbsent(change: Partial<Record<string, string>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value === '' ? undefined : value]))
}
