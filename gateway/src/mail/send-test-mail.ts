import type { Person } from '../values/person.ts'
import { Problem } from '../values/problem.ts'
import type { MailDeps } from './deps.ts'
import { finishTestMail, noteTestMail } from './store/mails.ts'

/** How long whoever tried the mail server five times waits at most. */
const testMailWaitSeconds = 3_600

/** Sends the person a mail at once. Null: the server took it; otherwise a code. Throws `not_in_this_state` without a server. */
export async function sendTestMail(deps: Pick<MailDeps, 'database' | 'mail'>, person: Person): Promise<string | null> {
  if (!deps.mail) throw new Problem('not_in_this_state', { message: 'No mail server is set: see SMTP_URL.' })
  const id = await noteTestMail(deps.database.engine, person.userId)
  if (id === undefined) throw new Problem('rate_limited', { retryAfterSeconds: testMailWaitSeconds })
  const error = await deps.mail.sendTest(person)
  await finishTestMail(deps.database.engine, id, error)
  return error
}
