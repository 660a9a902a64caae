/** Spanish (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const spanish: readonly Phrase[] = [
  {
    phrase:
      '[ya] (alto|basta|para|pare|paren|parar|parad|cancelar|cancela|cancele|cancelen|cancelame|salir|salirme|baja|bajas|detener|detenganse|detente|detengan|detengase|terminar|terminen|suspender|suspendan|anular|fin|desuscribir|desuscribirme|desuscribirse|desuscribe|desinscribir|renunciar|borrar|quitar|eliminar|no mas|remover|eliminarme|quitarme|borrarme|dejenme|dejeme|desuscribanme|darse de baja) [ya|todo|esto|alto|{stop}|basta|ahora|mas|mensajes]',
    reading: 'opt-out',
    where: 'text',
    examples: [
      'ALTO',
      'basta ya',
      'para',
      '¡Pare!',
      'cancelar por favor',
      'Salir',
      'BAJA',
      'no más',
      'detener',
    ],
    counterExamples: [
      'es para mi mamá',
      'la planta baja',
      'voy a salir a las 3',
      'cancelar la cita',
      'Palo Alto',
    ],
  },
  {
    phrase: '(alto|basta|paren|pare|detenganse) [ya]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['Alto, no los conozco', 'Ya les dije. Basta.'],
  },
  {
    phrase: 'ya basta [~5]',
    reading: 'opt-out',
    where: 'start',
    examples: ['ya basta', 'Ya basta de mensajes'],
  },
  {
    phrase: '{esNo} (me|nos|lo|le|les|la) {esCall}',
    reading: 'opt-out',
    examples: [
      'no me llamen más',
      'no me mande mensajes',
      'por favor no me contacten',
      'ya no me escriban',
      'no nos molesten',
    ],
    counterExamples: ['no me llamen antes de las diez', 'no me llame al trabajo'],
  },
  {
    phrase:
      '{esNo} (me|nos|le|lo) (vuelva|vuelvan|vuelvas|siga|sigan|sigas|este|esten|estes|ande|anden|andes) [a] {esCall}',
    reading: 'opt-out',
    examples: ['no me vuelva a escribir', 'no me sigan llamando', 'no me estén mandando textos'],
    counterExamples: ['no me diga, llame mañana', 'no me vuelva a llamar antes de las 9'],
  },
  {
    phrase:
      '{esNo} [vuelva|vuelvan|vuelvas|sigan|siga|sigas] [a] {esCall} [mas|nunca|otra vez|jamas|aqui|a este|de nuevo|{esThings}|este|a mi|a esta|numero] [numero|telefono|casa|{esThings}|mas|celular]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      'no llame mas',
      'No vuelvan a llamar a este número',
      'ya no manden mensajes',
      'no llamen',
    ],
    counterExamples: ['no llame antes de las 9'],
  },
  {
    phrase: '{esStop} [ya] de {esCall}',
    reading: 'opt-out',
    examples: [
      'dejen de llamar',
      'deja de escribirme',
      'paren de mandar textos',
      'Deje de molestar',
      'por favor dejen de llamarme',
    ],
    counterExamples: ['no dejen de llamar'],
  },
  {
    phrase: '{esNo} (quiero|queremos|deseo|necesito|deseamos|kiero) ~3 ({esThings}|{esCall})',
    reading: 'opt-out',
    examples: [
      'no quiero más mensajes',
      'no quiero que me llamen',
      'Ya no quiero recibir mensajes',
    ],
    counterExamples: ['no quiero perder su llamada'],
  },
  {
    phrase: '{esNo} (quiero|deseo|queremos) (nada|saber|recibir|mas|esto) ~5',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['no quiero nada', 'no quiero saber nada de ustedes'],
  },
  {
    phrase: '(no mas|ni un|ni otro) {esThings}',
    reading: 'opt-out',
    examples: ['no más llamadas'],
    counterExamples: ['no más de 20 dólares'],
  },
  {
    phrase: 'basta|alto|suficiente|cansado|harto|harta [ya] [de|con] ~1 {esThings}',
    reading: 'opt-out',
    examples: ['basta de mensajes', 'estoy harto de sus llamadas'],
  },
  {
    phrase:
      '(dejeme|dejenme|dejame|dejenos|deje|dejen|dejar|dejanos|dejadme|dejadnos) [me|nos|a mi familia] (en paz|tranquilo|tranquila)',
    reading: 'opt-out',
    examples: ['déjenme en paz', 'dejame en paz', 'déjeme tranquila'],
  },
  {
    phrase: '{esRemove} ~4 {esList}',
    reading: 'opt-out',
    examples: [
      'quítenme de su lista',
      'Borre mi número',
      'sáqueme de la lista',
      'eliminar mi numero por favor',
      'saquen mi numero de su sistema',
    ],
    counterExamples: ['no me quiten de la lista', 'no borren mi número'],
  },
  {
    phrase:
      'quiteme|quitenme|borreme|borrenme|elimineme|eliminenme|saqueme|saquenme|sacame|borrame|quitame|eliminame|remuevame|remuevanme|bajenme',
    reading: 'opt-out',
    examples: ['quíteme', 'Bórrenme ya'],
  },
  {
    phrase:
      '(dar|darme|denme|deme|dame|doy|darnos|den|solicito|quiero|solicitar|pido) (de baja|la baja)',
    reading: 'opt-out',
    examples: ['denme de baja', 'quiero darme de baja', 'quiero la baja'],
    counterExamples: ['le dieron de baja en el trabajo', 'dame la dirección de la planta baja'],
  },
  {
    phrase:
      '(no|nunca|jamas|sin) ~5 (permiso|consentimiento|autorizacion|autorice|autorizo|autorizado|suscribi|registre|consiento)',
    reading: 'opt-out',
    examples: [
      'no di mi consentimiento',
      'no les di permiso para llamarme',
      'nunca autoricé esto',
      'no tienen mi permiso',
    ],
    counterExamples: ['no me dieron permiso en el trabajo'],
  },
  {
    phrase:
      '(revoco|retiro|cancelo|revocar|retirar) [mi|el|todo] (consentimiento|permiso|autorizacion|suscripcion)',
    reading: 'opt-out',
    examples: ['revoco mi consentimiento', 'cancelo mi suscripción'],
  },
  {
    phrase:
      'cancelar|cancelen|cancele|cancela|parar|detener|detengan|suspender|suspendan|terminar|paren|pare [los|las|mis|estos|estas|sus|todos|todas|mi|la|de|tantos] [los|las] ({esThings}|suscripcion)',
    reading: 'opt-out',
    examples: ['cancelen los mensajes', 'paren los mensajes'],
    counterExamples: ['no cancelen los mensajes'],
  },
  {
    phrase:
      '(voy a|vamos a|pondre una) (demandar|demandarlos|demandarles|denunciar|denunciarlos|denunciarles|reportar|reportarlos|reportarlo|demandarte|demanda|demandarlo|denunciarlo)',
    reading: 'opt-out',
    examples: ['voy a denunciarlos', 'los voy a demandar'],
  },
  {
    phrase: 'acoso|hostigamiento|acosando|hostigando|ilegal|denuncia',
    reading: 'opt-out',
    examples: ['esto es acoso'],
  },
  {
    phrase:
      '(hable|hablen|llamar|llamare|contactar|habla|contacten|contacte|llamo|demandar) [a|con] mi abogado',
    reading: 'opt-out',
    examples: ['hablen con mi abogado', 'Voy a llamar a mi abogado'],
    counterExamples: ['mi abogado está de vacaciones', 'tengo que hablar con mi abogado primero'],
  },
  { phrase: '{esNo} molestar|moleste|molesten', reading: 'opt-out', examples: ['no molestar'] },
  {
    phrase:
      '(voy a|vamos a|te|los|lo) (bloquear|bloquearlos|bloqueo|bloquearte|bloqueare|bloqueado|voy a bloquear)',
    reading: 'opt-out',
    examples: ['Te voy a bloquear', 'los voy a bloquear'],
  },
  {
    phrase: '(no|nunca) (volver|vuelvan|vuelva|vuelvas) a {esCall}',
    reading: 'opt-out',
    where: 'end',
    examples: ['no volver a llamar'],
  },
  {
    phrase: '{esNo} quiero que ~2 (vuelva|vuelvan|siga|sigan) [a] {esCall}',
    reading: 'opt-out',
    examples: ['no quiero que ustedes vuelvan a llamarme'],
  },
  {
    phrase:
      '(salir|salirme|fuera|baja|den baja) (de la lista|de su lista|de esta lista|mis datos|mi numero)',
    reading: 'opt-out',
    examples: ['quiero salir de la lista', 'baja mis datos'],
  },
];
