import { loseNoCallback } from './callback-crash/lose-no-callback.ts'

// The short version: `npm run test:all` sends 1,500 events, `npm run faults -- callbacks` 10,000.
loseNoCallback(300)
