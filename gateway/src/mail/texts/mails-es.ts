import type { MailTexts } from './mail-texts.ts'

export const mailsEs: MailTexts = {
  labels: { place: 'Dónde', transaction: 'Transacción', key: 'Clave', since: 'Desde', until: 'Hasta' },
  operatorPlace: 'el operador de la pasarela',
  resolvedMeanwhile: 'Entretanto esto terminó.',
  openDashboard: 'Abrir el panel',
  whyThisMail: 'Recibe este correo por su rol. Elija en el panel, en Alertas, qué correos quiere.',
  invitation: {
    title: (place) => `Invitación a ${place}`,
    text: (by) => `${by} le invita al panel. El enlace sirve una sola vez; allí elige su contraseña.`,
    accept: 'Aceptar la invitación',
    footer: 'Si no la espera, no haga nada: sin el enlace nadie obtiene una cuenta.',
  },
  recovery: {
    title: 'Una contraseña nueva',
    text: 'Alguien pidió una contraseña nueva para su cuenta. El enlace sirve una sola vez; elija allí la contraseña nueva. Su segundo factor sigue como está.',
    set: 'Elegir una contraseña nueva',
    footer: 'Si no fue usted, no haga nada: su contraseña sigue como está.',
  },
  test: { title: 'Correo de prueba', text: 'Los correos de la pasarela le llegan.' },
}
