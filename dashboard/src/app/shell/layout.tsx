import { AppShell } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { LoadingState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { notifyError } from '../notify.ts'
import { useMaybePoint } from '../point.ts'
import { useSession } from '../session.ts'
import { useCode } from '../use-code.ts'
import { Addressed } from './addressed.tsx'
import { Header } from './header.tsx'
import { IdleNotice } from './idle-notice.tsx'
import classes from './layout.module.css'
import { Navigation } from './navigation.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'

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
    ['/', () => focusMainSearch() || search.open()],
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
      <NavigationDrawer opened={menuOpened} onClose={menu.close} />
      <AppShell.Main id="content" tabIndex={-1} className={classes['main']}>
        <div className={classes['page']}>
          <Suspense fallback={<LoadingState />}>
            <Addressed>
              <Outlet />
            </Addressed>
          </Suspense>
        </div>
      </AppShell.Main>
      {search.Dialog && <search.Dialog onClose={search.close} typedBefore={search.typedBefore} />}
      <IdleNotice />
    </AppShell>
  )
}

const loadSearch = () => import('./search-dialog.tsx')

/**
 * The search's code is loaded when it is first opened. What is typed until its field has the focus is kept for it. Where
 * the code cannot be loaded, a toast says so and the page stays as it is.
 */
function useSearchDialog() {
  const [isOpen, setOpen] = useState(false)
  const [keep] = useState(keptTyping)
  const close = useCallback(() => {
    keep.end()
    setOpen(false)
  }, [keep])
  const onFailed = useCallback(
    (error: unknown) => {
      close()
      notifyError(error)
    },
    [close],
  )
  const code = useCode(loadSearch, { isWanted: isOpen, onFailed })
  const open = () => {
    keep.begin()
    setOpen(true)
  }
  return { Dialog: isOpen ? code?.SearchDialog : undefined, open, close, typedBefore: keep.end }
}

/** Keeps what is typed between `begin` and `end` from the page, and gives it to who ends it. */
function keptTyping() {
  let typed = ''
  const onKey = (event: globalThis.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if ([...event.key].length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    begin: () => {
      typed = ''
      document.addEventListener('keydown', onKey, true)
    },
    end: () => {
      document.removeEventListener('keydown', onKey, true)
      const kept = typed
      typed = ''
      return kept
    },
  }
}

/** The field that narrows the page's list, if there is one. */
function focusMainSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('[data-main-search]')
  field?.focus()
  return field !== null
}

/** A followed link puts the keyboard at the new page, as a page load would; a changed filter does not. */
function useFocusOnNewPage(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const isAtLink = document.activeElement instanceof HTMLAnchorElement
    if (pathname !== '' && isAtLink) document.getElementById('content')?.focus({ preventScroll: true })
  }, [pathname])
}
