import { timingSafeEqual } from 'node:crypto'

/** Compares two hashes in constant time. */
export function sameSecret(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
