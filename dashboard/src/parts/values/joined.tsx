import { Fragment } from 'react'

/**
 * Texts of others on one line, without the empty ones. Each keeps its direction of writing to itself: a mark in a name
 * does not turn what stands beside it.
 */
export function Joined({ parts }: { parts: readonly (string | undefined)[] }) {
  return parts.filter(Boolean).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other name and never move
    <Fragment key={index}>
      {index > 0 && ' · '}
      <bdi>{part}</bdi>
    </Fragment>
  ))
}
