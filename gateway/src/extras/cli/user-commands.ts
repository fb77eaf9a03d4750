import { present } from '../../core/values/assert.ts'
import { isoMicroseconds } from '../../core/values/timestamps.ts'
import { invite } from '../identity/invite.ts'
import { listEverybody, requireUser, setDisabled } from '../identity/team.ts'
import { actionCommand } from './action-command.ts'
import { type Command, type CommandOption, UsageError } from './command.ts'
import { machineActor } from './machine.ts'

const emailOption: CommandOption = { value: 'ADDRESS', help: 'sign-in e-mail address', required: true }

const deliveryNotes = {
  mail: 'The link is sent by mail. It is shown to no other person.',
  second_operator:
    'No mail server is configured. Another operator gets the link in the dashboard, under proposals, and passes it on.',
  inviter: 'Pass the link on. It works once until it expires, and is not shown again.',
} as const

const inviteCommand: Command = {
  name: 'user invite',
  summary: "Invite a person to a merchant's or the operator's team.",
  options: {
    merchant: { value: 'UUID', help: 'the merchant; or --operator' },
    operator: { help: "the operator's team; or --merchant" },
    bootstrap: {
      help: 'with --operator: the first two operators, or if no other operator can invite; shows the link, and all operators get an alert',
    },
    email: { value: 'ADDRESS', help: 'sign-in e-mail address', required: true },
    role: {
      value: 'ROLE',
      help: 'for a merchant: owner, developer, operations, read_only; for the operator: admin, operations, support',
      required: true,
    },
  },
  run: async ({ withDeps }, values) => {
    const { merchant, operator } = values
    const bootstrap = values['bootstrap'] !== undefined
    if ((merchant === undefined) === (operator === undefined)) throw new UsageError('Give --merchant or --operator.')
    if (bootstrap && operator === undefined) throw new UsageError('--bootstrap goes with --operator.')
    const invited = await withDeps(
      async (deps) =>
        await invite(deps, {
          merchantId: merchant ?? null,
          role: present(values['role'], 'role'),
          email: present(values['email'], 'email'),
          actor: machineActor(),
          bootstrap,
        }),
    )
    const { email, url, expiresAt, delivery } = invited
    return {
      facts: { email, url, delivery, expires_at: isoMicroseconds(expiresAt) },
      notes: [deliveryNotes[delivery]],
    }
  },
}

const listCommand: Command = {
  name: 'user list',
  summary: 'List all people who can sign in.',
  options: {},
  run: async ({ withDeps }) => {
    const people = await withDeps(async (deps) => await listEverybody(deps))
    const facts = people.map((row) => {
      const states = [
        row.second_factor ? 'second factor' : 'password only',
        ...(row.locked ? ['locked'] : []),
        ...(row.disabled ? ['DISABLED'] : []),
      ]
      return [row.email, `${row.merchant_name ?? 'operator'}, ${row.role}, ${row.name}, ${states.join(', ')}`]
    })
    return {
      facts: Object.fromEntries(facts) as Record<string, string>,
      notes: people.length === 0 ? ['No people yet: pasarela user invite --operator --role admin --email …'] : [],
    }
  },
}

const disableCommand: Command = {
  name: 'user disable',
  summary: 'Disable a person; their sessions end at once.',
  options: { email: emailOption, undo: { help: 'enable them again' } },
  run: async ({ withDeps }, values) => {
    const email = present(values['email'], 'email')
    const disabled = values['undo'] === undefined
    await withDeps(async (deps) => {
      const { id, merchant_id: merchantId } = await requireUser(deps, { email })
      await setDisabled(deps, { merchantId, userId: id, actor: machineActor() }, disabled)
    })
    return { facts: { email, disabled: disabled ? 'yes' : 'no' } }
  },
}

const resetCommand = actionCommand({
  name: 'user reset-second-factor',
  summary: "Remove a person's lost second factor.",
  action: 'second_factor_reset',
  show: async (_deps, { email }, reset) =>
    await Promise.resolve({
      facts: { user_id: reset?.userId, email: String(email) },
      notes: ['They sign in by password and set up a new one.'],
    }),
})

export const userCommands: readonly Command[] = [inviteCommand, listCommand, disableCommand, resetCommand]
