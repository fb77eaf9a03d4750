import type { Extra } from '../../core/extra.ts'
import { type MailSender, smtpSender } from '../../core/net/smtp-sender.ts'
import { randomToken } from '../../core/platform/ids.ts'
import type { Surroundings } from '../../core/start-core.ts'
import type { Deps } from '../../gateway-deps.ts'
import { composeAlert } from '../alerts/compose-alert.ts'
import { composeTest } from './compose.ts'
import type { Mail } from './deps.ts'
import { sendDueMails } from './send-due-mails.ts'

/** Sends the mails of the outbox. Without a configured mail server it does nothing. */
export function mailExtra(deps: Deps, { config, forLoops }: Pick<Surroundings, 'config' | 'forLoops'>): Extra {
  const sender = config.mail && smtpSender(config.mail.smtp, config.mail.from)
  deps.mail = sender && mailOf(deps, sender)
  return {
    loops: () => {
      const loopDeps = forLoops(deps)
      const runOnce = async () => (sender ? await sendDueMails({ ...loopDeps, sender, composeAlert }) : 0)
      return { mails: { runOnce, idleMs: 5_000 } }
    },
  }
}

/** The test mail is in the language of the person who requests it. */
function mailOf(site: { readonly publicUrl: string }, sender: MailSender): Mail {
  return {
    sendTest: async ({ name, email, language }) => {
      const to = { name, address: email }
      const messageName = `pasarela-test-${randomToken(12)}`
      const result = await sender.send({ ...composeTest(language, site.publicUrl), to, messageName })
      return result.kind === 'sent' ? null : result.error
    },
  }
}
