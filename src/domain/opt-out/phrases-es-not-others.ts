/** Spanish: what looks like an opt-out and is none: go on, others, other things, and other times; and polite refusals (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishNotOthers: readonly Phrase[] = [
  {
    phrase:
      '{esNo} [me|nos|le|les] (dejes|dejen|deje|deja|dejan|dejas|pares|paren|pare|paran|para|parar|dejar) de',
    reading: 'not',
    examples: [
      'no me dejen de llamar cuando esté listo',
      'mi ex no deja de llamarme',
      'no pares de mandar cupones',
    ],
    counterExamples: ['dejen de llamar'],
  },
  {
    phrase: '{esNo} (vaya|vayan|vayas) a ({esRemove}|cancelar|parar|dejar|bloquear)',
    reading: 'not',
    examples: ['no vayan a borrar mi número'],
  },
  {
    phrase: '{esNo} (me|nos) {esRemove}',
    reading: 'not',
    examples: ['no me saquen de la lista de espera'],
    counterExamples: ['por que no me quitan de la lista'],
  },
  {
    phrase: 'lista (de espera|de precios|de invitados|de compras|de utiles|de boda|de deseos)',
    reading: 'not',
    examples: ['puede quitarme de la lista de espera'],
  },
  {
    phrase:
      '(suscripcion|abono|membresia|plan) (de|del|a) [el|la|mi|un] (gimnasio|gym|netflix|revista|periodico|cable|internet|spotify|hulu|disney|cuenta|telefono|app|aplicacion|amazon|prime|club)',
    reading: 'not',
    examples: ['quiero cancelar mi suscripcion del gimnasio'],
  },
  {
    phrase:
      '(dar|darle|darme|darnos|doy) [de] baja (a|al|del|de la|de mi|en|con) [mi|la|el] (linea|cuenta|poliza|plan|seguro|tarjeta|internet|cable|luz|gym|gimnasio|carro|agua)',
    reading: 'not',
    examples: ['le quiero dar de baja a mi linea'],
  },
  {
    phrase:
      '{esNo} [me|nos] {esCall} (ahorita|orita|tu|yo|todavia|aun|mientras|cuando|durante|a esta hora|a estas horas|estoy|hasta|el domingo|los domingos|entre|a las)',
    reading: 'not',
    examples: ['no me llame ahorita estoy en clase', 'no me llames tú yo te llamo'],
    counterExamples: ['no me llames'],
  },
  {
    phrase:
      '{esNo} [me|nos] {esCall} que (estoy|ando|voy) (manejando|trabajando|ocupado|ocupada|en clase|en junta|en una junta|durmiendo|en el trabajo|dormido|en reunion|en una reunion|conduciendo)',
    reading: 'not',
    examples: ['no me escriba que estoy manejando'],
    counterExamples: ['no me llamen que estoy harta'],
  },
  {
    phrase: '[ya] no me interesa [en este momento|por ahora|por el momento|ahorita|ya|ahora]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['ya no me interesa'],
    counterExamples: ['no me interesa el azul'],
  },
  {
    phrase: '[yo|ese|esa|ya] no soy [yo|la persona|el|ella]',
    reading: 'unclear',
    where: 'text',
    examples: ['no soy yo', 'ese no soy yo'],
    counterExamples: ['no soy yo la del seguro'],
  },
  {
    phrase:
      '{esNo} (me|nos) {esCall} (el|la|los|las) (amarillo|azul|rojo|verde|negro|blanco|recibo|factura|paquete|pedido|cuenta|pago|grande|chico|mismo|misma|otro|otra|tarjeta|contrato|cheque|estado|orden)',
    reading: 'not',
    examples: ['no me manden el amarillo'],
  },
  {
    phrase: '{esNo} (me|nos) {esCall} (en|por) (ingles|espanol|correo|la noche|las noches)',
    reading: 'not',
    examples: ['no me escriban en inglés'],
  },
  {
    phrase:
      '{esNo} me {esCall} (señora|señorita|señor|doña|don|mija|amor|asi por ese nombre|mi amor|gorda)',
    reading: 'not',
    examples: ['no me llame mija'],
    counterExamples: ['no me llame'],
  },
  {
    phrase:
      '(el acoso|acoso) (en|de|escolar|laboral|sexual) [la|el|mi] (escuela|trabajo|hijo|hija|jefe|vecino|colegio)',
    reading: 'not',
    examples: ['el acoso en la escuela de mi hijo'],
  },
  {
    phrase:
      '(quiten|quite|saquen|saque|borre|borren|elimine) (la|el|los|las) (mesa|silla|frijoles|articulo|producto|pan|leche|carro|cebolla) ~2 lista',
    reading: 'not',
    examples: ['quiten la mesa de la lista'],
    counterExamples: ['quiten mi numero de la lista'],
  },
];
