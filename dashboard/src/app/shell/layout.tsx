import { AppShell, Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { LoadingState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { loadCode } from '../load-code.ts'
import { notifyError } from '../notify.ts'
import { useMaybePoint } from '../point.ts'
import { useSession } from '../session.ts'
import { Header } from './header.tsx'
import { IdleNotice } from './idle-notice.tsx'
import classes from './layout.module.css'
import { Navigation } from './navigation.tsx'

/** Header, navigation and the page. */
export function Layout() {
  // Between signing out and the sign-in page there is a moment without a person.
  return useSession().person ? <SignedInLayout /> : <LoadingState />
}

function SignedInLayout() {
  const texts = useShellTexts()
  const point = useMaybePoint()
  const isTest = point?.environment === 'test'
  const [menuOpened, menu] = useDisclosure(false)
  const search = useSearchDialog()
  useHotkeys([
    ['mod+K', search.open],
    ['/', search.open],
  ])
  useFocusOnNewPage()
  return (
    <AppShell
      header={{ height: isTest ? 84 : 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: true } }}
      padding={{ base: 'md', md: 'lg' }}
    >
      <AppShell.Header className={classes['header']}>
        <a href="#content" className={classes['skip']}>
          {texts.skip}
        </a>
        <Header onMenu={menu.open} onSearch={search.open} />
        {isTest && (
          <p className={classes['ribbon']}>
            <strong>{texts.environments.test}</strong> {texts.testRibbon}
          </p>
        )}
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar']}>
        <Navigation />
      </AppShell.Navbar>
      <Drawer
        opened={menuOpened}
        onClose={menu.close}
        title="Pasarela"
        size="18rem"
        hiddenFrom="md"
        closeButtonProps={{ 'aria-label': texts.parts.close }}
      >
        <Navigation onFollow={menu.close} />
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1} className={classes['main']}>
        <div className={classes['page']}>
          <Suspense fallback={<LoadingState />}>
            <Outlet />
          </Suspense>
        </div>
      </AppShell.Main>
      {search.Dialog && <search.Dialog onClose={search.close} />}
      <IdleNotice />
    </AppShell>
  )
}

/** The search's code is loaded when it is first opened. Where it cannot be, a toast says so and the page stays as it is. */
function useSearchDialog() {
  const [Dialog, setDialog] = useState<ComponentType<{ onClose: () => void }>>()
  const open = () => {
    void loadCode(() => import('./search-dialog.tsx')).then(
      ({ SearchDialog }) => setDialog(() => SearchDialog),
      notifyError,
    )
  }
  return { Dialog, open, close: () => setDialog(undefined) }
}

/** A followed link puts the keyboard at the new page, as a page load would; a changed filter does not. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isAtLink = document.activeElement instanceof HTMLAnchorElement
    if (pathname !== '' && isAtLink) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}
