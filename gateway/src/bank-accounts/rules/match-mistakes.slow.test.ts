import { tryReferenceMistakes } from '../../../test/support/reference-mistakes.ts'

tryReferenceMistakes({ texts: 25n, numbers: 150n })
