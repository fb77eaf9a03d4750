import type { ReactNode } from 'react'
import { LanguageMenu, ThemeMenu } from '../../app/shell/menus.tsx'
import classes from './sign-in-frame.module.css'

/** The frame of pages without a session. `isCentered`: a heading above what stands in the middle, not above a form. */
export function SignInFrame({ children, isCentered }: { children: ReactNode; isCentered?: boolean }) {
  return (
    <div className={classes['frame']}>
      <header className={classes['top']}>
        <span className={classes['product']}>
          <img src="/dashboard/favicon.svg" alt="" width={28} height={28} />
          Pasarela
        </span>
        <span>
          <LanguageMenu />
          <ThemeMenu />
        </span>
      </header>
      <main className={classes['middle']}>
        <div className={classes['card']} data-centered={isCentered || undefined}>
          {children}
        </div>
      </main>
    </div>
  )
}
