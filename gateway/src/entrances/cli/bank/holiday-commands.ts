import { readFile } from 'node:fs/promises'
import { addHolidays, type Holiday, listHolidays, removeHoliday } from '../../../bank-accounts/days/holidays.ts'
import { present } from '../../../values/assert.ts'
import { type Command, UsageError } from '../command.ts'
import { machineActor } from '../machine.ts'

const countryOption = { value: 'CC', help: 'the country, such as AR', required: true } as const
const dayOption = { value: 'YYYY-MM-DD', help: 'the day', required: true } as const

const listCommand: Command = {
  name: 'holiday list',
  summary: 'Show the days on which banks do not book, beside Saturdays and Sundays.',
  options: {
    country: { ...countryOption, required: false },
    year: { value: 'YYYY', help: 'from this year on; default: this year' },
  },
  run: async ({ withDeps }, values) => {
    const { country } = values
    if (values['year'] !== undefined && !/^\d{4}$/.test(values['year'])) throw new UsageError('--year is a year.')
    return await withDeps(async (deps) => {
      const year = values['year'] ?? deps.clock.now().toISOString().slice(0, 4)
      const holidays = await listHolidays(deps, { country, year })
      return {
        facts: Object.fromEntries(
          holidays.map((each) => [`${each.country} ${each.day}`, `${each.name} (${each.source})`]),
        ),
        json: holidays,
        notes: holidays.length === 0 ? ['There is none.'] : [],
      }
    })
  },
}

const addCommand: Command = {
  name: 'holiday add',
  summary: 'Add a day on which the banks of a country do not book.',
  options: {
    country: countryOption,
    day: dayOption,
    name: { value: 'TEXT', help: 'what it is called', required: true },
    source: { value: 'TEXT', help: 'the law or decree; default: operator' },
  },
  run: async ({ withDeps }, values) => {
    const holiday = {
      country: present(values['country'], 'country'),
      day: present(values['day'], 'day'),
      name: present(values['name'], 'name'),
      source: values['source'] ?? 'operator',
    }
    await withDeps(async (deps) => await addHolidays(deps, [holiday], machineActor()))
    return { facts: { [`${holiday.country} ${holiday.day}`]: holiday.name } }
  },
}

const removeCommand: Command = {
  name: 'holiday remove',
  summary: 'Take a bank holiday away: banks book on this day.',
  options: { country: countryOption, day: dayOption },
  run: async ({ withDeps }, values) => {
    const holiday = { country: present(values['country'], 'country'), day: present(values['day'], 'day') }
    await withDeps(async (deps) => await removeHoliday(deps, holiday, machineActor()))
    return { facts: { removed: `${holiday.country} ${holiday.day}` } }
  },
}

/** Bytes of a file of holidays. */
const fileMax = 1_000_000

const importCommand: Command = {
  name: 'holiday import',
  summary: 'Add the bank holidays of a file: one line for each, COUNTRY,DAY,NAME and perhaps ,SOURCE. All or none.',
  argument: { value: 'FILE', help: 'lines such as AR,2030-06-14,Name,Law' },
  options: {},
  run: async ({ withDeps }, values) => {
    const holidays = await holidaysIn(present(values['FILE'], 'FILE'))
    await withDeps(async (deps) => await addHolidays(deps, holidays, machineActor()))
    return { facts: { holidays: String(holidays.length) } }
  },
}

async function holidaysIn(path: string): Promise<Holiday[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (text.length > fileMax) throw new UsageError(`${path} has more than ${fileMax} characters.`)
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [country = '', day = '', name = '', source = 'operator'] = line.split(',').map((part) => part.trim())
      return { country, day, name, source }
    })
}

export const holidayCommands: readonly Command[] = [listCommand, addCommand, removeCommand, importCommand]
