import { openFile } from '../bank-accounts/batches/take-file.ts'
import type { Tally, VerifyDeps } from './invariant.ts'
import { type BatchToCheck, missingBatchIndex, readBatchesToCheck } from './store/batch-checks.ts'

type Deps = Pick<VerifyDeps, 'database' | 'secretBox'>

/** I17: payment files hold their items once, add up, and are the bytes that were agreed to. All, or those since an instant. */
export async function checkBatches(deps: Deps, tally: Tally, since: Date | undefined): Promise<void> {
  const { engine } = deps.database
  tally.add('I17', { checked: 1, violations: await missingBatchIndex(engine) })
  let after = '00000000-0000-0000-0000-000000000000'
  for (let page = await readBatchesToCheck(engine, { after, since }); page.length > 0; ) {
    const violations = page.flatMap((batch) =>
      [...batch.faults, ...fileFaults(deps, batch)].map((what) => ({ id: batch.id, what: `payment batch: ${what}` })),
    )
    tally.add('I17', { checked: page.length, violations })
    after = page.at(-1)?.id ?? after
    page = await readBatchesToCheck(engine, { after, since })
  }
}

function fileFaults(deps: Deps, batch: BatchToCheck): string[] {
  try {
    openFile(deps, batch)
    return []
  } catch {
    return ['its file is not the one that was agreed to']
  }
}
