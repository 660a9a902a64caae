/** Spanish: taken off a list, signed off, and data deleted (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanishOff: readonly Phrase[] = [
  {
    phrase:
      '(me|nos|lo|la) [puede|pueden|puedes|podria|podrian|podrias|va a|van a] ({esRemove}|quitan|sacan|borran|eliminan|retiran) [ya|de una vez] {esOf} {esPlace}',
    reading: 'opt-out',
    examples: ['me sacan de la lista', 'me puede quitar del grupo'],
    counterExamples: ['me quitan el yeso'],
  },
  {
    phrase:
      '(me|nos) (puede|pueden|puedes|podria|podrian|podrias) (quitar|sacar|borrar|eliminar|retirar|remover|desuscribir) [ya|de una vez] [de] [ahi|aqui|alli|eso|esto]',
    reading: 'opt-out',
    where: 'end',
    examples: ['me puede quitar de ahi', 'me podrían borrar'],
    counterExamples: ['me puede sacar una cita'],
  },
  {
    phrase:
      '[quiero|favor|puede|pueden|puedes|podria|podrian|podrias|de|me|por|deseo|necesito] (quitarme|borrarme|sacarme|eliminarme|retirarme|removerme|excluirme|quitadme|sacadme|borradme|eliminadme|retirenme|retireme|retirame|excluyanme|excluyame|quitarnos|sacarnos|borrarnos|sacarme ya|me quita|me quitan|me saca|me sacan|me borra|me borran|me eliminan) [ya|de una vez|de|porfa] [ahi|aqui|alli|eso|esto|una vez|esta cosa]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['puede quitarme', 'pueden sacarme de ahi', 'quitadme de aquí', 'me borran ya'],
    counterExamples: ['puede sacarme una foto'],
  },
  {
    phrase:
      '(quitarme|borrarme|sacarme|eliminarme|retirarme|removerme|excluirme|quitadme|sacadme|borradme|eliminadme|retirenme|retireme|retirame|desuscribir|desuscribirme|desuscribanme|desuscribame|desapuntarme|desapuntenme|desinscribirme|me salgo|me borro|me quito|me desuscribo|salir|salirme|dar de baja|darme de baja|dadme de baja|quitenlo|borrenlo|saquenlo|eliminenlo|eliminelo|quitelo|borrelo) {esOf} {esPlace}',
    reading: 'opt-out',
    examples: [
      'quiero salir de sus contactos',
      'cómo me borro de sus listas',
      'dadme de baja de vuestra lista',
      'quiero desuscribirme de los mensajes',
    ],
    counterExamples: ['salir de la casa', 'no salir de la lista de espera'],
  },
  {
    phrase:
      '(desuscribirme|desuscribanme|desuscribame|desuscribeme|desuscribirse|des suscribir|desubscribir|desubscribirme|desubscribeme|desuscribirnos|dadme de baja|dadnos de baja|me doy de baja|me dan de baja|causar baja|quitenlo|borrenlo|saquenlo|eliminelo) [ya|de una vez|de|porfa] [ahi|aqui|alli|eso|esto|una vez|todo|esta cosa]',
    reading: 'opt-out',
    where: 'end',
    examples: ['desubscribir', 'quiero desuscribirme ya', 'me doy de baja de esto'],
    counterExamples: ['desuscribirme de netflix'],
  },
  {
    phrase:
      'favor (eliminar|borrar|quitar|remover|parar|detener|cancelar|eliminarme|excluir|no insistir|abstenerse) [{esOf}|ya] [ahi|aqui|todo|{esPlace}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['favor eliminar de la lista', 'favor parar'],
    counterExamples: ['favor cancelar mi cita'],
  },
  {
    phrase:
      '(eliminacion|supresion|remocion|exclusion|cancelacion|borrado|retiro) (de|del) [mi|mis|este|su|los|estos] [numero de] ({esList}|{esThings}|datos personales)',
    reading: 'opt-out',
    examples: ['solicito la eliminación de mi número', 'exijo la supresión de mis datos'],
    counterExamples: ['la cancelación de mi cita'],
  },
  {
    phrase:
      '(solicito|pido|deseo|prefiero|quiero|quisiera|exijo|agradeceria|agradezco|ruego) no (ser|seguir siendo) (contactado|contactada|llamado|llamada|molestado|molestada|contactados)',
    reading: 'opt-out',
    examples: ['solicito no ser contactado'],
    counterExamples: ['deseo no ser molestia'],
  },
  {
    phrase:
      '(eliminaran|borraran|quitaran|sacaran|removieran|retiraran|eliminara|borrara|quitara|sacara|retirara) [de|el|a] [mi|mis|este|su] {esList}',
    reading: 'opt-out',
    examples: ['quisiera que eliminaran mi numero'],
    counterExamples: ['quisiera que eliminaran el cargo'],
  },
  {
    phrase:
      'que me (eliminaran|borraran|quitaran|sacaran|removieran|eliminara|borrara|quitara|sacara|dejaran en paz|dejara en paz|dieran de baja|diera de baja)',
    reading: 'opt-out',
    examples: ['me gustaría que me borraran'],
    counterExamples: ['me pidio que le quitara la silla'],
  },
  {
    phrase:
      'que [ya] (dejaran|dejara|dejaras|pararan|parara|cesaran|evitaran) [de|con] [las|los|sus|tantos|estos] ({esCall}|{esThings})',
    reading: 'opt-out',
    examples: ['me gustaría que dejaran de llamarme'],
    counterExamples: ['queria que dejaran la puerta abierta'],
  },
  {
    phrase: '(dejen|deje|deja|dejar|paren) de (usar|utilizar|compartir) (mi|mis|este) {esList}',
    reading: 'opt-out',
    examples: ['dejen de usar mi número'],
    counterExamples: ['dejen de usar el baño'],
  },
  {
    phrase: 'no (usen|use|uses|utilicen|utilice|compartan) (mi|mis) {esList}',
    reading: 'opt-out',
    examples: ['no usen mi número'],
    counterExamples: ['no uso mi número'],
  },
  {
    phrase:
      '(pierdan|pierda|pierde|olviden|olvida|bloqueen) (mi|mis|este) [numero de] (numero|telefono|celular|movil|cel|nombre|datos|informacion|contacto)',
    reading: 'opt-out',
    where: 'end',
    examples: ['pierdan mis datos'],
    counterExamples: ['no pierdan mis datos'],
  },
  {
    phrase:
      '(por que|porque|pq|cuando|como) [ya] no (me|nos) (quita|quitan|saca|sacan|borra|borran|eliminan|dan de baja) [{esOf}] [{esPlace}|ahi|aqui|ya]',
    reading: 'opt-out',
    where: 'end',
    examples: ['por que no me quitan de la lista'],
    counterExamples: ['por que no me sacan una cita'],
  },
  {
    phrase:
      '(como|donde) [le|me] [hago|ago|puedo|se puede|para] [para] (cancelo|cancelar|cancela|paro|parar|detengo|detener|quito|quitar|desactivo|desactivar|apago|apagar|bloqueo|bloquear|elimino|eliminar|suspendo) [de] [recibir] [los|las|sus|estos|estas|esos|esas|tantos|tantas|mas|mis] {esThings}',
    reading: 'opt-out',
    examples: ['como bloqueo sus mensajes', 'cómo cancelo los correos'],
    counterExamples: ['como cancelo mi cita'],
  },
  {
    phrase:
      '(como|que|donde|hay forma|hay manera|alguna forma|alguna manera|forma|manera) [le|se|puedo|debo|tengo que|hay que|puede] [hago|ago|hacer|aser|hace] [de|para|pa|que] [que|de] [ya|me] (no|paren|pare|dejen|deje|dejar) [de|me|nos|sigan] [de|me] [lleguen|llegue|esten|recibir|recibiendo|mandar|enviar] [ya|mas] [de] [sus|estos|estas|los|las|tantos|esos|esas] [mas] ({esThings}|{esCall}|{esReceive}|lleguen|llegue|esto) [ya|mas|{esThings}|esto]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'como le ago para que ya no me lleguen estos mensajes',
      'hay forma de no recibir estas llamadas',
      'como hago que paren los mensajes',
    ],
    counterExamples: ['hay forma de no pagar', 'como hago para no', 'que no'],
  },
  {
    phrase:
      '{esNo} me (incluyan|incluya|incluyas|agreguen|agregue|agregues|anadan|anada|metan|meta|pongan) (en|a) [su|sus|la|el|los|las] (lista|listas|grupo|grupos|envios|base|mensajes|contactos|chat)',
    reading: 'opt-out',
    examples: ['no me incluyan en su lista', 'no me agreguen a sus listas'],
    counterExamples: ['no me pongan en la mesa de afuera'],
  },
  {
    phrase:
      '{esNo} (quiero|deseo|queremos) (pertenecer|seguir) (a|en) [su|la|esta|esa|este|el] (lista|grupo|chat|base)',
    reading: 'opt-out',
    examples: ['no quiero pertenecer a esta lista'],
    counterExamples: ['no quiero seguir en la fila'],
  },
  {
    phrase: '(bloqueenme|bloqueame|bloqueeme|bloqueadme|desactivame|desactivenme|sacame de aqui)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['bloquéenme'],
    counterExamples: ['bloquéame la cita'],
  },
  {
    phrase:
      '(agradezco|agradeceria|pido|ruego|favor) [que|si] me (borres|borre|borren|borra|quites|quite|quiten|quita|elimines|elimine|eliminen|elimina)',
    reading: 'opt-out',
    examples: ['te agradezco me borres'],
    counterExamples: ['te pido me saques una cita'],
  },
  {
    phrase:
      '(haga|haz|hagan|hagame|hazme|haganme) [el] [favor] [y|de] (quitarme|borrarme|sacarme|eliminarme|quitenme|quiteme|borrenme|saquenme)',
    reading: 'opt-out',
    examples: ['haga el favor de borrarme'],
    counterExamples: ['haga el favor de sacarle una copia'],
  },
  {
    phrase: 'derecho (de|a) [la] (cancelacion|supresion|oposicion|olvido)',
    reading: 'opt-out',
    examples: ['ejerzo mi derecho de cancelación'],
    counterExamples: ['el derecho de paso'],
  },
  {
    phrase:
      '(quitarme|sacarme|borrarme|quitenme|saquenme|salirme) de (esta|esa|esto|este) (vaina|cosa|mierda|pendejada|porqueria)',
    reading: 'opt-out',
    examples: ['quitarme de esta vaina'],
    counterExamples: ['sacarme de esta duda'],
  },
];
