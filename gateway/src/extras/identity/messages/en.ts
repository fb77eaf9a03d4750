import { addMessages } from '../../../core/texts/messages/say.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** What is said of people, invitations and sessions, in English. */
const en = {
  'field.is_too_long': '{field} is too long',
  'field.no_email': '{field} is no e-mail address',
  'person.another_owner': 'This address belongs to another person by now: refuse this, and look at who asks.',
  'invitation.unknown': 'There is no such open invitation.',
  'invitation.nothing_to_confirm': 'There is nothing to confirm here.',
  'invitation.by_inviter': 'Somebody confirms this whom the inviter did not invite, directly or by others.',
  'invitation.too_many': 'Too many invitations are open: withdraw some of them first.',
  'invitation.used': 'This invitation is used, revoked or too old: ask for a new one.',
  'person.address_taken': 'Somebody signs in with this address already.',
  'session.unknown': 'There is no such session.',
  'person.disabled': 'They were disabled: let them in again first.',
  'link.own_account': 'Somebody else hands over the link to your own account.',
  'link.used': 'This link is used, withdrawn or too old: ask for a new one.',
  'person.not_two_people': 'One of the two invited the other, or gave them their access: somebody else must decide, or a third person confirms that they are two.',
  'second_factor.not_begun': 'Begin the set-up first.',
  'second_factor.none': 'There is no second factor.',
  'second_factor.begun_again': 'The set-up was begun again or finished elsewhere: begin it again and scan the new code.',
  'second_factor.set': 'A second factor is set up already: remove it first.',
  'demo.no_live_point': 'People of the demonstration make no live point: it would close their own sign-ins. Invite an operator first.',
  'demo.confirms_nobody': 'People of the demonstration confirm nobody: their passwords stand in one file.',
  'demo.closed': 'This sign-in belongs to the demonstration and is closed, because a live point exists. Ask for an invitation.',
  'second_factor.none_of_theirs': 'They have no second factor.',
  'person.unknown_address': 'Nobody signs in as {email}.',
  'person.unknown': 'There is nobody like that in your team.',
  'person.last_of_role': 'The team needs one {role} at least: make somebody else one first.',
  'person.unknown_point': 'There is no such point.',
  'invitation.first_owner': 'Operators invite the first owner of a merchant only.',
  'password.too_short': '{field} has at least {min} characters',
  'password.too_common': '{field} is one of the first that anybody tries',
  'password.holds_name': '{field} must not hold your name or e-mail address',
} as const

export const say = addMessages(en, { es, pt })
