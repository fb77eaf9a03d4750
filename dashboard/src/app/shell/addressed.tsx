import { List } from '@mantine/core'
import type { ReactNode } from 'react'
import { ButtonLink } from '../../parts/links.tsx'
import { useDocumentTitle } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { type AddressFault, useAddressFaults } from '../addresses.ts'

/** The page, where it follows everything in its address: a list that ignores a filter looks like the answer to it. */
export function Addressed({ children }: { children: ReactNode }) {
  const { faults, rest } = useAddressFaults()
  return faults.length === 0 ? children : <AddressFaults faults={faults} rest={rest} />
}

function AddressFaults({ faults, rest }: { faults: readonly AddressFault[]; rest: Record<string, string> }) {
  const { address } = useShellTexts()
  useDocumentTitle(address.title)
  return (
    <EmptyState heading={1} title={address.title} explanation={address.explanation}>
      <List size="sm" ta="left">
        {[...new Set(faults.map(({ kind, name, value }) => address.faults[kind](name, value)))].map((fault) => (
          <List.Item key={fault}>{fault}</List.Item>
        ))}
      </List>
      <ButtonLink to="." search={rest} replace>
        {address.without}
      </ButtonLink>
    </EmptyState>
  )
}
