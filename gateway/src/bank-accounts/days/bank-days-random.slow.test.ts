import { proveRandomBankDays } from '../../../test/support/random-bank-days.ts'

await proveRandomBankDays({ first: 3, last: 20 })
