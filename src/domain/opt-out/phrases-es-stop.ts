/** Spanish: stop, end, take off and leave in peace, in other words (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishStop: readonly Phrase[] = [
  {
    phrase:
      '(cesar|cese|cesen|cesad|detener|detenga|detengan|suspendan|suspender|terminen|terminar|paren|parar|interrumpan|eviten) [con|de] [toda|todas|todo|cualquier|la|las|los|sus|tanta|ya] [la|las|sus] ({esThings}|comunicacion|comunicaciones|contacto|envio|envios)',
    reading: 'opt-out',
    examples: ['Favor de cesar toda comunicación conmigo', 'cesen las llamadas'],
    counterExamples: ['no cesen los avisos'],
  },
  {
    phrase:
      '(parenle|parele|parale|bajenle|bajele|calmenle|parar|paren|pare|basta|alto|stop|estuvo|estuvo bueno|chole|cortenla|cortenle) [ya] (a|con|de) [los|las|sus|tantos|tantas|estos|esas|esos|tanto|tanta|tus] {esThings}',
    reading: 'opt-out',
    examples: [
      'párenle a los mensajitos',
      'Parenle con las llamadas todos los dias',
      'alto a los mensajes',
    ],
    counterExamples: ['párenle al taxi'],
  },
  {
    phrase:
      '{esNo} [me|nos] [vuelva|vuelvan|sigan|siga|esten|este|anden|ande] [a] {esCall} [nada|mas|nunca|jamas|{esThings}|mis] [mas|nada|nunca|{esThings}] [aqui|por aqui|por favor|a este numero|a mi numero|de nada|conmigo|a este telefono|a este celular]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'no manden nada',
      'no escriban más aquí',
      'no enviarme más recordatorios',
      'no anden llamando',
    ],
    counterExamples: ['no llamen por la mañana'],
  },
  {
    phrase:
      '{esNo} se (comunique|comuniquen|comuniques|contacte|contacten) [mas|nunca|con|conmigo]',
    reading: 'opt-out',
    examples: ['no se comuniquen conmigo', 'no se comunique con este número'],
    counterExamples: ['no se comunicaron conmigo'],
  },
  {
    phrase: '(ni|no) se (les|le|te) ocurra ~1 {esCall}',
    reading: 'opt-out',
    examples: ['ni se les ocurra escribirme otra vez'],
  },
  {
    phrase: '{esStop} [ya] de [estar|andar|seguir] [me] {esCall}',
    reading: 'opt-out',
    examples: ['dejen de estar mandando', 'Les pido que dejen de comunicarse conmigo'],
    counterExamples: ['no dejen de llamar'],
  },
  {
    phrase: '(deje|dejen|deja|dejar) ~3 en paz',
    reading: 'opt-out',
    examples: ['dejen a mi mamá en paz'],
    counterExamples: ['que en paz descanse'],
  },
  {
    phrase:
      '(olvidense|olvidese|olvidate|olvidensen) de (mi|este|nosotros|mi numero|este numero|mi telefono|mi contacto|que existo)',
    reading: 'opt-out',
    where: 'end',
    examples: ['olvídense de mi numero', 'olvidense de mi'],
    counterExamples: ['no se olviden de mi', 'olvídese de mi cita'],
  },
  {
    phrase: 'cancelenme|canceleme|desactivenme|desuscribanme|desuscribame|borrenme|quitenme',
    reading: 'opt-out',
    examples: ['cancélenme'],
  },
  {
    phrase:
      '(salirme|salgo|salir|sacarme|salirnos|salimos|fuera|sacar|saquen) de (esto|esta lista|su lista|este grupo|sus mensajes|estos mensajes|la lista|este chat|estos textos)',
    reading: 'opt-out',
    examples: ['quiero salirme de esto', 'cómo me salgo de esta lista'],
    counterExamples: ['quiero salir de la casa'],
  },
  {
    phrase:
      '(como|donde) [le hago para|hago para|puedo|se] (cancelo|cancelar|cancela|paro|parar|detengo|detener|quito|quitar|desactivo|desactivar|apago|apagar|bloqueo) (estos|los|sus|las|estas|tantos) {esThings}',
    reading: 'opt-out',
    examples: ['cómo paro estos mensajes'],
    counterExamples: ['cómo cancelo mi cita'],
  },
  {
    phrase:
      '(como|donde) [le hago para|hago para|puedo|se] (cancelo|cancelar|cancela|paro|parar|detengo|detener|desactivo|desactivar) (esto|estos|eso)',
    reading: 'opt-out',
    where: 'end',
    examples: ['como cancelo esto'],
  },
  {
    phrase:
      '{esNo} (quiero|queremos|deseo) (nada|saber nada|recibir nada) [de ustedes|mas|con ustedes|suyo|de nada|de eso]',
    reading: 'opt-out',
    where: 'end',
    examples: ['ya les dije que no quiero nada'],
  },
  {
    phrase:
      '(equivocado|equivocada|equivoco|equivocaron) [de numero] [asi que|por favor|y] (borrenlo|borrelo|quitenlo|quitelo|eliminenlo|eliminelo|saquenlo|no llamen|no escriban|paren)',
    reading: 'opt-out',
    where: 'end',
    examples: ['numero equivocado y borrenlo'],
  },
  {
    phrase: '(borrenlo|borrelo|quitenlo|quitelo|eliminenlo|eliminelo|saquenlo)',
    reading: 'opt-out',
    where: 'end',
    examples: ['numero equivocado borrenlo'],
    counterExamples: ['no lo borren'],
  },
  {
    phrase:
      '{esNo} (quiero|deseo|queremos|deseamos) (ser|estar|seguir siendo) (contactado|contactada|molestado|molestada|llamado|llamada|contactados|en su lista|en la lista|en esta lista)',
    reading: 'opt-out',
    examples: ['no deseo ser contactado'],
  },
  {
    phrase:
      '(evite|eviten|eviteme|evitense|evitese|abstenganse|abstengase|abstenerse) [de] [estar|volver|seguir|me] [a] {esCall}',
    reading: 'opt-out',
    examples: ['eviten llamarme', 'absténganse de contactarme'],
    counterExamples: ['eviten la ruta 9'],
  },
  {
    phrase:
      '[ya] no (sigan|siga|sigas|insistan|insista|insistas) [con esto|con eso|ya|mas|asi|molestando]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no sigan', 'no sigan con esto'],
    counterExamples: ['no sigan la ruta 9'],
  },
  {
    phrase: '[ya] (largo de aqui|vayanse|larguense|desaparezcan|pierdanse|fuera)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['largo de aqui'],
    counterExamples: ['un largo camino'],
  },
  {
    phrase:
      '[ya] {esNo} (quiero|deseo|queremos) (ser parte|formar parte|estar en|participar) [de|en] [su|la|esta|esto|sus] [lista|grupo|base|mensajes|encuesta]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no quiero ser parte de su lista'],
    counterExamples: ['no quiero ser parte del problema'],
  },
  {
    phrase:
      '(desactivar|desactiven|desactive|apagar|silenciar|eliminar|quitar|quiten|borrar) [los|las|sus|estos|estas] {esThings}',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['desactivar mensajes'],
    counterExamples: ['cómo desactivar el buzón de mensajes'],
  },
  {
    phrase:
      'no [quiero] (recibir|mandar|enviar|mande|manden|envie|envien) [mas|nunca] {esThings} [a|de|en] [este|mi|ustedes|esta|su] [cel|celular|numero|telefono|linea|empresa]',
    reading: 'opt-out',
    where: 'end',
    examples: ['no recibir más mensajes', 'no manden mas textos a este cel'],
    counterExamples: ['no recibo mensajes de mi hijo'],
  },
  {
    phrase:
      '{esStop} de (llamarlo|llamarla|llamarle|llamarles|escribirle|buscarlo|buscarla|molestarlo|molestarla|marcarle|mandarle|textearle)',
    reading: 'opt-out',
    examples: ['dejen de llamarlo'],
    counterExamples: ['no dejen de llamarlo'],
  },
];
