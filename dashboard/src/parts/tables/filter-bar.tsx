import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { narrow } from '../../app/theme.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { Icon } from '../icons.tsx'
import { usePausedText } from '../paused-text.ts'
import classes from './filter-bar.module.css'
import type { UrlFilters } from './url-filters.ts'

/** One filter of a list. `date` is a day of the viewer's calendar, `2026-01-31`: `startOfDay` makes an instant of it. */
export type Filter<Name extends string> =
  | { kind: 'search'; name: Name; label: string; placeholder?: string; isMain?: boolean }
  | {
      kind: 'choice'
      name: Name
      label: string
      options: readonly { value: string; label: string }[]
      /** There is always a choice: no "any". */
      isRequired?: boolean
    }
  | { kind: 'date'; name: Name; label: string }

export interface FilterBarProps<Name extends string> {
  filters: UrlFilters<Name>
  fields: readonly Filter<Name>[]
  /** Filters of another kind, behind the fields. */
  children?: ReactNode
  /** How many of those are set. */
  furtherCount?: number
}

/** Labelled filters above a list. What they hold stands in the address. On narrow screens one button opens them. */
export function FilterBar<Name extends string>(props: FilterBarProps<Name>) {
  const { filters, fields, children, furtherCount = 0 } = props
  const { parts } = useShellTexts()
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false })
  const [isOpen, setIsOpen] = useState(false)
  const folded = fields.filter((field) => !staysShown(field))
  const isFolding = isNarrow && (folded.length > 1 || children !== undefined)
  const count = furtherCount + folded.filter(({ name }) => filters.values[name] !== '').length
  return (
    <search aria-label={parts.filters} className={classes['bar']} data-folding={isFolding || undefined}>
      {(isFolding ? fields.filter(staysShown) : fields).map((field) => (
        <FilterField key={field.name} field={field} filters={filters} />
      ))}
      {isFolding && (
        <Button
          variant="default"
          aria-expanded={isOpen}
          rightSection={<Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? `${parts.filters} (${count})` : parts.filters}
        </Button>
      )}
      {isFolding && isOpen && folded.map((field) => <FilterField key={field.name} field={field} filters={filters} />)}
      {(!isFolding || isOpen) && children}
      {filters.isFiltered && (!isFolding || isOpen) && (
        <Button variant="subtle" onClick={filters.clear} className={classes['clear'] ?? ''}>
          {parts.clearFilters}
        </Button>
      )}
    </search>
  )
}

/** The page's search, and what there is always a choice of. */
function staysShown(field: Filter<string>): boolean {
  if (field.kind === 'search') return field.isMain === true
  return field.kind === 'choice' && field.isRequired === true
}

/** The choices of a filter: its words by value. */
export function optionsOf(words: Readonly<Record<string, string>>): { value: string; label: string }[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }))
}

function FilterField<Name extends string>({ field, filters }: { field: Filter<Name>; filters: UrlFilters<Name> }) {
  const { parts } = useShellTexts()
  const value = filters.values[field.name]
  const set = (text: string) => filters.set({ [field.name]: text } as Partial<Record<Name, string>>)
  if (field.kind === 'search') {
    return (
      <SearchField
        label={field.label}
        placeholder={field.placeholder ?? (field.isMain ? field.label : '')}
        isMain={field.isMain ?? false}
        value={value}
        onChange={set}
      />
    )
  }
  if (field.kind === 'date') {
    return (
      <TextInput type="date" label={field.label} value={value} onChange={(event) => set(event.currentTarget.value)} />
    )
  }
  return (
    <NativeSelect
      label={field.label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      data={[...(field.isRequired ? [] : [{ value: '', label: parts.any }]), ...field.options]}
    />
  )
}

interface SearchFieldProps {
  label: string
  placeholder: string
  /** `/` puts the focus here. */
  isMain: boolean
  value: string
  onChange: (text: string) => void
}

function SearchField({ label, placeholder, isMain, value, onChange }: SearchFieldProps) {
  const [text, type] = usePausedText(value, (typed) => {
    onChange(typed)
    return typed
  })
  return (
    <TextInput
      type="search"
      label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" />}
      value={text}
      maxLength={255}
      data-main-search={isMain || undefined}
      className={classes['search'] ?? ''}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
