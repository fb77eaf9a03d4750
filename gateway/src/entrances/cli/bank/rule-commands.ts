import {
  addLineRule,
  endRule,
  type LineRuleInput,
  listLineRules,
} from '../../../bank-accounts/judgements/line-rules.ts'
import { ruleClasses } from '../../../bank-accounts/rules/judge-by-rules.ts'
import { present } from '../../../values/assert.ts'
import { formatAmount } from '../../../values/money.ts'
import { type Command, UsageError } from '../command.ts'
import { machineActor } from '../machine.ts'
import { actOrPropose, creatorOptions, evidenceOption } from '../people.ts'

const addCommand: Command = {
  name: 'bank rule add',
  summary: 'Write a rule: what new and waiting lines of an own bank account with a text or a code are.',
  options: {
    account: { value: 'ID', help: 'the bank account: see pasarela bank list', required: true },
    sign: { value: 'C|D', help: 'C: money comes in, D: it leaves', required: true },
    text: { value: 'TEXT', help: 'a part of the line’s text; accents and capitals make no difference' },
    'bank-code': { value: 'CODE', help: 'the bank’s code of the line: see pasarela line show' },
    max: { value: 'AMOUNT', help: 'lines of more need a person', required: true },
    class: { value: 'CLASS', help: ruleClasses.join(', '), required: true },
    note: evidenceOption,
    ...creatorOptions,
  },
  run: async ({ withDeps }, values) => {
    const { text, 'bank-code': code, sign } = values
    const as = ruleClasses.find((each) => each === values['class'])
    if (as === undefined) throw new UsageError(`--class is one of ${ruleClasses.join(', ')}.`)
    if (sign !== 'C' && sign !== 'D') throw new UsageError('--sign is C or D.')
    const rule: LineRuleInput = {
      ...{ bank_account_id: present(values['account'], 'account'), sign, class: as },
      amount_max: present(values['max'], 'max'),
      ...(text === undefined ? {} : { text_contains: text }),
      ...(code === undefined ? {} : { bank_code: code }),
    }
    return await withDeps(async (deps) => {
      const acting = await actOrPropose(deps, values, { action: 'line_rule', ...rule })
      if (acting.kind === 'proposed') return acting.result
      const { operator: actor, evidence, breakGlass } = acting.by
      return { facts: { rule_id: await addLineRule(deps, rule, { actor, evidence, breakGlass }) } }
    })
  },
}

const listCommand: Command = {
  name: 'bank rule list',
  summary: 'Show the rules for lines of own bank accounts, those in force first, with how many lines each explained.',
  options: { account: { value: 'ID', help: 'only this bank account: see pasarela bank list' } },
  run: async ({ withDeps }, values) => {
    const rules = await withDeps(async (deps) => await listLineRules(deps, values['account']))
    return {
      facts: Object.fromEntries(
        rules.map((rule) => [
          rule.id,
          [
            `account ${rule.bank_account_id}`,
            `${rule.sign === 'C' ? 'in' : 'out'} up to ${formatAmount(rule.amount_max_minor, rule.currency)} ${rule.currency}`,
            rule.text_contains === null ? undefined : `with "${rule.text_contains}"`,
            rule.bank_code === null ? undefined : `of code ${rule.bank_code}`,
            `is ${rule.class}`,
            `${rule.lines} lines`,
            rule.ended_at === null ? undefined : `ended ${rule.ended_at.toISOString()}`,
          ]
            .filter(Boolean)
            .join(', '),
        ]),
      ),
      notes: rules.length === 0 ? ['There is none: pasarela bank rule add writes the first one.'] : [],
    }
  },
}

const endCommand: Command = {
  name: 'bank rule end',
  summary: 'End a rule: lines that come from now on need a person, or another rule. What it explained stays.',
  argument: { value: 'RULE', help: 'the id of the rule: see pasarela bank rule list' },
  options: {},
  run: async ({ withDeps }, values) => {
    const id = present(values['RULE'], 'RULE')
    await withDeps(async (deps) => await endRule(deps, id, { actor: machineActor() }))
    return { facts: { rule_id: id, state: 'ended' } }
  },
}

export const lineRuleCommands: readonly Command[] = [addCommand, listCommand, endCommand]
