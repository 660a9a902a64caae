/** Spanish: how to get out of it, no taste for it, and sent away; and what only looks so (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishHow: readonly Phrase[] = [
  {
    phrase:
      '(como|que|de que manera|donde) (hago|le hago|puedo|debo|tengo que|se puede|hay que|puedo hacer|tengo que hacer|se hace) [hacer] [para|pa] [que] [ya] (no|dejar de|dejen de|deje de|parar de) [me|nos] [quiero] [sigan|siga|seguir|vuelvan a|esten] (recibir|recibiendo|me lleguen|lleguen|llegue|{esCall}) [ya|mas] [de] [sus|estos|estas|los|las|tus|tantos] [mas|{esThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'Como hago para no recibir mas estos mensajes',
      'que hago para que no me lleguen mas mensajes',
      'como le hago para que dejen de llamarme',
    ],
    counterExamples: ['como hago para no perder mi cita'],
  },
  {
    phrase:
      '(como|donde) [me|nos] (quito|salgo|borro|elimino|saco|desuscribo|desinscribo|desapunto|remuevo|retiro|puedo quitar|puedo salir|puedo borrar) [de] (esta lista|la lista|su lista|aqui|esto|este grupo|ahi|estos mensajes|sus mensajes|estos textos)',
    reading: 'opt-out',
    where: 'end',
    examples: ['como me quito de esta lista', 'como me salgo de aqui'],
    counterExamples: ['como salgo de aqui al hospital'],
  },
  {
    phrase:
      '[quiero|quisiera|deseo|necesito|como|puedo|favor de|me quiero] [cancelar|anular|quitar|terminar] [la|mi|esta|me] (suscripcion|desuscribirme|desuscribir|desuscribo|desapuntarme|desapuntar|desinscribirme)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['quiero desuscribirme', 'anular suscripcion', 'me quiero desuscribir'],
    counterExamples: ['quiero la suscripcion anual'],
  },
  {
    phrase:
      '[a mi|ya] no me (gusta|gustan|agrada|agradan|gustaria|interesa|interesan) [que] [recibir|recibiendo|seguir recibiendo|me] [recibir] [mas|sus|estos|estas|tantos|tantas|los|las|esta|este tipo de] [sus] ({esThings}|{esCall})',
    reading: 'opt-out',
    examples: ['no me gusta recibir mensajes', 'no me gusta que me llamen'],
    counterExamples: ['no me gusta el horario'],
  },
  {
    phrase:
      '(cansaron|canso|hartaron|harto|aburrieron|fastidiaron|tienen harto|tienen harta|tienen cansado|tienen cansada|tienen aburrido|tienen aburrida|tienen loco|tienen loca|marean) [ya] (con|de) [sus|tantos|tantas|tanto|tanta|estos|estas|esos|los|las|tus] [{esThings}|{esCall}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['ya me cansaron con sus mensajes', 'me tienen loca con tantas llamadas'],
    counterExamples: ['me canso de esperar'],
  },
  {
    phrase:
      '[ya|y] (vete|vayanse|vayase|larguense|larguese|largate|vallanse) [ya|todos|mucho] (a la chingada|al diablo|al carajo|a la verga|a la mierda|al infierno|a chingar|a joder|a volar|a la porra)',
    reading: 'opt-out',
    examples: ['vayanse al diablo', 'vete a la chingada'],
    counterExamples: ['vete al doctor'],
  },
  {
    phrase:
      '(estop|estap|stop|alto|ya) (porfa|ya|please|con esto|a esto|a todo|mandando|llamando|texteando|enviando|escribiendo|molestando) [con esto|con eso|{esThings}|me|ya]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['alto ya con esto', 'stop mandando textos'],
    counterExamples: ['ya mandando el pago'],
  },
  {
    phrase: 'ato|altoo|stob|estob',
    reading: 'opt-out',
    where: 'text',
    examples: ['ato', 'Estob'],
    counterExamples: ['te ato los zapatos'],
  },
  {
    phrase:
      '(no mas|nomas|no ma|ni un|ni una|cero|basta de|alto a) (msj|msjs|mensaje de texto|mensajes de texto|text|texts|messages|calls|text messages|textos|promos|anuncios) [por favor|porfa|a mi numero|ya]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no mas msj', 'no mas text messages'],
    counterExamples: ['nomas mensajes nuevos', 'no mas un mensaje'],
  },
  {
    phrase:
      '(de donde|donde|como|quien) [les|le|te] (sacaron|saco|sacaste|consiguieron|consiguio|conseguiste|obtuvieron|obtuvo|tienen|tiene|tienes|dio|dieron|agarraron|agarro) [ustedes|usted] [mi|este] (numero|telefono|celular|contacto|datos)',
    reading: 'unclear',
    examples: ['De donde sacaron mi numero?', 'quien les dio mi numero'],
    counterExamples: ['como obtuvieron el resultado'],
  },
  {
    phrase:
      '~6 (no quise|no queria|no quiero|sin querer|por error|por equivocacion|me equivoque) [y|al|de] [decir|poner|escribir|mandar|puse|mande|escribi|dije|decirle] [un|la palabra|el|a] ({stop}|alto|baja) ~8!{esThings}',
    reading: 'not',
    where: 'text',
    examples: ['no quise decir stop', 'sin querer puse stop'],
    counterExamples: ['no quiero esto. stop'],
  },
  {
    phrase:
      '~5 (puse|mande|escribi|dije|envie|conteste) [la palabra|el|un] ({stop}|alto|baja|cancelar) (por error|sin querer|por equivocacion|por accidente) ~8',
    reading: 'not',
    where: 'text',
    examples: ['puse stop por error, sigan mandando'],
    counterExamples: ['puse stop y siguen mandando'],
  },
  {
    phrase:
      '(saque|saqueme|saqueme|saca|sacar|saquen|sacame|saquenme) (una|otra|mi|la) (cita|copia|foto|placa|radiografia|prueba|muela|cuenta|licencia)',
    reading: 'not',
    examples: ['saqueme una cita'],
    counterExamples: ['saqueme de la lista'],
  },
  {
    phrase:
      '(tenemos que|hay que|debemos|vamos a|necesitamos|alguien tiene que) (parar|detener|acabar con) (a|la|el|las|los|esta|este|ese|esa) ~6!{esThings}',
    reading: 'not',
    where: 'end',
    examples: ['tenemos que parar a ese hombre', 'hay que parar la corrupcion'],
    counterExamples: ['hay que parar los mensajes'],
  },
  {
    phrase:
      '(voy a|vamos a|los voy a|les voy a|voy) (llamar|hablar|hablarle|avisar|llamarle|ir) [a|con] la (policia|ley|procuraduria|autoridad)',
    reading: 'opt-out',
    examples: ['voy a llamar a la policia'],
    counterExamples: ['tuve que llamar a la policia'],
  },
  {
    phrase:
      '{esNo} [me|nos] {esCall} (por|al|a) (whatsapp|correo|email|facebook|mi correo|mi trabajo|el trabajo|otro numero|mi otro numero)',
    reading: 'not',
    examples: ['no me escriban por whatsapp, mejor por aqui'],
    counterExamples: ['no me escriban a este numero'],
  },
  {
    phrase: '(este|el|su) numero [ya] (esta|queda|fue|sera) (reportado|bloqueado|denunciado)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['este numero esta reportado'],
    counterExamples: ['mi numero esta bloqueado'],
  },
  {
    phrase: '{esNo} [me|nos] {esCall} mas (tarde|temprano|de noche|noche)',
    reading: 'not',
    examples: ['no me llame mas tarde de las 8'],
    counterExamples: ['no me llame mas'],
  },
  {
    phrase:
      '(mi nombre|mi numero|su nombre|mis datos) (del|de la|de el|de mi) (contrato|cuenta|recibo|poliza|titulo|seguro|factura|prestamo|escritura|cita)',
    reading: 'not',
    examples: ['puede quitar mi nombre del contrato'],
    counterExamples: ['quiten mi nombre de la lista'],
  },
];
