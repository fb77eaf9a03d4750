import type { SharedReference } from '../operator-desk/list-for-operator.ts'

/** One receipt pays one order. This sentence warns the operator who decides. */
export function sharedText({ payer_reference, others }: SharedReference): string {
  return `the payer reference "${payer_reference}" stands on ${others.join(', ')} as well`
}
