import { loseNoCallback } from './callback-crash/lose-no-callback.ts'

loseNoCallback(Number(process.env['CALLBACK_CRASH_EVENTS'] || 1_500))
