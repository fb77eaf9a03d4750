import { ActionIcon } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import type { AlertListData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useRead } from '../../app/reading.ts'
import { Icon } from '../../parts/icons.tsx'
import classes from './alert-bell.module.css'
import { useAlertsTexts } from './texts.ts'

type BellProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

const BellLink = createLink((props: BellProps) => (
  <ActionIcon component="a" variant="subtle" color="gray" size="lg" {...props} />
))

/** The gateway looks four times a minute; once is soon enough beside the mails. */
const everySeconds = 60

/** More than two digits do not fit beside a bell. */
const countMax = 99

/** The way to the alerts, in the header of every page, with how many are open. */
export function AlertBell() {
  const texts = useAlertsTexts()
  const language = useLanguage()
  const { data } = useRead<AlertListData>('/console/alerts', { query: { limit: 1 }, everySeconds })
  const open = data?.open ?? 0
  const count = open > countMax ? `${formatCount(countMax, language)}+` : formatCount(open, language)
  return (
    <span className={classes['bell']}>
      <BellLink to="/alerts" aria-label={open === 0 ? texts.title : texts.bell(count)}>
        <Icon name="bell" />
      </BellLink>
      {open > 0 && (
        <span className={classes['count']} aria-hidden>
          {count}
        </span>
      )}
    </span>
  )
}
