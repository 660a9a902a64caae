/** French: what is stopped, ended or refused besides, and is no opt-out (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchNot: readonly Phrase[] = [
  {
    phrase:
      '{frStop} [de|d] [me|m] [la|le|les|l|ma|mon|mes|vos|cette|ce|votre] (livraison|livraisons|paiement|paiements|prelevement|prelevements|facturation|facturer|prelever|debiter|charger|livrer|travaux|service|bus|moteur|traitement|medicament|medicaments|renouvellement|commande|transfert|pluie|bruit|musique|chauffage|eau|courant|projet|construction|fumer|manger|boire|pleuvoir|prendre)',
    reading: 'not',
    examples: [
      'arrêtez de prélever sur mon compte',
      'stoppez le paiement',
      'arrêtez la livraison cette semaine',
    ],
    counterExamples: ["arrêtez de m'appeler"],
  },
  {
    phrase: '<vous|tu|il|elle|on|ils|personne> (ne|n) [me|m|nous|lui] {frCall} (plus|pas|jamais)',
    reading: 'not',
    examples: ["pourquoi vous ne m'appelez plus", "vous ne m'appelez jamais"],
  },
  {
    phrase: 'ca suffit (pour|comme|ou|a|t il)',
    reading: 'not',
    examples: ['ça suffit pour deux?'],
  },
  {
    phrase: 'est ce que ca suffit',
    reading: 'not',
    examples: ['est-ce que ça suffit comme acompte'],
  },
  {
    phrase: '(d accord) (avec|sur|pour|que|de)',
    reading: 'not',
    examples: ["je ne suis pas d'accord avec la facture"],
  },
  {
    phrase: '(ne|n) (me|m|nous|le|la|l) ({frRemove}|{frStop}) (pas|jamais)',
    reading: 'not',
    examples: ["ne m'enlevez pas de la liste"],
  },
  {
    phrase: 'opposition (sur|a) (ma|mon|la|un|une|le) (carte|cheque|compte|cb|virement|paiement)',
    reading: 'not',
    examples: ['opposition sur ma carte'],
  },
  {
    phrase:
      '(resilier|retirer|desabonner|desinscrire|annuler|supprimer) (mon|le|ma|la|l|mes|du|une|un) (bail|contrat|assurance|internet|gym|forfait|argent|colis|commande|rendez|cours|platre|hypotheque)',
    reading: 'not',
    examples: ['je veux résilier mon bail'],
  },
  {
    phrase:
      '(ma|mont|il a|elle a|medecin a|docteur a) (dit|demande|conseille) (d|de) (arreter|cesser)',
    reading: 'not',
    examples: ["le docteur m'a dit d'arrêter"],
  },
  {
    phrase: '~4 ne pas (deranger|appeler) ~4 (textez|texte|ecrivez|ecris|envoyez|envoie) moi ~3',
    reading: 'not',
    where: 'text',
    examples: ['ne pas déranger bébé dort, texte moi'],
  },
];
