import type { ReactNode } from 'react'
import { LanguageMenu, ThemeMenu } from '../../app/shell/menus.tsx'
import classes from './sign-in-frame.module.css'

/** The frame of pages without a session. */
export function SignInFrame({ children }: { children: ReactNode }) {
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
        <div className={classes['card']}>{children}</div>
      </main>
    </div>
  )
}
