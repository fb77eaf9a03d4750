import { ActionIcon } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { Icon } from '../../parts/icons.tsx'
import { useAlertsTexts } from './texts.ts'

type BellProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

const BellLink = createLink((props: BellProps) => (
  <ActionIcon component="a" variant="subtle" color="gray" size="lg" {...props} />
))

/** The way to the alerts, in the header of every page. */
export function AlertBell() {
  const texts = useAlertsTexts()
  return (
    <BellLink to="/alerts" aria-label={texts.title}>
      <Icon name="bell" />
    </BellLink>
  )
}
