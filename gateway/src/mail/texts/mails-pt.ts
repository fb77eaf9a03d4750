import type { MailTexts } from './mail-texts.ts'

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
