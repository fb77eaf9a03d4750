import type { Language } from '../../../core/texts/messages/languages.ts'

/** The fixed texts of a mail in one language. */
export interface MailTexts {
  labels: {
    place: string
    transaction: string
    key: string
    since: string
    until: string
  }
  operatorPlace: string
  resolvedMeanwhile: string
  openDashboard: string
  whyThisMail: string
  invitation: {
    title(place: string): string
    text(by: string): string
    accept: string
    footer: string
  }
  recovery: { title: string; text: string; set: string; footer: string }
  test: { title: string; text: string }
}

export const mailsEn: MailTexts = {
  labels: { place: 'Where', transaction: 'Transaction', key: 'Key', since: 'Since', until: 'Until' },
  operatorPlace: 'the operator of the gateway',
  resolvedMeanwhile: 'This has ended meanwhile.',
  openDashboard: 'Open the dashboard',
  whyThisMail: 'You get this mail because of your role. Choose in the dashboard, under alerts, which mails you want.',
  invitation: {
    title: (place) => `Invitation to ${place}`,
    text: (by) => `${by} invites you to the dashboard. The link opens once; choose your password there.`,
    accept: 'Accept the invitation',
    footer: 'If you do not expect this, do nothing: without the link nobody gets an account.',
  },
  recovery: {
    title: 'A new password',
    text: 'Somebody asked for a new password for your account. The link opens once; choose the new password there. Your second factor stays as it is.',
    set: 'Set a new password',
    footer: 'If that was not you, do nothing: your password stays as it is.',
  },
  test: { title: 'Test mail', text: 'Mails from the gateway reach you.' },
}

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

export const mailsPt: MailTexts = {
  labels: { place: 'Onde', transaction: 'Transação', key: 'Chave', since: 'Desde', until: 'Até' },
  operatorPlace: 'o operador do gateway',
  resolvedMeanwhile: 'Isto já foi resolvido.',
  openDashboard: 'Abrir o painel',
  whyThisMail: 'Você recebe este e-mail por causa da sua função. Escolha no painel, em Alertas, quais e-mails quer.',
  invitation: {
    title: (place) => `Convite para ${place}`,
    text: (by) => `${by} convida você para o painel. O link funciona uma só vez; nele você escolhe a sua senha.`,
    accept: 'Aceitar o convite',
    footer: 'Se você não espera isto, não faça nada: sem o link ninguém recebe uma conta.',
  },
  recovery: {
    title: 'Uma nova senha',
    text: 'Alguém pediu uma nova senha para a sua conta. O link funciona uma só vez; escolha nele a nova senha. Seu segundo fator continua como está.',
    set: 'Definir uma nova senha',
    footer: 'Se não foi você, não faça nada: sua senha continua como está.',
  },
  test: { title: 'E-mail de teste', text: 'Os e-mails do gateway chegam a você.' },
}

const dictionaries: Readonly<Record<Language, MailTexts>> = { en: mailsEn, es: mailsEs, pt: mailsPt }

export function mailTextsIn(language: Language): MailTexts {
  return dictionaries[language]
}
