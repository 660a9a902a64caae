/** Spanish: the same to an end, said before, by its consequences; and what is stopped or wrong besides (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishLast: readonly Phrase[] = [
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
    phrase:
      '(cansado|cansada|canse|harto|harta|hartos|hartas|hasta la madre|hasta el gorro|aburrido|aburrida|fastidiado|fastidiada|enfadado|enfadada) [ya] (de|con) [que] [me|tantos|tantas|sus|estos|los|las|tanto|tanta|recibir] [me|sus|sigan] ({esThings}|{esCall})',
    reading: 'opt-out',
    examples: ['ya me cansé de sus mensajes', 'harta de que me llamen'],
    counterExamples: ['estoy cansado de esperar'],
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
      '(talla|pedido|direccion|cuenta|fecha|tarjeta|articulo|producto|color|monto|cantidad|hora|factura|tamano|orden|nombre|correo|comida|medicina|receta|paquete|pieza|dia) (equivocado|equivocada|incorrecto|incorrecta)',
    reading: 'not',
    examples: ['me mandaron la talla equivocada'],
    counterExamples: ['número equivocado'],
  },
  {
    phrase: '(esta|estaba|es|fue|venia|llego) (equivocada|equivocado) (la|el|mi)',
    reading: 'not',
    examples: ['está equivocada la dirección'],
  },
  {
    phrase:
      '(direccion|cuenta|fecha|factura|orden|hora|cantidad|receta) (esta|estaba|es|fue|viene|vino) (equivocada|equivocado|mal)',
    reading: 'not',
    examples: ['la dirección está equivocada'],
  },
  {
    phrase:
      '(cuenta|pedido|factura|telefono|numero|cita) [de] (cuenta|pedido|factura|orden|cita) (equivocado|equivocada)',
    reading: 'not',
    examples: ['numero de cuenta equivocado'],
  },
  {
    phrase:
      '(reportar|denunciar|reporto) (un|una|el|la|mi|al) <poste|fuga|bache|robo|accidente|dano|falla|vecino|apagon|perro|arbol|carro|problema|incendio>',
    reading: 'not',
    examples: ['voy a reportar un poste caído'],
  },
  {
    phrase:
      '(autorice|autorizo|autorizado|autorizaron|autorizamos) (ese|este|el|la|un|esa|ningun|los|esos) (cargo|pago|cobro|compra|retiro|cargos|cobros|deposito|transferencia)',
    reading: 'not',
    examples: ['no autoricé el cargo'],
  },
  {
    phrase: '(olvide|perdi) mi (numero|telefono|celular) de',
    reading: 'not',
    examples: ['olvidé mi número de orden'],
  },
  {
    phrase:
      '(fallecio|murio) ~3 (como|quiero|necesito|puedo|quisiera) ~4 (cuenta|poliza|contrato|nombre|titular|servicio|plan)',
    reading: 'not',
    examples: ['mi esposo falleció y quiero cambiar la cuenta'],
  },
  {
    phrase:
      '~5 (fallecio|murio) ~3 (como|quiero|necesito|puedo|quisiera) ~4 (cuenta|poliza|contrato|nombre|titular|servicio|plan) ~4',
    reading: 'not',
    where: 'text',
    examples: ['mi esposo falleció, cómo cambio la cuenta'],
  },
  {
    phrase:
      '(de baja) (el|la|mi|un|una|al) [otro|primer|segundo] <carro|auto|coche|vehiculo|camion|empleado|hijo|hija|moto|seguro>',
    reading: 'not',
    examples: ['quiero dar de baja el carro viejo del seguro'],
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
    phrase: 'no (recibo|he recibido|recibi|me llegan|llegan) [mas|sus|los|mis] {esThings}',
    reading: 'not',
    examples: ['no recibo mensajes'],
  },
  {
    phrase:
      '(necesito|exijo|pido|quiero|favor de|ruego|espero) que [ya|me|nos] (paren|pare|se detengan|terminen|cesen|basta)',
    reading: 'opt-out',
    where: 'end',
    examples: ['necesito que paren', 'quiero que ya paren'],
    counterExamples: ['quiero que paren la obra'],
  },
  {
    phrase:
      '{esStop} de (llamarlo|llamarla|llamarle|llamarles|escribirle|buscarlo|buscarla|molestarlo|molestarla|marcarle|mandarle|textearle)',
    reading: 'opt-out',
    examples: ['dejen de llamarlo'],
    counterExamples: ['no dejen de llamarlo'],
  },
  {
    phrase: 'no (me|nos) marca (el|la|bien|nada|ningun|los|las|que)',
    reading: 'not',
    examples: ['no me marca el total'],
  },
  {
    phrase:
      '(equivocado|equivocada|equivocaron|equivoco) (el|la|en|con) (total|cuenta|monto|precio|cambio|pedido|orden|factura|fecha|direccion|la|el|mi)',
    reading: 'not',
    examples: ['se equivocaron en la cuenta', 'equivocado el total'],
  },
  {
    phrase: 'no quiero nada (para|de) (tomar|comer|beber|cebolla|picante|postre|sal)',
    reading: 'not',
    examples: ['no quiero nada para tomar'],
  },
];
