import { textsOf } from '../../app/languages.ts'
import { bankBatches as en } from '../../texts/en/bank-batches.ts'
import es from '../../texts/es/bank-batches.json' with { type: 'json' }
import pt from '../../texts/pt/bank-batches.json' with { type: 'json' }

export const useBankBatchesTexts = textsOf(en, { es, pt })
