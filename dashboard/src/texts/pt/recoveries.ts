import type { recoveries as english } from '../en/recoveries.ts'

export const recoveries: typeof english = {
  title: 'Senhas esquecidas',
  explanation:
    'Quem esqueceu a senha e não recebe e-mails fala com você. Um operador propõe um link; outro o vê e o entrega.',
  propose: 'Propor uma nova senha',
  proposed: 'Proposto. Outro operador verá o link.',
  evidence: 'O que você viu',
  evidenceHelp: 'Como você sabe que é esta pessoa: você a encontrou, ou ligou para um número que já conhecia.',
  seen: 'O que foi visto',
  show: 'Ver o link',
  showTitle: (email) => `Ver o link para ${email}?`,
  showText:
    'Você o vê uma só vez, e ele funciona por 30 minutos. Entregue-o você mesmo a essa pessoa. Por 30 dias nenhum decide sobre o trabalho do outro, porque você poderia tê-lo usado.',
  refuse: 'Recusar',
  refuseName: (email) => `Recusar a nova senha de ${email}`,
  refused: 'Recusado: não há link.',
}
