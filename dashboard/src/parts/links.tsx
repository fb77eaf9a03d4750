import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './tables/row-list.module.css'

type OwnProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

/** A link in a text or a table, to a page of the dashboard. */
export const TextLink = createLink((props: AnchorProps & OwnProps) => (
  <Anchor inherit={props.size === undefined} {...props} />
))

/** A link that covers its whole row of a list, or its card: a click anywhere there is a click on it. */
export const RowLink = createLink(({ className = '', ...props }: AnchorProps & OwnProps) => (
  <Anchor inherit className={`${classes['link']} ${className}`} {...props} />
))

/** A link that looks like a button, to a page of the dashboard. */
export const ButtonLink = createLink((props: ButtonProps & OwnProps) => <Button component="a" {...props} />)
