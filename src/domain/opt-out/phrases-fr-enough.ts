/** French: had enough of it, and what follows if it goes on; and polite refusals (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchEnough: readonly Phrase[] = [
  {
    phrase:
      '{frFedUp} [la] [avec] [de|d|des] [etre|me faire|recevoir] [vos|ces|tous|tes|les] [vos|ces|maudits|osti de] ({frThings}|{frCall}|joint)',
    reading: 'opt-out',
    examples: [
      "j'en peux plus de vos messages",
      "j'en ai marre d'être dérangé",
      'plein mon truck de vos appels',
    ],
    counterExamples: ["j'en ai assez d'attendre"],
  },
  {
    phrase: '{frFedUp} [de|d] [toujours] [vous|te|t] (appeler|ecrire|rappeler|envoyer|telephoner)',
    reading: 'not',
    examples: ["je suis tanné d'appeler"],
  },
  {
    phrase:
      '(pas|plus) [du tout] (interesse|interessee|interesses) (par|a|de) [recevoir] (vos|ces|tes|des|de|vos) {frThings}',
    reading: 'opt-out',
    examples: ['je ne suis pas intéressé par vos messages'],
    counterExamples: ['pas intéressé par le bleu'],
  },
  {
    phrase:
      '(vos|tes) {frThings} (ne|n|me|m) [m|me] (interessent|interesse|derangent|interressent) [pas|plus]',
    reading: 'opt-out',
    examples: ["vos pubs ne m'intéressent pas"],
    counterExamples: ['vos offres arrivent tard'],
  },
  {
    phrase:
      '(gardez|garde|bloquez|halte a|halte aux|envoyez plus de|envoyez plus d|envoie plus de|envoyez pas de|basta les|interdiction de m envoyer des|n accepte pas les|n accepte pas de|consens pas aux) [vos|tes|ces|les|tous] [vos] {frThings}',
    reading: 'opt-out',
    where: 'end',
    examples: ['gardez vos pubs', 'halte aux SMS', 'envoyez plus de textos'],
    counterExamples: ['gardez vos reçus'],
  },
  {
    phrase: '(plus jamais|jamais plus|jamais) (de|d|un|aucun) {frThings}',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['jamais plus de pubs'],
    counterExamples: ["il n'y a jamais de messages"],
  },
  {
    phrase:
      '(jamais|pas) (demande|sollicite|voulu|accepte|souhaite) [a|de] recevoir [de|vos|ces|des] [{frThings}|ca|cela|rien]',
    reading: 'opt-out',
    where: 'end',
    examples: ["j'ai jamais demandé à recevoir ça"],
    counterExamples: ["je n'ai jamais demandé à recevoir le colis"],
  },
  {
    phrase:
      '(jamais|pas|ai pas) (donne|fourni|laisse|partage) mon (numero|cell|contact|telephone|cellulaire|portable)',
    reading: 'opt-out',
    where: 'end',
    examples: ['je vous ai jamais donné mon numéro'],
    counterExamples: ["je n'ai pas donné mon numéro de carte"],
  },
  {
    phrase:
      '[va|fiche|casse|barrez|cassez|tire|tirez|pousse] (le camp|toi|vous|decrissez|decrisse|decalisse|decalissez|disparaissez|disparais|fichez le camp|fiche le camp)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['fiche le camp', 'casse-toi', 'décrissez'],
    counterExamples: ['le camp de vacances'],
  },
  {
    phrase: '{frStop} [tout|ca] (immediatement|maintenant|tout de suite|ou|sinon|sur le champ) ~12',
    reading: 'opt-out',
    where: 'start',
    examples: [
      'Cessez immédiatement sinon mon avocat va vous contacter',
      'arrêtez ou mon avocat va communiquer avec vous',
    ],
    counterExamples: ['arrêt ou station'],
  },
  {
    phrase:
      '(si|prochaine fois|sinon|encore un|encore une|un autre|une autre|de plus) ~7 (j appelle la police|vais a la police|appelle la police|appeler la police|vais voir la police|irai a la police|vais a la gendarmerie|vous denonce|te denonce|vous poursuis|te poursuis|vous signale|te signale|vous bloque|te bloque|porte plainte|porterai plainte|previens la police|contacte la police|contacter la police|avertis la police)',
    reading: 'opt-out',
    examples: [
      "si vous m'appelez encore je vais à la police",
      "la prochaine fois j'appelle la police",
    ],
    counterExamples: ['si vous voulez je vais à la poste'],
  },
  {
    phrase:
      '(mon avocat|mes avocats) ~5 si (ca|vous|tu|on) [me|m] (continue|continuez|continues|recommencez|recommence|arretez pas|arretes pas|cessez pas|rappelez|appelez|textez|ecrivez|ecris)',
    reading: 'opt-out',
    examples: ['mon avocat va vous écrire si ça continue'],
    counterExamples: ['mon avocat vous appelle si on gagne'],
  },
  {
    phrase: '(entendre parler|des nouvelles|aurez affaire) (de|a) mon avocat',
    reading: 'opt-out',
    examples: ['vous allez entendre parler de mon avocat'],
    counterExamples: ["j'ai eu affaire à la banque"],
  },
  {
    phrase: '(ca|cela) [ne|n] (m|me|nous) interesse (pas|plus) [du tout]',
    reading: 'unclear',
    where: 'sentence',
    examples: ["ça m'intéresse pas merci"],
    counterExamples: ["ça m'intéresse pas mal"],
  },
  {
    phrase: '[non] (c est|cest) pas moi',
    reading: 'unclear',
    where: 'text',
    examples: ["c'est pas moi"],
    counterExamples: ["c'est pas moi qui décide"],
  },
  {
    phrase:
      '(arretez|arrete|arreter|cessez|enlevez|retirez|supprimez|lachez|oubliez|bloquez) (pas|jamais) [de|d|vos|les|mon|ma|mes|la|moi]',
    reading: 'not',
    examples: ['arrêtez pas vos promos', 'lâchez pas'],
  },
  {
    phrase:
      'liste (d attente|de mariage|d epicerie|d invites|de rappel|des invites|de prix|de courses)',
    reading: 'not',
    examples: ["je sors de la liste d'attente"],
  },
  {
    phrase:
      '[veux|voudrais|aimerais|besoin de] plus (d|de) (infos|info|informations|details|renseignements|precisions)',
    reading: 'not',
    examples: ["plus d'infos svp"],
    counterExamples: ["je ne veux plus d'infos"],
  },
  {
    phrase:
      '(ne|n) (veux|souhaite|desire|voudrais|veut) (plus|pas) [recevoir] (de|d|vos|ces) (infos|info|informations)',
    reading: 'opt-out',
    examples: ["je ne veux plus d'infos"],
    counterExamples: ["je veux plus d'infos"],
  },
  {
    phrase:
      '(desabonnez|desabonner|retirez|retirer|enlevez|supprimez|sortez|sortir) (moi|me) (du|de mon|de la) (forfait|internet|cable|gym|cours|assurance|contrat|compte|bail|facture|cellulaire|salle)',
    reading: 'not',
    examples: ['désabonnez-moi du forfait cellulaire'],
  },
  {
    phrase: '(mon|l|un|son) ancien (numero|telephone|cell|cellulaire|nom)',
    reading: 'not',
    examples: ['retirez mon ancien numéro du dossier'],
    counterExamples: ['retirez mon numéro'],
  },
  {
    phrase: 'plainte contre (mon|ma|mes|un|une|le|la|l)',
    reading: 'not',
    examples: ['je vais porter plainte contre mon voisin'],
    counterExamples: ['je vais porter plainte contre vous'],
  },
  {
    phrase: '[c|ca] (c est|est|cest) [juste|que] [du|de la] (spam|harcelement|pourriel)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["c'est du spam"],
    counterExamples: ["c'est du spam ou non"],
  },
  {
    phrase:
      '(vos|tes) {frThings} [ne|n] (sont|est) (pas|plus) (les bienvenus|bienvenus|desires|voulus|sollicites|bienvenu|bienvenues)',
    reading: 'opt-out',
    examples: ['vos messages sont pas les bienvenus'],
    counterExamples: ['vos messages sont pas clairs'],
  },
  {
    phrase: '(ai|avons) (parle|parler) (a|avec) mon (avocat|avocate)',
    reading: 'not',
    examples: ["j'ai parlé à mon avocat hier"],
  },
  {
    phrase:
      '(retirer|retirez|enlever|enlevez) (les|de l|une|un|des|le|la|mes) (points|argent|dent|dents|platre|suture|sutures|colis|bandage|sonde|broches)',
    reading: 'not',
    examples: ["je veux retirer de l'argent", 'pouvez-vous me retirer les points de suture'],
  },
  {
    phrase: '(arretez|arrete|arreter) (chez|au|a la|devant|pres)',
    reading: 'not',
    examples: ['arrêtez chez le dépanneur'],
  },
  {
    phrase: '(arretez|cessez) <je|c|vous|tu|ce|j>',
    reading: 'opt-out',
    where: 'start',
    examples: ['arretez je suis pas la bonne personne de votre liste'],
  },
  {
    phrase:
      '(veux|souhaite|desire) (plus|pas|aucun) [de|d] contact [avec vous|de vous|de votre part]',
    reading: 'opt-out',
    where: 'end',
    examples: ['je veux plus de contact avec vous'],
  },
  {
    phrase: 'plus besoin (de|d) (vos|ces|tes) {frThings}',
    reading: 'opt-out',
    where: 'end',
    examples: ['plus besoin de vos messages merci'],
    counterExamples: ['plus besoin de rendez-vous'],
  },
];
