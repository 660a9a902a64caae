/** Spanish: the same said as a wish or a refusal, whose telephone it is, and who watches over it (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishWishes: readonly Phrase[] = [
  {
    phrase:
      '(rechazo|me niego|me opongo|prohibo|les prohibo|le prohibo|prohibido) ~1 [a|que|de] [recibir|me|los|sus|estos|mas|estas] [sus|mas|estos|los] ({esThings}|{esCall})',
    reading: 'opt-out',
    examples: ['Me niego a recibir mensajes', 'rechazo sus mensajes', 'les prohíbo llamarme'],
    counterExamples: ['me niego a pagar'],
  },
  {
    phrase:
      '(prefiero|preferiria|prefieriria|mejor|quisiera|gustaria|agradeceria) [que] (no|ya no|nunca) (me|nos|recibir|recibo) [{esCall}|{esThings}|llamaran|llamara|escribieran|mandaran|contactaran|contactara|molestaran|mas|estos|estas|sus] [{esThings}|mas]',
    reading: 'opt-out',
    where: 'end',
    examples: ['prefiero no recibir mensajes', 'preferiría que no me llamaran'],
    counterExamples: ['prefiero no me mueva la cita'],
  },
  {
    phrase:
      '(que|quiero que|quisiera que|necesito que|pido que|favor que) (me|nos|lo|la) ({esRemove}|desuscriban|den de baja|quiten|saquen|borren|eliminen)',
    reading: 'opt-out',
    examples: ['quiero que me eliminen', 'que me quiten de la lista'],
  },
  {
    phrase:
      '(numero|nombre|telefono|celular|datos|contacto) (sea|sean|fuera|quede) (eliminado|borrado|removido|quitado|retirado|eliminados|borrados|bloqueado|dado de baja)',
    reading: 'opt-out',
    examples: ['quiero que mi número sea eliminado'],
  },
  {
    phrase:
      '(quiero|deseo|como|necesito|para|quisiera|puedo|favor) ~2 (dejar|dejo) de (recibir|recibirlos|recibirlas)',
    reading: 'opt-out',
    examples: ['quiero dejar de recibir esto', 'cómo dejo de recibir mensajes'],
  },
  {
    phrase: '(dejar|dejo) de recibir',
    reading: 'opt-out',
    where: 'start',
    examples: ['dejar de recibir mensajes'],
  },
  {
    phrase:
      '(asegurense|asegurese|asegure|cerciorense|confirmen|verifiquen) [de] [que] (no|ya no|nunca) (me|nos|se) ~1 ({esCall}|contactado|llamado)',
    reading: 'opt-out',
    examples: ['asegúrense de que no me llamen'],
  },
  {
    phrase:
      '(profeco|repep|condusef|derechos arco|inai|proteccion de datos|indecopi|ley telemarketing|lista robinson|aepd|procuraduria)',
    reading: 'opt-out',
    examples: ['Profeco', 'estoy en el REPEP', 'los voy a reportar a Profeco'],
  },
  {
    phrase:
      '[ya] (parenle|parale|parele|bajenle|larguense|largo|callense|chole|vayanse|fuera de aqui|no manches ya|estuvo bueno) [ya|con] [los|las|tantos|tantas] [{esThings}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['ya párenle', 'Ya chole con los mensajes', 'lárguense'],
    counterExamples: ['es muy largo'],
  },
  {
    phrase:
      '(pierda|pierdan|olvide|olviden|olvida|bloqueen|bloquee|tire|tiren) (mi|este|el) (numero|telefono|celular|contacto)',
    reading: 'opt-out',
    examples: ['pierda mi número', 'olviden mi número'],
    counterExamples: ['no olvide mi número'],
  },
  {
    phrase:
      '[por favor] (quitenlo|borrenlo|eliminenlo|saquenlo|quitelo|borrelo|eliminelo|saquenla|quitenla|borrenla|quitennos|saquennos) [ya|de la lista|de su lista]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['quítenlo', 'mi celular no es de él, bórrenlo'],
  },
  {
    phrase: '[por favor] (sin|ni|nada de|cero|no) [mas] ({esThings}) [ni|o|y] [{esThings}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['sin mensajes por favor', 'ni mensajes ni llamadas', 'nada de textos'],
    counterExamples: ['no mensajes nuevos hoy'],
  },
  {
    phrase:
      '(numero|telefono|celular|linea) (es|de|del|para) ~1 (negocio|empresa|oficina|trabajo|comercio|tienda)',
    reading: 'unclear',
    where: 'end',
    examples: ['es un teléfono de negocio'],
  },
  {
    phrase:
      '(numero|telefono|celular) (es|de) ~1 (mi|un|una) (hijo|hija|menor|menor de edad|nino|nina|nieto|nieta)',
    reading: 'unclear',
    examples: ['este es el teléfono de mi hijo'],
  },
  {
    phrase:
      '(numero|telefono|celular) (ya no|no) (es|pertenece) [de|a] (el|ella|esa|ese|la|quien|otra|esta|suyo|suya)',
    reading: 'unclear',
    examples: ['este número ya no es de ella'],
  },
  {
    phrase: '(por que|porque) ~2 (siguen|sigue|insisten|insiste|siguen me|tanto) ~1 {esCall}',
    reading: 'unclear',
    examples: ['por qué siguen llamando'],
  },
  {
    phrase: '(ya les dije|ya le dije|les dije|ya dije) que no',
    reading: 'unclear',
    where: 'end',
    examples: ['ya les dije que no'],
  },
];
