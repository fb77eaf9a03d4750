import { ActionIcon, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { loadCode } from '../load-code.ts'
import { useCurrentPoint } from '../point.ts'
import { usePerson, useSession } from '../session.ts'
import classes from './header.module.css'
import { PointLabel } from './point-label.tsx'

/** The buttons of the header's menus. The code of the menus is loaded behind the page; until then they cannot be pressed. */
export const LanguageMenu = lazyMenu(async () => (await import('./menus.tsx')).LanguageMenu, LanguageButton)
export const ThemeMenu = lazyMenu(async () => (await import('./menus.tsx')).ThemeMenu, ThemeButton)
export const PersonMenu = lazyMenu(async () => (await import('./menus.tsx')).PersonMenu, PersonButton)
export const PointMenu = lazyMenu(async () => (await import('./point-menu.tsx')).PointMenu, PointButton)

/** Where the code cannot be loaded the page works without the menu. */
function lazyMenu(load: () => Promise<ComponentType>, Button: ComponentType): ComponentType {
  const Loaded = lazy(async () => ({ default: await loadCode(load).catch(() => Button) }))
  return function HeaderMenu() {
    return (
      <Suspense fallback={<Button />}>
        <Loaded />
      </Suspense>
    )
  }
}

function LanguageButton() {
  return <WaitingButton label={useShellTexts().header.language} icon="globe" />
}

function ThemeButton() {
  const { colorScheme } = useMantineColorScheme()
  return <WaitingButton label={useShellTexts().header.theme} icon={colorScheme === 'dark' ? 'moon' : 'sun'} />
}

function PersonButton() {
  return <WaitingButton label={useShellTexts().header.person} icon="person" />
}

function WaitingButton({ label, icon }: { label: string; icon: 'globe' | 'sun' | 'moon' | 'person' }) {
  return (
    <ActionIcon variant="transparent" color="gray" size="lg" aria-label={label} disabled bg="transparent">
      <Icon name={icon} />
    </ActionIcon>
  )
}

function PointButton() {
  const { points } = useSession()
  const { side } = usePerson()
  const current = useCurrentPoint()
  if (side === 'operator' || points.length === 0) return null
  return (
    <UnstyledButton className={classes['point'] ?? ''} disabled>
      <PointLabel current={current} />
    </UnstyledButton>
  )
}
