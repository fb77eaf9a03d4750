import { damages } from '../support/verify-damages.ts'
import { verifyFinds } from './verify-everything.ts'

verifyFinds(damages)
