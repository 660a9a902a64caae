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
];
