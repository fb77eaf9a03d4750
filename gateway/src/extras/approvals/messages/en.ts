import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of proposals, in English. */
const en = {
  'proposal.own': 'You proposed this yourself: somebody else must decide.',
  'proposal.not_proposer': 'Only who proposed it takes it back; you can refuse it.',
  'proposal.proposer_gone': 'Who proposed this may not act any more: propose it yourself if it is right.',
  'proposal.decided': 'This proposal was decided already: {state}.',
  'proposal.too_many': 'Too many proposals wait for a decision already: decide some of them first.',
  'proposal.too_many_own': 'You have {max} open proposals: withdraw some of them, or let others decide first.',
  'proposal.already_open': 'A proposal about this transaction waits for its decision already.',
  'proposal.unknown': 'There is no such proposal.',
  'proposal.not_yours': 'Nothing was changed: this proposal was decided already, or it is not yours to decide.',
} as const

export const say = addMessages(en, { es, pt })
