import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icons.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useLanguage } from '../languages.ts'
import { usePerson } from '../session.ts'
import { NavCount } from './nav-count.tsx'
import classes from './navigation.module.css'
import { useNavGroups } from './pages.ts'

/** The areas that the person may open. `onFollow` closes the drawer that it stands in on small screens. */
export function Navigation({ onFollow }: { onFollow?: () => void }) {
  const { nav } = useShellTexts()
  const language = useLanguage()
  const { side } = usePerson()
  const docs = language === 'en' ? '/docs/' : `/docs/${language}/`
  const documentation = [
    ...(side === 'operator' ? [{ href: `${docs}operator/first-day`, label: nav.operatorGuide }] : []),
    { href: docs, label: nav.documentation },
  ]
  return (
    <nav aria-label={nav.label} className={classes['nav']}>
      {useNavGroups().map((group) => (
        <div key={group.label ?? ''}>
          {group.label !== undefined && <p className={classes['label']}>{group.label}</p>}
          <ul className={classes['list']}>
            {group.pages.map((page) => (
              <li key={page.to}>
                <Link
                  to={page.to}
                  {...(page.search && { search: page.search })}
                  className={classes['link']}
                  activeOptions={{ exact: page.exact ?? false, includeSearch: page.search !== undefined }}
                  onClick={() => onFollow?.()}
                >
                  <Icon name={page.icon} />
                  {page.label}
                  {page.counts && <NavCount counts={page.counts} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul className={classes['list']}>
        {documentation.map(({ href, label }) => (
          <li key={href}>
            <a className={classes['link']} href={href} target="_blank" rel="noopener">
              <Icon name="book" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
