/** Spanish: what is unclear, and what looks like an opt-out and is none (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishNot: readonly Phrase[] = [
  {
    phrase: '{esNo} (olvide|olviden|olvides|olvida|pierda|pierdan|tire|tiren|bloquee|bloqueen)',
    reading: 'not',
    examples: ['no olvide mi número'],
  },
  {
    phrase:
      '{esNo} (cesen|cese|dejen|deje|paren|pare|cancele|cancelen|cancelar|quiten|quite|borren|borre|me quiten|me borren|elimine|eliminen|paro|paran)',
    reading: 'not',
    examples: ['por favor no cancelen mi plan', 'no dejen de llamar', 'no me quiten de la lista'],
  },
  {
    phrase:
      '{esNo} (me|nos|lo) [vuelva a|vuelvan a] {esCall} (antes|despues|hasta|al trabajo|a mi trabajo|en la|en el|por la|de noche|hoy|ahora|manana|los|tan|si|a la casa|tarde|temprano|muy)',
    reading: 'not',
    examples: ['no me llamen antes de las diez', 'no me llame al trabajo'],
  },
  {
    phrase:
      '{esNo} {esCall} (antes|despues|hasta|al trabajo|a mi trabajo|en la|en el|por la|de noche|hoy|ahora|manana|los|tan|si|tarde|temprano)',
    reading: 'not',
    examples: ['no llame antes de las 9'],
  },
  {
    phrase:
      'no [me|nos|le|les|lo|he|ha|han|quiero] (recibo|recibido|recibi|llego|llegado|dieron|perder|escucho|perderme) ~3 ({esThings}|permiso)',
    reading: 'not',
    examples: ['no he recibido su mensaje', 'no quiero perder su llamada'],
  },
  {
    phrase: '(tengo que|quiero|necesito|debo|dejeme) (hablar|consultar|llamar) [con|a] mi abogado',
    reading: 'not',
    examples: ['tengo que hablar con mi abogado primero'],
  },
  {
    phrase: '(numero|persona|telefono) (equivocado|equivocada|incorrecto|equibocado)',
    reading: 'unclear',
    examples: ['número equivocado', 'persona equivocada'],
  },
  {
    phrase: 'equivoco|equivocado|equivocada|equivocaron [de|numero]',
    reading: 'unclear',
    examples: ['se equivocó de número', 'está equivocado'],
  },
  {
    phrase: 'no (soy|vive|conozco) [aqui|a] (esa persona|ese senor|el|ella|aqui|esa)',
    reading: 'unclear',
    examples: ['no soy esa persona', 'no vive aquí'],
  },
  {
    phrase:
      'no (me interesa|nos interesa|estoy interesado|estoy interesada|interesado|interesada) [nada|en esto|mas]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['no me interesa', 'no estoy interesada'],
    counterExamples: ['no'],
  },
  { phrase: 'fallecio|murio|fallecido', reading: 'unclear', examples: ['mi esposo falleció'] },
  {
    phrase: 'ya no',
    reading: 'unclear',
    where: 'text',
    examples: ['Ya no, gracias'],
  },
  {
    phrase:
      '(dar|darme|den|doy) de baja (la|mi|el|mis|una|un) (linea|servicio|cuenta|poliza|plan|seguro|tarjeta|internet|cable|luz)',
    reading: 'not',
    examples: ['dar de baja la línea telefónica de mi oficina'],
  },
  {
    phrase:
      '(talla|pedido|direccion|cuenta|fecha|tarjeta|articulo|producto|color|monto|cantidad|hora|factura|tamano|orden|nombre|correo|comida|medicina|receta|paquete|pieza|dia) (equivocado|equivocada|incorrecto|incorrecta)',
    reading: 'not',
    examples: ['me mandaron la talla equivocada'],
    counterExamples: ['número equivocado'],
  },
  {
    phrase: '(esta|estaba|es|fue|venia|llego) (equivocada|equivocado) (la|el|mi)',
    reading: 'not',
    examples: ['está equivocada la dirección'],
  },
  {
    phrase:
      '(direccion|cuenta|fecha|factura|orden|hora|cantidad|receta) (esta|estaba|es|fue|viene|vino) (equivocada|equivocado|mal)',
    reading: 'not',
    examples: ['la dirección está equivocada'],
  },
  {
    phrase:
      '(cuenta|pedido|factura|telefono|numero|cita) [de] (cuenta|pedido|factura|orden|cita) (equivocado|equivocada)',
    reading: 'not',
    examples: ['numero de cuenta equivocado'],
  },
  {
    phrase:
      '(reportar|denunciar|reporto) (un|una|el|la|mi|al) <poste|fuga|bache|robo|accidente|dano|falla|vecino|apagon|perro|arbol|carro|problema|incendio>',
    reading: 'not',
    examples: ['voy a reportar un poste caído'],
  },
  {
    phrase:
      '(autorice|autorizo|autorizado|autorizaron|autorizamos) (ese|este|el|la|un|esa|ningun|los|esos) (cargo|pago|cobro|compra|retiro|cargos|cobros|deposito|transferencia)',
    reading: 'not',
    examples: ['no autoricé el cargo'],
  },
  {
    phrase: '(olvide|perdi) mi (numero|telefono|celular) de',
    reading: 'not',
    examples: ['olvidé mi número de orden'],
  },
  {
    phrase:
      '(fallecio|murio) ~3 (como|quiero|necesito|puedo|quisiera) ~4 (cuenta|poliza|contrato|nombre|titular|servicio|plan)',
    reading: 'not',
    examples: ['mi esposo falleció y quiero cambiar la cuenta'],
  },
  {
    phrase:
      '~5 (fallecio|murio) ~3 (como|quiero|necesito|puedo|quisiera) ~4 (cuenta|poliza|contrato|nombre|titular|servicio|plan) ~4',
    reading: 'not',
    where: 'text',
    examples: ['mi esposo falleció, cómo cambio la cuenta'],
  },
  {
    phrase:
      '(de baja) (el|la|mi|un|una|al) [otro|primer|segundo] <carro|auto|coche|vehiculo|camion|empleado|hijo|hija|moto|seguro>',
    reading: 'not',
    examples: ['quiero dar de baja el carro viejo del seguro'],
  },
  {
    phrase: 'no (recibo|he recibido|recibi|me llegan|llegan) [mas|sus|los|mis] {esThings}',
    reading: 'not',
    examples: ['no recibo mensajes'],
  },
  {
    phrase: 'no (me|nos) marca (el|la|bien|nada|ningun|los|las|que)',
    reading: 'not',
    examples: ['no me marca el total'],
  },
  {
    phrase:
      '(equivocado|equivocada|equivocaron|equivoco) (el|la|en|con) (total|cuenta|monto|precio|cambio|pedido|orden|factura|fecha|direccion|la|el|mi)',
    reading: 'not',
    examples: ['se equivocaron en la cuenta', 'equivocado el total'],
  },
  {
    phrase: 'no quiero nada (para|de) (tomar|comer|beber|cebolla|picante|postre|sal)',
    reading: 'not',
    examples: ['no quiero nada para tomar'],
  },
];
