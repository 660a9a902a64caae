/** Spanish groups of words (word-groups.ts). */
import { spanishCommands, spanishWishes } from './word-forms.ts';

const list = (words: string) => words.split(',').map((word) => word.trim());

export const spanishGroups: Record<string, readonly string[]> = {
  esCall: [
    ...list(
      'llama, llamame, chingue, joda, jodan, jodas, insista, insistan, comunicarse, contactarse, friegue, frieguen, frieguen',
    ),
    ...[
      'llamar',
      'mandar',
      'enviar',
      'escribir',
      'contactar',
      'molestar',
      'textear',
      'marcar',
      'mensajear',
      'acosar',
    ].flatMap(spanishWishes),
    ...[
      'hostigar',
      'fastidiar',
      'insistir',
      'buscar',
      'chingar',
      'joder',
      'hablar',
      'comunicar',
      'fregar',
      'spamear',
    ].flatMap(spanishWishes),
    ...[
      'bombardear',
      'jorobar',
      'hinchar',
      'cargosear',
      'cansonear',
      'perturbar',
      'sofocar',
    ].flatMap(spanishWishes),
    ...list(
      'perseguir, perseguirme, persiguiendo, persiga, persigan, persiguiendome, texte, texten, textes, textear, whatsappear, beepear',
    ),
    ...list(
      'dar lata, dar la lata, dando lata, dando la lata, den lata, den la lata, den mas la lata, des lata, des la lata, deis la lata, deis mas la lata, de la lata, darme la lata, dar el coñazo, dando el coñazo, dar por culo, dar guerra, romper, romper las bolas, romper las pelotas, romper los huevos, tocar los cojones, tocarme los huevos, hacer perder el tiempo, quitar el tiempo, quitarme el tiempo',
    ),
    ...['timbrar', 'telefonear', 'textiar', 'incomodar', 'atosigar', 'inundar'].flatMap(
      spanishWishes,
    ),
  ],
  esThings: list(
    `mensaje, mensajes, mensajitos, mensajito, textitos, llamaditas, texto, textos, llamada, llamadas, sms, correos, mensages, mesajes, notificaciones,
    alertas, spam, msj, msjs, mensajeria, mails, sus cosas, publicidad, propaganda, promociones, promos, ofertas, encuestas, anuncios, recordatorios, avisos, comunicaciones, cupones,
    whatsapps, wasaps, mensaje de texto, mensajes de texto, mensajes publicitarios, mensajes de voz, correo electronico, correos electronicos, emails, estas cosas, esas cosas, llamadas telefonicas, boletines, newsletters`,
  ),
  esStop: [
    ...list('para, parad, basta, cese, cesen, eviten, evite, alto, termine, terminen, dejense'),
    ...list('dejar, dejen, deje, deja, dejad, dejes, parar, pare, paren, pares'),
    ...list('dejeme, dejenme, dejame, dejenos, dejanos, dejadme, parenle, parele'),
  ],
  esNo: list(
    'no, ya no, nunca, jamas, no quiero que, favor de no, favor no, nunca mas, ni, no vuelva a, no vuelvan a, no vuelvas a, no volvais a, ya no quiero que, que no, que ya no',
  ),
  esRemove: [
    ...list('bajenme, bajeme, excluyanme, excluyan, suprima, suprimir'),
    ...['quitar', 'borrar', 'eliminar', 'sacar', 'retirar', 'remover'].flatMap(spanishCommands),
    ...list('remueva, remuevan, remuevame, remuevanme'),
  ],
  esList: list(
    'lista, listas, numero, telefono, nombre, sistema, base de datos, base, contactos, registro, datos, registros, celular, movil, cel, informacion, info, contacto',
  ),
  /** What is had of too much of, with "de" or "con" behind it. */
  esFedUp: list(
    `cansado, cansada, cansados, canse, harto, harta, hartos, hartas, jarto, jarta, aburrido, aburrida, fastidiado, fastidiada, enfadado, enfadada, obstinado, obstinada, mamado, mamada, podrido, podrida,
    hasta la madre, hasta el gorro, hasta el copete, hasta los huevos, hasta las narices, hasta la coronilla, hasta los cojones, hasta el moño, hasta la chingada, hasta el culo, hasta aqui,
    ladilla, ladillas, pesados, pesada, pesado, cansones, fastidiosos, intensos, insistentes, fastidio, hartera, jartera, pereza, pesadez, fatigado, aburrieron, cansaron, hartaron, no aguanto, no soporto, aguanto mas, soporto mas`,
  ),
  /** What is left off: the calling and pestering itself. */
  esNuisance: list(
    'llamadera, mandadera, jodedera, escribidera, molestadera, llamadero, mensajeo, mensajera, insistencia, acoso, hostigamiento, bombardeo, joda, jodienda, chingadera, chingaderas, mamadas, lata, molestadera, fastidio',
  ),
  /** Where a number is kept, and got out of. */
  esPlace: list(
    'lista, listas, contactos, sistema, base, base de datos, grupo, grupos, registro, registros, agenda, directorio, chat, cadena, archivo, archivos, fichero, ficheros, programa, lista de llamadas, lista de correos, lista de contactos, lista de mensajes, correos, {esThings}',
  ),
  esOf: list(
    'de, del, de la, de su, de sus, de esta, de esa, de ese, de este, de tu, de tus, de los, de las, de estos, de vuestra, de vuestras, de mi',
  ),
  /** As it is written: "como le ago", "resivir". */
  esReceive: list('recibir, recibiendo, recibirlos, recibirlas'),
};
