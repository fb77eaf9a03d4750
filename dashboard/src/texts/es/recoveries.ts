import type { recoveries as english } from '../en/recoveries.ts'

export const recoveries: typeof english = {
  title: 'Contraseñas olvidadas',
  explanation:
    'Quien olvidó su contraseña y no recibe correos acude a usted. Un operador propone un enlace; otro lo ve y lo entrega.',
  propose: 'Proponer una contraseña nueva',
  proposed: 'Propuesto. Otro operador verá el enlace.',
  evidence: 'Qué vio usted',
  evidenceHelp: 'Cómo sabe que es esta persona: la vio, o llamó a un número que ya conocía.',
  seen: 'Qué se vio',
  show: 'Ver el enlace',
  showTitle: (email) => `¿Ver el enlace para ${email}?`,
  showText:
    'Lo ve una sola vez y sirve durante 30 minutos. Entrégueselo usted mismo a esa persona. Durante 30 días ninguno decide sobre el trabajo del otro, porque usted podría haberlo usado.',
  refuse: 'Rechazar',
  refuseName: (email) => `Rechazar la contraseña nueva de ${email}`,
  refused: 'Rechazado: no hay enlace.',
}
