import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of the controls of the simulator, in English. */
const en = {
  'clock.live_point': 'This deployment has a live point: its clock is the true one and cannot be moved.',
  'clock.shared': 'Other merchants share the clock of this deployment: only its operator can let you move it (TEST_CLOCK).',
  'clock.year_ahead': 'The clock is at most a year ahead: reset it first.',
  'clock.bank_not_moved': 'The gateway’s clock was moved, the simulated bank’s was not: it does not answer. Tell it with {"advance_seconds":0}.',
  'simulator.unknown_transaction': 'There is no such test transaction.',
  'simulator.unknown_to_bank': 'The simulated bank does not know this payment.',
  'simulator.only_pending': 'Only a PENDING pay-in expires; this one is {status}.',
  'simulator.no_answer': 'The simulated bank does not answer.',
  'clock.fields': 'send advance_seconds, or reset: true',
  'simulator.funds_fields': 'send available, overdraft_limit, or both',
} as const

export const say = addMessages(en, { es, pt })
