/** Spanish: had enough of it, left in peace, and what follows if it goes on (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishEnough: readonly Phrase[] = [
  {
    phrase:
      '{esFedUp} [ya] [mas] [de|con] [recibir] [que] [ya|me|nos] [tantos|tantas|tanto|tanta|sus|estos|estas|esos|esas|los|las|tus|vuestros|vuestras|el|la|esten|sigan|mas] ({esThings}|{esCall}|llaman|escriben|mandan)',
    reading: 'opt-out',
    examples: [
      'estoy hasta los huevos de sus mensajes',
      'no aguanto más sus llamadas',
      'qué fastidio con esos correos',
    ],
    counterExamples: ['estoy cansado de esperar', 'harto de llamar y que no contesten'],
  },
  {
    phrase:
      '{esFedUp} [ya] [de|con] [tanto|estar] (llamar|llamarles|llamarlos|escribir|escribirles|mandar|mandarles|buscar|hablar|marcar|marcarles|insistir|enviar|llamando|marcando)',
    reading: 'not',
    examples: ['harto de llamar y que no contesten'],
  },
  {
    phrase: '[ya] [me] (tienen|tienes|tiene|traen) [ya] {esFedUp} [ya|todos|ustedes]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['ya me tienen harto'],
    counterExamples: ['me tienen esperando'],
  },
  {
    phrase:
      '[ay|uy|ya] [que] (fastidio|ladilla|pereza|hartera|jartera|pesadez|pesados|cansones|lata|fastidiosos|intensos) [con] [ustedes|esto|todo] [todos los dias|lo mismo|siempre|ya] [lo mismo|ya]',
    reading: 'unclear',
    where: 'text',
    examples: ['que fastidio con ustedes todos los dias lo mismo', 'qué pesados'],
    counterExamples: ['que pereza ir al banco'],
  },
  {
    phrase:
      '(basta|chole|suficiente|estuvo|estuvo bueno|estuvo suave|parenle|parale|parele|bajenle|bajale|aburrieron|ya con|cansan|bueno) [ya] (de|con|a) que [ya] [me|nos] [sigan|esten] {esCall}',
    reading: 'opt-out',
    examples: ['ya chole con que me llamen'],
    counterExamples: ['basta con que me avise'],
  },
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
      '(dejen|deje|deja|dejad|paren|pare|basta de|paren con|dejate de|dejense de) [ya] [con] [la|las|el|esa|esas|tanta|tanto|su|sus] {esNuisance} [de] [{esThings}|telefonica]',
    reading: 'opt-out',
    where: 'end',
    examples: ['dejen la llamadera', 'paren con la mandadera de mensajes'],
    counterExamples: ['dejen la puerta abierta'],
  },
  {
    phrase: '(ninguna|ningun|ni una|ni un|ni otra|ni otro) [sola|solo] ({esThings}|mas) mas',
    reading: 'opt-out',
    where: 'end',
    examples: ['ni una llamada más', 'ninguna llamada más por favor'],
    counterExamples: ['no he recibido ni un mensaje más'],
  },
  {
    phrase:
      '[ya|que|para que|favor|quiero que] no (me|nos|le) (llegue|lleguen) [mas|nunca|ya] [sus|estos|estas|los|las|tantos|de] [mas|nada|esto|{esThings}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['ya no me lleguen mensajes porfa', 'que no me lleguen más'],
    counterExamples: ['ojalá no me llegue tarde'],
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
      'no (estoy|estamos) (interesado|interesada|interesados) en (recibir|seguir recibiendo|sus|tus|estos|estas) [sus|mas|estos|estas] [{esThings}|nada|esto|cosas]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no estoy interesado en recibir mensajes'],
    counterExamples: ['no estoy interesado en la casa azul'],
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
      '(no more|no mas|no|stop|stop with|basta|no text|not text) (text|texto|call|message|mensajes|llamadas|textos|mensajitos|mas text) [mas|nunca|pls]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no text más please', 'no more mensajes por favor'],
    counterExamples: ['no text yet'],
  },
  {
    phrase:
      '{esNo} (me|nos) (tires|tire|tiren|eches|eche|echen|pongas|dejes|dejen|hagas|hagan) [mas|tantos|tantas|esos] (mensajes|textos|llamadas|texts|sms|mensajitos)',
    reading: 'opt-out',
    examples: ['no me tires mas textos'],
    counterExamples: ['no me tires la basura'],
  },
  {
    phrase:
      '{esNo} (rompan|rompas|hinches|hinchen|hinchen mas|sean pesados|sea pesado|seas pesado|sean necios|sea necio|sean intensos|sea intenso|sean fastidiosos|me rompas|me rompan|me hinches|me hinchen|jeringuen) [mas|ya|las bolas|los huevos|las pelotas|la paciencia|los cojones]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no sean pesados', 'no me rompas los huevos'],
    counterExamples: ['no rompan el vaso'],
  },
  {
    phrase:
      '(dejeme|dejenme|dejame|dejenos|dejennos|dejadme|dejanos) [ya] [vivir|dormir|estar|descansar] [ya] (quieto|quieta|quietos|vivir|dormir|en paz|tranquilo|tranquila|tranquilos|tranquilas|descansar|respirar|sola|solo) [ya|de una vez|señora|mijo|men|compadre|oyo|un rato]',
    reading: 'opt-out',
    where: 'end',
    examples: ['Déjame quieto', 'déjenme dormir', 'dejenme quieto de una vez'],
    counterExamples: ['déjame quieto el carro'],
  },
  {
    phrase:
      '(deje|dejen|deja|dejar) [ya] (quieto|quieta|tranquilo|tranquila|quietos|tranquilos|en paz) a (mi|mis|la gente|uno|nosotros|la)',
    reading: 'opt-out',
    examples: ['dejen quieto a mi papa'],
    counterExamples: ['deje quieto el motor'],
  },
  {
    phrase:
      '(dejen|deje|deja) a (mi|mis|la) ~2 (quieto|quieta|tranquilo|tranquila|quietos|tranquilos)',
    reading: 'opt-out',
    examples: ['dejen a mi esposo tranquilo'],
    counterExamples: ['deje a mi hijo en la escuela'],
  },
  {
    phrase: 'que [ya] (paren|pare|pares|cesen|basta|terminen) [ya|con esto|de una vez]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['que paren', 'que ya paren'],
    counterExamples: ['que paren en la tienda'],
  },
  {
    phrase: 'a ver (si|cuando) [ya] (dejan|dejas|deja|paran|para) [ya] de {esCall}',
    reading: 'opt-out',
    examples: ['a ver si dejan de llamarme'],
    counterExamples: ['a ver si dejan de cobrar'],
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
    phrase: 'no se (moleste|molesten|molestes) [mas] (en|con) [volver a] {esCall}',
    reading: 'opt-out',
    examples: ['no se molesten en llamarme más'],
    counterExamples: ['no se molesten en venir'],
  },
  {
    phrase:
      '{esNo} (respondan|responda|respondas|contesten|conteste|contestes|me contesten|me respondan|me conteste|me contestes|me busquen) mas',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no respondan más'],
    counterExamples: ['no contesten el lunes'],
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
    phrase: '(sus|tus) {esThings} [ya] no [me|nos] (interesan|interesa|sirven|gustan)',
    reading: 'opt-out',
    examples: ['sus mensajes no me interesan'],
    counterExamples: ['sus mensajes no me llegan'],
  },
  {
    phrase: '{esNo} {esCall} mas (diache|coño|mano|pana|wey|guey|mijo|vale|loco|compadre|oyo)',
    reading: 'opt-out',
    where: 'end',
    examples: ['ya no llamen mas diache'],
    counterExamples: ['no llamen mas tarde'],
  },
  {
    phrase:
      '{esNo} {esCall} (nada|mas|mensajes|textos) (a|en) (este|mi) (correo|numero|telefono|celular) (ni|o|y) ~5',
    reading: 'opt-out',
    where: 'end',
    examples: ['no envíen nada a este correo ni a este teléfono'],
    counterExamples: ['no envíen nada a este correo'],
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
