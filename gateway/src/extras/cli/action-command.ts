import type { z } from 'zod'
import { type ActionName, type DoneOf, fieldsOf } from '../operator-desk/actions.ts'
import type { Command, CommandOption, CommandResult, CommandValues } from './command.ts'
import type { CliDeps } from './deps.ts'
import { type Asked, act, creatorOptions, type Fields, reasonOption } from './people.ts'

interface ActionCommand<Name extends ActionName> extends Pick<Command, 'name' | 'summary' | 'fieldNames'> {
  /** Its fields become the options of the command, with their meanings. */
  action: Name
  /** Default: the reason that only real money needs. */
  note?: CommandOption
  /** Values of fields that a command may leave out and a page always sends. */
  defaults?: Fields
  /** Options that are no fields. */
  options?: Command['options']
  /** What the command asks for, if it is more than its action with its fields. */
  asked?(fields: Fields, values: CommandValues): readonly [Asked, ...Asked[]] | Promise<readonly [Asked, ...Asked[]]>
  /** What is shown when it was done at once. Default: the fields. `done` is undefined if it was done before. */
  show?(deps: CliDeps, fields: Fields, done: DoneOf<Name> | undefined): Promise<CommandResult>
}

/** A command made from the action table: its options are the fields that a page sends. */
export function actionCommand<Name extends ActionName>(wish: ActionCommand<Name>): Command {
  const { name, summary, fieldNames = {}, action, defaults = {}, show = showFields } = wish
  const fields = Object.entries<z.core.$ZodType>(fieldsOf(action).shape).map(([field, schema]) => ({
    field,
    schema: schema as z.ZodType,
    option: optionOf(field, fieldNames),
  }))
  const options = fields
    .filter(({ schema }) => schema.meta()?.description !== undefined)
    .map(({ field, schema, option }) => [option, described(schema, !(field in defaults))])
  return {
    ...{ name, summary, fieldNames },
    options: {
      ...(Object.fromEntries(options) as Command['options']),
      ...wish.options,
      note: wish.note ?? reasonOption,
      ...creatorOptions,
    },
    run: async ({ withDeps }, values) => {
      const given = fields.map(({ field, schema, option }) => {
        const text = values[option]
        return [field, text === undefined && field in defaults ? defaults[field] : fieldValue(schema, text)] as const
      })
      const read: Fields = Object.fromEntries(given.filter(([, value]) => value !== undefined))
      const asked = wish.asked ? await wish.asked(read, values) : ([{ action, fields: read }] as const)
      return await withDeps(
        async (deps) =>
          await act(deps, values, {
            asked,
            show: async ([done]) => await show(deps, read, done as DoneOf<Name> | undefined),
          }),
      )
    },
  }
}

/** `point_id` is `--point`, `pay_type` is `--pay-type`. */
export function optionOf(field: string, names: Readonly<Record<string, string>> = {}): string {
  return names[field] ?? field.replace(/_id$/, '').replaceAll('_', '-')
}

async function showFields(_deps: CliDeps, { point_id: point, ...fields }: Fields): Promise<CommandResult> {
  const texts = Object.entries(fields).filter(([, value]) => value !== null)
  const facts = Object.fromEntries(texts.map(([name, value]) => [name, String(value)]))
  return await Promise.resolve({ facts: { ...(point !== undefined && { auth_point_id: String(point) }), ...facts } })
}

function described(schema: z.ZodType, isAsked: boolean): CommandOption {
  const { value, description = '' } = schema.meta() ?? {}
  const required = isAsked && !takes(schema, undefined) && !takes(schema, null)
  const inner = withoutWrappers(schema)
  const choices = 'options' in inner ? (inner.options as string[]).join('|') : undefined
  const placeholder = isBoolean(inner) ? 'yes|no' : String(value || choices)
  return { value: placeholder, help: description, ...(required && { required }) }
}

/** What a page would send: the schema refuses a text that is no number. Null = no limit, where that is allowed. */
function fieldValue(schema: z.ZodType, text: string | undefined): unknown {
  if (text === undefined) return takes(schema, undefined) || !takes(schema, null) ? undefined : null
  const inner = withoutWrappers(schema)
  if (isBoolean(inner)) return { yes: true, no: false }[text] ?? text
  return inner.def.type === 'number' && /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text
}

function takes(schema: z.ZodType, value: null | undefined): boolean {
  return schema.safeParse(value).success
}

function isBoolean({ def }: z.ZodType): boolean {
  return def.type === 'boolean'
}

/** The schema inside optional, nullable and default. */
function withoutWrappers(schema: z.ZodType): z.ZodType {
  return 'innerType' in schema.def ? withoutWrappers(schema.def.innerType as z.ZodType) : schema
}
