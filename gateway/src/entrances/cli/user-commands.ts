import { invite } from '../../identity/invite.ts'
import { listEverybody, requireUser, resetSecondFactor, setDisabled } from '../../identity/team.ts'
import { present } from '../../values/assert.ts'
import { isoMicroseconds } from '../../values/timestamps.ts'
import { type Command, type CommandOption, UsageError } from './command.ts'
import { machineActor } from './machine.ts'
import { actOrPropose, creatorOptions, reasonOption } from './people.ts'

const emailOption: CommandOption = { value: 'ADDRESS', help: 'what they sign in with', required: true }

const deliveryNotes = {
  mail: 'The link is on its way to them by mail; nobody else sees it.',
  second_operator:
    'No mail server is set: another operator is shown the link in the dashboard, under proposals, and hands it over.',
  inviter: 'Give them the link: it opens once, until it expires, and is not shown again.',
} as const

const inviteCommand: Command = {
  name: 'user invite',
  summary: 'Make the link by which somebody joins a merchant or the operator.',
  options: {
    merchant: { value: 'UUID', help: 'whose people they will be; or --operator' },
    operator: { help: 'they will be one of the operator; or --merchant' },
    bootstrap: {
      help: 'with --operator: the first two operators, or where nobody else can; shows you the link, and all operators are told',
    },
    email: { value: 'ADDRESS', help: 'what they will sign in with', required: true },
    role: {
      value: 'ROLE',
      help: 'of a merchant: owner, developer, operations, read_only; of the operator: admin, operations, support',
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
  summary: 'List everybody who can sign in.',
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
      notes: people.length === 0 ? ['Nobody yet: pasarela user invite --operator --role admin --email …'] : [],
    }
  },
}

const disableCommand: Command = {
  name: 'user disable',
  summary: 'Let somebody in no more; their sessions end at once.',
  options: { email: emailOption, undo: { help: 'let them in again' } },
  run: async ({ withDeps }, values) => {
    const email = present(values['email'], 'email')
    const disabled = values['undo'] === undefined
    await withDeps(async (deps) => {
      const { id, merchant_id: merchantId } = await requireUser(deps, email)
      await setDisabled(deps, { merchantId, userId: id, actor: machineActor() }, disabled)
    })
    return { facts: { email, disabled: disabled ? 'yes' : 'no' } }
  },
}

const resetCommand: Command = {
  name: 'user reset-second-factor',
  summary: 'Take the second factor from somebody who lost it.',
  options: { email: emailOption, note: reasonOption, ...creatorOptions },
  run: async ({ withDeps }, values) => {
    const email = present(values['email'], 'email')
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'second_factor_reset', email })
      if (acting.kind === 'proposed') return acting.result
      const reset = await resetSecondFactor(deps, { email, ...acting.by })
      return { facts: { user_id: reset.userId, email }, notes: ['They sign in by password and set up a new one.'] }
    })
  },
}

export const userCommands: readonly Command[] = [inviteCommand, listCommand, disableCommand, resetCommand]
