import { Burger, Group, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AlertBell } from '../../areas/alerts/alert-bell.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import classes from './header.module.css'
import { LanguageMenu, PersonMenu, PointMenu, ThemeMenu } from './header-menus.tsx'

/** Product, point, search, and what is about the person. */
export function Header({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  const { header } = useShellTexts()
  return (
    <Group h={56} px="md" gap="xs" wrap="nowrap" justify="space-between">
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Burger hiddenFrom="md" size="sm" onClick={onMenu} aria-label={header.menu} />
        <Link to="/" className={classes['product']} aria-label="Pasarela">
          <img src="/dashboard/favicon.svg" alt="" width={28} height={28} />
          <Text component="span" fw={700} visibleFrom="sm">
            Pasarela
          </Text>
        </Link>
        <PointMenu />
      </Group>
      <Group gap={4} wrap="nowrap">
        <UnstyledButton className={classes['search'] ?? ''} onClick={onSearch} aria-label={header.search}>
          <Icon name="search" />
          <Text component="span" size="sm" visibleFrom="lg">
            {header.search}
          </Text>
          <Text component="kbd" size="xs" visibleFrom="lg" className={classes['key'] ?? ''} aria-hidden />
        </UnstyledButton>
        <AlertBell />
        <Group gap={4} wrap="nowrap" visibleFrom="sm">
          <LanguageMenu />
          <ThemeMenu />
        </Group>
        <PersonMenu />
      </Group>
    </Group>
  )
}
