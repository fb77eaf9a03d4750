import { loseNoCallback } from './callbacks/lose-no-callback.ts'

loseNoCallback(Number(process.env['CALLBACK_CRASH_EVENTS'] || 1_500))
