/** Spanish: had enough of it, and left in peace (phrase.ts). */
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
      'no (estoy|estamos) (interesado|interesada|interesados) en (recibir|seguir recibiendo|sus|tus|estos|estas) [sus|mas|estos|estas] [{esThings}|nada|esto|cosas]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no estoy interesado en recibir mensajes'],
    counterExamples: ['no estoy interesado en la casa azul'],
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
    phrase: '(deje|dejen|deja|dejad) [ya] (los|las|sus|tantos|tantas|esos) {esThings}',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['dejen ya los mensajes'],
    counterExamples: ['dejen los mensajes en la puerta'],
  },
];
