import { Group } from '@mantine/core'
import { ButtonLink } from '../../parts/links.tsx'
import classes from './bank-accounts.module.css'
import { useBankAccountsTexts } from './texts.ts'

/** The pages of the area. */
export function BankTabs() {
  const { tabs } = useBankAccountsTexts()
  const pages = [
    { to: '/operator/banks', label: tabs.accounts },
    { to: '/operator/banks/files', label: tabs.files },
    { to: '/operator/banks/lines', label: tabs.lines },
    { to: '/operator/banks/batches', label: tabs.batches },
  ] as const
  return (
    <Group component="nav" className={classes['tabs'] ?? ''} mb="md" aria-label={tabs.label}>
      {pages.map(({ to, label }) => (
        <ButtonLink
          key={to}
          to={to}
          variant="subtle"
          color="gray"
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ variant: 'light', color: 'accent' }}
        >
          {label}
        </ButtonLink>
      ))}
    </Group>
  )
}
