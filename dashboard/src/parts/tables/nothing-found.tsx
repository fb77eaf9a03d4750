import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useShellTexts } from '../../texts/all-shell.ts'
import { EmptyState } from '../states.tsx'
import type { UrlFilters } from './url-filters.ts'

/** A single word is shortened to this many characters: half a word finds more. */
const beginningLength = 4

/** Words of a text that are proposed, each alone. */
const proposedMax = 3

export interface NothingFoundProps<Name extends string> {
  filters: UrlFilters<Name>
  /** The filter that holds the searched text. */
  name: Name
  /** Other lists to search. */
  children?: ReactNode
}

/** A search without results: what was searched, and what would find more. */
export function NothingFound<Name extends string>({ filters, name, children }: NothingFoundProps<Name>) {
  const { parts } = useShellTexts()
  const text = filters.values[name]
  const others = (Object.keys(filters.values) as Name[]).filter((each) => each !== name && filters.values[each] !== '')
  const set = (change: Partial<Record<string, string>>) => filters.set(change as Partial<Record<Name, string>>)
  return (
    <EmptyState title={parts.noMatchTitle} explanation={parts.searchedFor(text)}>
      <Group justify="center">
        {others.length > 0 && (
          <Button variant="default" onClick={() => set(Object.fromEntries(others.map((each) => [each, ''])))}>
            {parts.withoutFilters}
          </Button>
        )}
        {widerTexts(text).map((wider) => (
          <Button key={wider} variant="default" onClick={() => set({ [name]: wider })}>
            {parts.searchInstead(wider)}
          </Button>
        ))}
        {children}
        <Button variant="subtle" onClick={filters.clear}>
          {parts.clearFilters}
        </Button>
      </Group>
    </EmptyState>
  )
}

/** The longest words of a name, each alone, or the beginning of its only word. */
function widerTexts(text: string): string[] {
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).toSorted((one, other) => other.length - one.length)
  if (words.length > 1) return [...new Set(words)].slice(0, proposedMax)
  const beginning = [...(words[0] ?? '')].slice(0, beginningLength).join('')
  return beginning === '' || beginning === text.trim() ? [] : [beginning]
}
