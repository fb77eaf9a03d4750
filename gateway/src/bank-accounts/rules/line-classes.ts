import { type RuleClass, ruleClasses } from './judge-by-rules.ts'

/** What happened with a line: see migrations 0038, 0040 and 0060. */
export const lineStates = [
  'new',
  'expected',
  'in_suspense',
  'returning',
  'applied',
  'linked',
  'explained',
  'closed',
] as const
/** How statements stand to a line: see migration 0060. */
export const lineStandings = ['booked', 'announced', 'adopted', 'itemised', 'part', 'not_booked'] as const
export type LineStanding = (typeof lineStandings)[number]
export type LineState = (typeof lineStates)[number]
/** What a line is to an order. */
export type OrderClass = 'payin' | 'payout' | 'payout_return'
export type LineClass = OrderClass | RuleClass | 'batch' | 'funding' | 'withdrawal' | 'owner_out' | 'unknown_return'

/** What a person may say that a line is, beside an order's and a return. */
export const manualLineClasses = [...ruleClasses, 'funding', 'withdrawal', 'owner_out'] as const
