/** French: said before, had enough, and what follows if it goes on (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchAskedBefore: readonly Phrase[] = [
  {
    phrase: '(allez vous faire|va te faire|allez au diable|mangez de la)',
    reading: 'unclear',
    examples: ['allez vous faire voir'],
  },
  {
    phrase:
      '(demande|dit|dire|dis|demander|repete|prie|supplie|ordonne|exige|redis|disais) (d|de) (arreter|cesser|stopper) [ca|tout|svp|immediatement|vos|ces|les] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: [
      "c'est la 3e fois que je vous demande d'arrêter",
      "combien de fois faut-il vous dire d'arrêter",
    ],
    counterExamples: ["le docteur m'a dit d'arrêter"],
  },
  {
    phrase:
      '(dis|dit|disais|ecrit|repete|texte|repondu|envoye|mis|tape|ecris) [deja|moi|le mot|un] ({stop}|arretez|arrete|arret) [deux|trois|quatre|cinq|plusieurs] [fois]',
    reading: 'opt-out',
    examples: ["j'ai écrit stop trois fois", 'ça fait trois fois que je dis arrêtez'],
    counterExamples: ['il dit que le bus arrête là'],
  },
  {
    phrase: '{stop} <c|j|je|vous|tu|svp|arretez|ca|on|mauvais|plus|laissez|enlevez|sinon>',
    reading: 'opt-out',
    where: 'start',
    examples: ["stop c'est la troisième fois que je le demande"],
  },
  {
    phrase: '(combien de fois) ~5 (dire|redire|repeter|demander|dire non|le dire|le redire)',
    reading: 'unclear',
    where: 'end',
    examples: ['combien de fois je dois dire non'],
    counterExamples: ['combien de fois par jour'],
  },
  {
    phrase:
      '(marre|assez|tanne|tannee|ecoeure|ecoeuree|ras le bol|plein le dos|plein le cul|fatigue|fatiguee|suffit|fini|finis|termine) [de|d|avec] [recevoir|avoir|tous|toutes|ces|vos|tes|les] [ces|vos|les] {frThings}',
    reading: 'opt-out',
    examples: [
      "j'en ai marre de vos textos",
      'assez avec les textos',
      'suffit les textos',
      'je suis tannée de vos appels',
    ],
    counterExamples: ["j'en ai assez d'attendre mon remboursement"],
  },
  {
    phrase: '[j en ai] (ras le bol|marre|plein le dos)',
    reading: 'unclear',
    where: 'text',
    examples: ['ras-le-bol'],
  },
  {
    phrase: '(vous|t|te|les) (ai|avons|a) [deja] (bloque|bloques|signale|signales|bloquee)',
    reading: 'opt-out',
    examples: ['je vous ai bloqué'],
    counterExamples: ['vous avez bloqué ma carte'],
  },
  {
    phrase:
      '[numero|et|c est] (bloque|bloques|bloquee|signale|signales) [et] [signale|signales|bloque] [comme] [spam|pourriel|indesirable]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['bloqué', 'numéro bloqué', 'signalé comme spam'],
    counterExamples: ['ma carte est bloquée', "je suis bloqué dans l'ascenseur"],
  },
  {
    phrase:
      '(numeros exclus|numeros de telecommunication exclus|liste d exclusion|liste nationale|lnnte|liste d opposition)',
    reading: 'opt-out',
    examples: ['je suis sur la liste nationale des numéros exclus'],
  },
  {
    phrase: '(pas|aucun) (le|de) (droit|droits) de (me|m|nous) {frCall}',
    reading: 'opt-out',
    examples: ["vous n'avez pas le droit de me texter"],
  },
  {
    phrase: '(vais|va|allons|fait) (vous|te|t|les|le|faire) (bloquer|signaler|denoncer|rapporter)',
    reading: 'opt-out',
    examples: ['je vais vous bloquer'],
    counterExamples: ['je vais bloquer la date'],
  },
];
