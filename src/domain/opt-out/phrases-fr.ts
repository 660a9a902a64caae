/** French (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const french: readonly Phrase[] = [
  {
    phrase:
      '[me|se] (arret|arrets|arreter|arretez|arrete|desabonner|desabonnement|desabonnez|desabonne|desabonnez moi|desinscription|desinscrire|desinscrivez|annuler|annulez|annulation|retirer|retrait|fin|cesser|cessez|cesse|quitter|stopper|resilier|resiliation|supprimer|enlever|ca suffit) [tout|{stop}|ca|cela|maintenant|moi|les messages]',
    reading: 'opt-out',
    where: 'text',
    examples: ['ARRÊT', 'arrêtez', 'désabonner', 'me désinscrire', 'Désabonnement svp', 'annuler'],
    counterExamples: ["je suis à l'arrêt de bus", 'annuler mon rendez-vous'],
  },
  {
    phrase: '{frStop} ~5',
    reading: 'opt-out',
    where: 'sentence',
    examples: [
      "arrêtez de m'appeler s'il vous plaît",
      'Cessez de me contacter',
      "arrêtez d'envoyer des textos",
    ],
    counterExamples: ["n'arrêtez pas le service", 'arrêt de bus'],
  },
  {
    phrase: '~5 (arretez|arrete|arreter|cessez|desabonner|desabonnez moi)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['Vous vous trompez, arrêtez', 'je vous ai dit arrêtez'],
    counterExamples: ["il n'arrête pas"],
  },
  {
    phrase: '{frStop} [tout] de|d [me|m|nous|vos|les] ({frCall}|{frThings})',
    reading: 'opt-out',
    examples: ['je vous demande de cesser de me contacter', 'arrêtez de me déranger'],
  },
  {
    phrase: '(ne|n) [me|m|nous|lui] {frCall} plus|pas|jamais',
    reading: 'opt-out',
    examples: [
      "ne m'appelez plus",
      'ne me contactez plus',
      "N'appelez plus",
      "ne m'envoyez plus de messages",
    ],
    counterExamples: ["ne m'appelez pas au travail", "ne m'appelez pas avant 10h"],
  },
  {
    phrase: 'me|m|nous {frCall} plus|jamais',
    reading: 'opt-out',
    examples: ["m'appelez plus", 'me texte plus'],
    counterExamples: ["vous m'appelez plus tard"],
  },
  {
    phrase: 'ne (plus|pas) [jamais] [me|m|nous|lui] ({frCall}|recevoir|etre)',
    reading: 'opt-out',
    examples: [
      "Merci de ne plus m'appeler",
      'veuillez ne plus me contacter',
      'je veux ne plus recevoir ça',
    ],
  },
  {
    phrase:
      '(veux|souhaite|desire|veut|voudrais) plus|pas [recevoir|avoir|etre] [de|d] [vos|ces|des|de] ({frThings}|contacte|appele|derange|rien|contactee|appelee)',
    reading: 'opt-out',
    examples: [
      'je ne veux plus recevoir de messages',
      'je ne veux plus de vos textos',
      'je veux plus de messages',
    ],
    counterExamples: ['je ne veux plus de café'],
  },
  {
    phrase: '[non|alors] (plus de|plus d|aucun) [vos|ces] {frThings} [jamais|maintenant]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["plus d'appels", 'plus de messages svp'],
    counterExamples: ['plus de détails svp'],
  },
  {
    phrase:
      '{frRemove} ~4 liste|listes|numero|nom|contacts|contact|base|fichier|fichiers|systeme|coordonnees|telephone|registre|donnees',
    reading: 'opt-out',
    examples: [
      'enlevez-moi de votre liste',
      'Supprimez mon numéro',
      'retirez mon numéro de votre liste',
    ],
    counterExamples: ['ne supprimez pas mon numéro'],
  },
  {
    phrase: '{frRemove} moi|nous',
    reading: 'opt-out',
    examples: ['désabonnez-moi', 'retirez-moi'],
    counterExamples: [],
  },
  {
    phrase: '(me|nous|veux|comment) (desabonner|desinscrire|retirer|resilier|desabonne|desinscris)',
    reading: 'opt-out',
    examples: ['je veux me désabonner', 'Veuillez me désabonner', 'comment me désinscrire'],
  },
  {
    phrase:
      '(laissez|laisse|fichez|foutez|fiche|fous) (moi|nous|ma) ~1 (tranquille|paix|tranquilles)',
    reading: 'opt-out',
    examples: ['Laissez-moi tranquille', 'fichez-moi la paix'],
  },
  {
    phrase:
      '(jamais|pas|aucun|sans) ~4 (accord|consentement|permission|autorisation|consenti|inscrit|abonne|inscrite|accepte ca|autorise)',
    reading: 'opt-out',
    examples: [
      "je n'ai jamais donné mon accord",
      "vous n'avez pas mon consentement",
      'sans ma permission',
    ],
  },
  {
    phrase: 'retire|revoque|annule ~1 consentement|accord|abonnement|autorisation',
    reading: 'opt-out',
    examples: ['je retire mon consentement'],
  },
  {
    phrase: '(porter|porte|deposer|depose) plainte',
    reading: 'opt-out',
    examples: ['je vais porter plainte'],
  },
  {
    phrase:
      '(contacter|contacte|appeler|appelle|parlez|adressez|transmis) ~2 (mon avocat|mon avocate)',
    reading: 'opt-out',
    examples: ['je vais contacter mon avocat', 'parlez à mon avocat'],
  },
  {
    phrase: '(harcelement|harcelez|harceler|illegal|poursuivre en justice|crtc|lnnte)',
    reading: 'opt-out',
    examples: ["c'est du harcèlement"],
  },
  { phrase: '(foutez|fous|fichez) le camp', reading: 'opt-out', examples: ['foutez le camp'] },
  {
    phrase: '(ca suffit|assez de messages|y en a marre)',
    reading: 'opt-out',
    examples: ['assez de messages'],
  },
  {
    phrase: '(n|ne|s|l) (arretez|arrete|arret|arreter|annulez|cessez|supprimez|enlevez|retirez)',
    reading: 'not',
    examples: [
      "n'arrêtez pas le service",
      "il n'arrête pas de pleuvoir",
      "le bus s'arrête ici",
      "je suis à l'arrêt de bus",
    ],
  },
  { phrase: '(arret|stop) de (bus|autobus|metro)', reading: 'not', examples: ['arrêt de bus'] },
  {
    phrase:
      '[ne|n] [me|m|nous] {frCall} pas|plus (au|avant|apres|demain|aujourd|maintenant|le|ce|tard|cet|la|quand|si|souvent|tot)',
    reading: 'not',
    examples: ["ne m'appelez pas au travail", "ne m'appelez pas avant 10h"],
  },
  { phrase: '{frCall} moi plus tard|tot', reading: 'not', examples: ['appelez-moi plus tard'] },
  {
    phrase: '(mauvais|pas le bon|faux) numero',
    reading: 'unclear',
    examples: ['mauvais numéro', 'vous avez le mauvais numéro'],
  },
  {
    phrase: '(trompez|trompe) de (personne|numero)',
    reading: 'unclear',
    examples: ['vous vous trompez de personne'],
  },
  {
    phrase: '[non] [je] [ne] [suis] pas (interesse|interessee|interesses)',
    reading: 'unclear',
    where: 'sentence',
    examples: ['pas intéressé', 'je ne suis pas intéressée'],
  },
  { phrase: 'assez', reading: 'unclear', where: 'sentence', examples: ['Assez!'] },
  { phrase: 'decede|decedee', reading: 'unclear', examples: ['il est décédé'] },
  {
    phrase: '(bloctel|vous bloque|te bloque|vous signale|liste rouge|opposition)',
    reading: 'opt-out',
    examples: ['je suis sur Bloctel', 'je vous bloque'],
  },
  {
    phrase:
      '(ne veux pas|veux plus|souhaite plus|souhaite pas) etre (derange|derangee|appele|appelee|contacte|contactee|demarche|demarchee|sollicite|sollicitee)',
    reading: 'opt-out',
    examples: ['je ne veux pas être dérangé'],
  },
];
