import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type OwnProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'color' | 'style'> & { ref?: Ref<HTMLAnchorElement> }

/** A link in a text or a table, to a page of the dashboard. */
export const TextLink = createLink((props: AnchorProps & OwnProps) => (
  <Anchor inherit={props.size === undefined} {...props} />
))

/** A link that looks like a button, to a page of the dashboard. */
export const ButtonLink = createLink((props: ButtonProps & OwnProps) => <Button component="a" {...props} />)
