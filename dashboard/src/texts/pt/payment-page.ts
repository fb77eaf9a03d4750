import type { paymentPage as en } from '../en/payment-page.ts'

export const paymentPage: typeof en = {
  title: 'Página de pagamento',
  explanation: 'A aparência das páginas em que seus clientes pagam, e como eles voltam à sua loja.',
  form: 'Nome, logo e cor',
  name: 'Nome que os clientes veem',
  nameHint: (merchant) => `Sem ele, veem “${merchant}”.`,
  shopUrl: 'Endereço da sua loja',
  shopUrlHint:
    'Recebimentos pagos, recusados e expirados mostram um link para ele. O endereço que você envia com um recebimento vem primeiro.',
  colour: 'Cor',
  colourHint: 'Para a faixa superior e o botão principal. O texto fica legível com qualquer cor.',
  pickColour: 'Escolher a cor',
  logo: 'Logo',
  logoHint: 'PNG, JPEG ou WebP. Uma imagem maior é reduzida.',
  chooseLogo: 'Escolher uma imagem',
  removeLogo: 'Remover o logo',
  removeColour: 'Remover a cor',
  logoFaults: {
    not_a_picture: 'Não é uma imagem PNG, JPEG ou WebP.',
    too_large: 'A imagem é grande demais: escolha uma de menos de 10 MB.',
  },
  save: 'Salvar',
  saved: 'A página de pagamento foi salva. Seus clientes já a veem.',
  preview: 'Prévia',
  previewHint: 'O que seus clientes veem, em uma janela clara e em uma escura. Ela segue o que você digita.',
  light: 'Clara',
  dark: 'Escura',
  amountToPay: 'Valor a pagar',
  sampleAmount: 'R$ 1.250,00',
  copyAmount: 'Copiar o valor',
  backTo: (shop) => `Voltar para ${shop}`,
}
