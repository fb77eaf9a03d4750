import { tryReferenceMistakes } from '../../../test/support/reference-mistakes.ts'

tryReferenceMistakes({ texts: 4n, numbers: 25n })
