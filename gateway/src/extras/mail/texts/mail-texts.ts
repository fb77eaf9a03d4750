import type { Language } from '../../../core/texts/messages/languages.ts'
import { inLanguages } from '../../../core/texts/translated.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

/** The fixed texts of a mail. */
const en = {
  labels: { place: 'Where', transaction: 'Transaction', key: 'Key', since: 'Since', until: 'Until' },
  operatorPlace: 'the operator of the gateway',
  resolvedMeanwhile: 'This has ended meanwhile.',
  openDashboard: 'Open the dashboard',
  whyThisMail: 'You get this mail because of your role. Choose in the dashboard, under alerts, which mails you want.',
  invitation: {
    title: (place: string) => `Invitation to ${place}`,
    text: (by: string) => `${by} invites you to the dashboard. The link opens once; choose your password there.`,
    accept: 'Accept the invitation',
    footer: 'If you do not expect this, do nothing: without the link nobody gets an account.',
  },
  recovery: {
    title: 'A new password',
    text: 'Somebody asked for a new password for your account. The link opens once; choose the new password there. Your second factor stays as it is.',
    set: 'Set a new password',
    footer: 'If that was not you, do nothing: your password stays as it is.',
  },
  test: { title: 'Test mail', text: 'Mails from the gateway reach you.' },
}

const texts = inLanguages(en, { es, pt })

export function mailTextsIn(language: Language): typeof en {
  return texts[language]
}
