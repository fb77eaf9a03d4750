import type { paymentPage as en } from '../en/payment-page.ts'

export const paymentPage: typeof en = {
  title: 'Página de pago',
  explanation: 'El aspecto de las páginas en las que pagan sus clientes, y cómo vuelven a su tienda.',
  form: 'Nombre, logo y color',
  name: 'Nombre que ven los clientes',
  nameHint: (merchant) => `Sin él ven «${merchant}».`,
  shopUrl: 'Dirección de su tienda',
  shopUrlHint:
    'Los cobros pagados, rechazados y vencidos muestran un enlace a ella. Primero se usa la dirección que usted envía con un cobro.',
  colour: 'Color',
  colourHint: 'Para la franja superior y el botón principal. El texto se lee bien con cualquier color.',
  pickColour: 'Elegir el color',
  logo: 'Logo',
  logoHint: 'PNG, JPEG o WebP. Una imagen más grande se reduce.',
  chooseLogo: 'Elegir una imagen',
  removeLogo: 'Quitar el logo',
  removeColour: 'Quitar el color',
  logoFaults: {
    not_a_picture: 'No es una imagen PNG, JPEG o WebP.',
    too_large: 'La imagen es demasiado grande: elija una de menos de 10 MB.',
  },
  save: 'Guardar',
  saved: 'La página de pago está guardada. Sus clientes la ven desde ahora.',
  preview: 'Vista previa',
  previewHint: 'Lo que ven sus clientes, en una ventana clara y en una oscura. Sigue lo que usted escribe.',
  light: 'Clara',
  dark: 'Oscura',
  amountToPay: 'Monto a pagar',
  sampleAmount: '$ 1.250,00',
  copyAmount: 'Copiar el monto',
  backTo: (shop) => `Volver a ${shop}`,
}
