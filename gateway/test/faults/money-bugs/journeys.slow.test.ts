import { moneyBugs } from './whole-system.ts'

moneyBugs({ kills: true })
