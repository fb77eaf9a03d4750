import type { ReactNode } from 'react'
import { LanguageMenu, ThemeMenu } from '../../app/shell/menus.tsx'
import classes from './door.module.css'

/** What stands around pages of people who are not signed in yet. */
export function Door({ children }: { children: ReactNode }) {
  return (
    <div className={classes['door']}>
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
