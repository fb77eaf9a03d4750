import { randomToken } from '../../core/platform/ids.ts'
import type { Person } from '../../core/values/person.ts'
import { Problem } from '../../core/values/problem.ts'
import { composeTest } from './compose.ts'
import type { MailDeps } from './deps.ts'
import { say } from './messages/en.ts'
import { finishTestMail, noteTestMail } from './store/mails.ts'

/** After five test mails a person waits at most this long. */
const testMailWaitSeconds = 3_600

/**
 * Sends the person a mail at once, in their language. Returns null if the server accepted it, else an error code. Throws
 * `not_in_this_state` without a mail server.
 */
export async function sendTestMail(
  deps: Pick<MailDeps, 'database' | 'mail' | 'site'>,
  person: Person,
): Promise<string | null> {
  if (!deps.mail) throw new Problem('not_in_this_state', { message: say('mail.no_server') })
  const id = await noteTestMail(deps.database.engine, person.userId)
  if (id === undefined) throw new Problem('rate_limited', { retryAfterSeconds: testMailWaitSeconds })
  const result = await deps.mail.send({
    ...composeTest(person.language, deps.site.url()),
    to: { name: person.name, address: person.email },
    messageName: `pasarela-test-${randomToken(12)}`,
  })
  const error = result.kind === 'sent' ? null : result.error
  await finishTestMail(deps.database.engine, id, error)
  return error
}
