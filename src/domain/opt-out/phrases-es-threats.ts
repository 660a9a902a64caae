/** Spanish: never agreed to, and what follows if it goes on (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishThreats: readonly Phrase[] = [
  {
    phrase:
      '(estuvo suave|estuvo bien|cortala|cortenla|cortela|corten|corta|cortale|cortenle|para|pare|paren|parale|parele|parenle|bajale|bajenle|dejate|dejate de joder|dejense de joder|dejense|dejese|ya|chinguen ya|chinguen|jodan|jodan mas|hasta cuando) [ya] con [el|la|los|las|sus|tus|tanto|tanta|tantos|tantas|esos|esas|ese|esa|esta|estos] ({esThings}|{esNuisance})',
    reading: 'opt-out',
    examples: ['para ya con los mensajitos', 'corten con las llamadas', 'ya con los mensajes'],
    counterExamples: ['para ya mismo'],
  },
  {
    phrase:
      '[ya] (cortala|cortenla|cortela|cortenle|cortale|parala|parenla|esfumense|esfumate|pierdanse|pierdete|olvidenme|olvideme|olvidame|calmense ya|ya calmense|cese y desista|cesen y desistan) [ya|de una vez]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['córtenla ya', 'olvídenme'],
    counterExamples: ['olvídame la cita'],
  },
  {
    phrase:
      '(nunca|jamas|no) [he|hemos] (pedi|solicite|pedimos|pedido|solicitado|quise) [recibir|que me] [sus|estos|estas|los|las|ningun|tantos] ({esThings}|escribieran|llamaran|mandaran|contactaran|enviaran|molestaran)',
    reading: 'opt-out',
    examples: ['yo nunca pedí estos mensajes', 'no pedí que me escribieran'],
    counterExamples: ['no pedí cebolla'],
  },
  {
    phrase:
      'no (acepto|permito|consiento|tolero) [mas|recibir|sus|este tipo de|ningun|estas|estos] [sus|mas] ({esThings}|que me llamen|que me escriban|ser contactado)',
    reading: 'opt-out',
    examples: ['no acepto más llamadas'],
    counterExamples: ['no acepto tarjetas'],
  },
  {
    phrase:
      '(nunca|jamas|no) (les|le|te|yo) (di|he dado|dimos|hemos dado) [yo] mi (numero|telefono|contacto|celular|informacion|informaciones|correo)',
    reading: 'opt-out',
    where: 'end',
    examples: ['nunca les di mi número'],
    counterExamples: ['no les di mi número de orden'],
  },
  {
    phrase:
      '(cesen|cese|paren|pare|alto|basta|dejen de llamar|dejen de escribir|terminen) [ya|esto] (inmediatamente|de inmediato|ahora mismo|ya mismo|en este momento|o|sino|si no) [~8]',
    reading: 'opt-out',
    where: 'start',
    examples: ['Cesen inmediatamente o mi abogado los contactará'],
    counterExamples: ['para ya mismo lo necesito'],
  },
  {
    phrase:
      '(si|proxima|proxima vez|otra vez|siguen|sigue|sino) ~5 (llamo|llamare|voy|hablo|aviso|acudo|ire) (a|con) la (policia|corte|ley|autoridad|fiscalia|guardia)',
    reading: 'opt-out',
    examples: ['la próxima vez llamo a la policía', 'si siguen así llamo a la policía'],
    counterExamples: ['si quiere llamo al banco'],
  },
  {
    phrase:
      '(si|sino) no (paran|para|se detienen|terminan|cesan) [esto|ya|con esto] [los|les|te] (llamo a la policia|llamare a la policia|voy a la policia|voy con la policia|ire a la policia|aviso a la policia|llamo a la ley|voy a la corte|denuncio|reporto|bloqueo|demando)',
    reading: 'opt-out',
    examples: ['si no paran voy a la policía'],
    counterExamples: ['si no para voy por el otro lado', 'no paran'],
  },
  {
    phrase:
      'abogado ~6 si [ustedes|me|nos|no|ya] [me|nos] (vuelven a|vuelve a|siguen|sigue|sigues|paran|dejan|llaman|escriben|continuan|insisten) [{esCall}]',
    reading: 'opt-out',
    examples: ['mi abogado se va a comunicar con ustedes si me vuelven a llamar'],
    counterExamples: ['mi abogado me avisa si ganamos'],
  },
  {
    phrase:
      '(los|les|te|le) (estoy|estamos|voy a) (reportando|denunciando|bloqueando|llevar a corte|llevar a la corte|llevar a juicio|quemar|demandar|denunciar|reportar)',
    reading: 'opt-out',
    examples: ['los voy a llevar a corte', 'los estoy reportando'],
    counterExamples: ['los estoy esperando'],
  },
  {
    phrase: 'nos vemos en (la corte|corte|los tribunales|el juzgado|los juzgados|tribunales)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['nos vemos en la corte'],
    counterExamples: ['nos vemos en la cafetería'],
  },
  {
    phrase:
      '(quien|con que|quienes) [les|le|te] (dio|autorizo|dieron|permiso|derecho|autorizacion) [permiso|autorizacion|a|de|me] [para|de|a|me] {esCall}',
    reading: 'opt-out',
    examples: ['quién les dio permiso para llamarme'],
    counterExamples: ['quien le dio permiso a mi hijo'],
  },
  {
    phrase: '(deja|dejen|deje|paren|pare|basta de|para) [ya] [con] el (spam|acoso|mensajeo)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['dejen el spam'],
    counterExamples: ['deje el carro'],
  },
  {
    phrase: '(esto|eso|este mensaje) es (spam|acoso|puro spam)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['esto es spam'],
    counterExamples: ['esto es spam o es real'],
  },
  {
    phrase:
      '[ya] (parenle|parale|parele|paren|pare|basta|cortenla) [ya] (no soy|no es|este no|no conozco|no vive|se equivocaron|numero equivocado) ~6',
    reading: 'opt-out',
    where: 'end',
    examples: ['oigan ya párenle no soy esa persona'],
    counterExamples: ['pare en la casa azul'],
  },
];
