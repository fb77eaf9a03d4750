import { z } from 'zod'

/** A return of a received Pix as the provider answers it. */
export const returnForm = z.object({
  id: z.string().max(64),
  rtrId: z.string().max(64),
  valor: z.string().regex(/^\d{1,10}\.\d{2}$/),
  status: z.string().max(40),
  motivo: z.string().max(200).optional(),
})
