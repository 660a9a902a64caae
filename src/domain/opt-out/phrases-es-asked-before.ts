/** Spanish: said before, had enough, and what follows if it goes on (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishAskedBefore: readonly Phrase[] = [
  {
    phrase:
      '(cansado|cansada|canse|harto|harta|hartos|hartas|hasta la madre|hasta el gorro|aburrido|aburrida|fastidiado|fastidiada|enfadado|enfadada) [ya] (de|con) [que] [me|tantos|tantas|sus|estos|los|las|tanto|tanta|recibir] [me|sus|sigan] ({esThings}|{esCall})',
    reading: 'opt-out',
    examples: ['ya me cansé de sus mensajes', 'harta de que me llamen'],
    counterExamples: ['estoy cansado de esperar'],
  },
  {
    phrase:
      '(puse|puesto|mande|mandado|escribi|escrito|dije|dicho|envie|conteste|respondi|contestado|respondido) [ya|la palabra|que|un] ({stop}|alto|parar|cancelar) [{stop}|{ends}|ya]',
    reading: 'opt-out',
    examples: ['les he puesto STOP 4 veces', 'ya mandé stop'],
    counterExamples: ['me dijo alto y claro'],
  },
  {
    phrase:
      '(dije|digo|dicho|pedi|pido|pedido|decir|decirles|decirte|quiero|exijo|ruego) ~1 que (paren|pare|pares|ya|basta|se detengan|ya basta|ya paren|dejen de|dejes de|cesen|me dejen en paz|me dejen)',
    reading: 'opt-out',
    where: 'end',
    examples: ['ya les dije que paren', 'cuantas veces tengo que decir que paren'],
    counterExamples: ['les dije que dejen el paquete'],
  },
  {
    phrase:
      '[numero|ya|estan|quedan|todos] (bloqueado|bloqueados|bloqueada|reportado|reportados|denunciados) [y] [reportados|reportado|denunciados|por spam|como spam]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['bloqueados y reportados, ni modo', 'bloqueado'],
    counterExamples: ['mi cuenta está bloqueada', 'estoy bloqueado en la nieve'],
  },
  {
    phrase:
      '(los|te|les|las) (reporto|denuncio|demando|bloqueo|reportare|denunciare|demandare|reporte|denuncie|bloquee)',
    reading: 'opt-out',
    examples: ['otra llamada más y los demando', 'los reporto'],
  },
  {
    phrase:
      '(voy a poner|vamos a poner|pongo|pondre|voy a presentar|voy a meter|voy a levantar) (una|la|mi) (queja|demanda|denuncia) [contra|en] [ustedes|su contra|su empresa]',
    reading: 'opt-out',
    where: 'end',
    examples: ['voy a poner una queja'],
    counterExamples: ['voy a poner una queja por mi reembolso'],
  },
  {
    phrase: '[ya] estuvo',
    reading: 'unclear',
    where: 'text',
    examples: ['ya estuvo'],
    counterExamples: ['ya estuvo listo el carro'],
  },
  {
    phrase: '{stop} <ya|por|quiten|basta|les|me|este|esta|esto|numero|dejen|borren|es>',
    reading: 'opt-out',
    where: 'start',
    examples: ['stop ya les dije varias veces esta semana'],
  },
  {
    phrase:
      '(necesito|exijo|pido|quiero|favor de|ruego|espero) que [ya|me|nos] (paren|pare|se detengan|terminen|cesen|basta)',
    reading: 'opt-out',
    where: 'end',
    examples: ['necesito que paren', 'quiero que ya paren'],
    counterExamples: ['quiero que paren la obra'],
  },
];
