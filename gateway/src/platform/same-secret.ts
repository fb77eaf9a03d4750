import { timingSafeEqual } from 'node:crypto'

/** Compares two hashes in a time that tells nothing about where they differ. */
export function sameSecret(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
