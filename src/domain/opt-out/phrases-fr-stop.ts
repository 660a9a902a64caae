/** French: no more, stop, end and take back consent, also as people speak ("textez moi pus") (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchStop: readonly Phrase[] = [
  {
    phrase:
      '[non|alors|et] (plus de|plus d|aucun|aucune|plus aucun|plus aucune|fini|finis) [vos|ces|les|tous] {frThings} [ni|et|ou] [de|d|aucun|aucune] [{frThings}] [jamais|maintenant|desormais|du tout]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["Plus d'appels ni de SMS, je vous prie", 'plus aucun message', 'plus de promos'],
    counterExamples: ['plus de détails svp'],
  },
  {
    phrase: '[non] plus rien [du tout|de vous]',
    reading: 'unclear',
    where: 'sentence',
    examples: ['plus rien svp'],
    counterExamples: ['je ne comprends plus rien'],
  },
  {
    phrase:
      '(desabonnement|desinscription|desabonner|desinscrire|desabonnez|desinscrivez) [immediat|immediate|immediatement|maintenant|moi|tout de suite|merci]',
    reading: 'opt-out',
    where: 'end',
    examples: ['plus de pub svp 🙄 désinscription', 'désabonnement immédiat'],
    counterExamples: ['désabonnement de la revue'],
  },
  {
    phrase:
      '{frCall} (moi|nous|lui) plus [jamais|rien|de|ici|maintenant] [vos|{frThings}] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['textez moi pus', 'appelez-moi plus', 'écrivez-moi plus jamais'],
    counterExamples: ['appelez-moi plus tard', 'appelle-moi plus souvent'],
  },
  {
    phrase:
      '[et|alors|donc] {frCall} plus [ici|a ce numero|jamais|rien|sur ce numero|sur ce telephone]',
    reading: 'opt-out',
    where: 'end',
    examples: ['c pas le bon numero, effacez le et ecrivez plus ici', 'appelez plus ici'],
    counterExamples: ['appelez plus tard'],
  },
  {
    phrase: '(ne|n) (me|m|nous) {frCall} (plus|pas|jamais)',
    reading: 'opt-out',
    examples: ['Non merci et ne me recontactez pas'],
    counterExamples: ["vous ne m'appelez plus"],
  },
  {
    phrase:
      '{frStop} [de|d] (ces|vos|tous|toutes|tout|toute|tes|avec) [vos|les|ces|tes] ({frThings}|communication|communications|contact|envoi|envois|contacts)',
    reading: 'opt-out',
    examples: [
      "merci d'arrêter ces messages",
      'cessez toute communication',
      'arrêtez avec vos textos',
    ],
    counterExamples: ["n'arrêtez pas vos messages"],
  },
  {
    phrase:
      '(mettre|mettez|met|mets) (fin|un terme) (a|aux) [ces|vos|tous|toutes|ce|tes] [vos|ces] {frThings}',
    reading: 'opt-out',
    examples: ['Je souhaite mettre fin à ces messages', 'mettez un terme à ces appels'],
    counterExamples: ['je veux mettre fin au contrat'],
  },
  {
    phrase: 'plus (mon|ma|notre) (consentement|permission|accord|autorisation)',
    reading: 'opt-out',
    examples: ["Vous n'avez plus mon consentement pour me joindre par texto"],
  },
  {
    phrase:
      '(retire|annule|revoque|retirons|reprends) [mon|ma] (permission|autorisation|inscription|consentement)',
    reading: 'opt-out',
    examples: ['je retire ma permission'],
  },
  {
    phrase:
      '(consens|accepte|autorise) (plus|pas) [du tout|ca|cela|ces|vos|a cela|a ca] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['je ne consens plus', "je n'accepte plus vos messages"],
    counterExamples: ["je ne consens pas à l'opération"],
  },
  {
    phrase: '(en veux|en voulons|en desire) [plus|pas] [du tout] [de|d] (vos|ces|tes) {frThings}',
    reading: 'opt-out',
    examples: ["j'en veux plus de vos textos"],
  },
  {
    phrase: '[je|nous] (n en veux|n en voulons|j en veux) (plus|pas) [du tout|jamais]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["je n'en veux plus", "j'en veux pus"],
  },
  {
    phrase:
      '(veux|souhaite|desire|voudrais|veut|voulons|souhaitons) (plus|pas) [jamais] recevoir [ca|cela|rien|de vous|ces choses|quoi que ce soit|tout ca|de ca]',
    reading: 'opt-out',
    where: 'end',
    examples: ['je ne veux plus recevoir ça', 'je veux pus recevoir ça'],
    counterExamples: ['je ne veux plus recevoir la facture papier'],
  },
  {
    phrase:
      '(lachez|lache|lachez moi|lache moi) [nous] (avec|la grappe|les baskets|un peu|patience|tranquille|donc)',
    reading: 'opt-out',
    examples: ['lâchez-moi avec vos promos', 'lâchez moi la grappe'],
  },
  {
    phrase: '(effacez|supprimez|enlevez|retirez|oubliez) (le|la|ca)',
    reading: 'opt-out',
    where: 'end',
    examples: ['mauvais numéro effacez le'],
    counterExamples: ['effacez la première ligne'],
  },
  {
    phrase:
      '(annuler|annulez|annule|resilier|resiliez|terminez|terminer|suspendez|desactivez|desactiver) [mon|l|les|mes|vos|ces] [abonnement|inscription|envoi] [a|aux|de|des|d] [les|vos|ces|mes|l] {frThings}',
    reading: 'opt-out',
    examples: ['annuler les textos', "annuler l'abonnement aux sms"],
    counterExamples: ['annuler mon rendez-vous'],
  },
  {
    phrase: '(annulez|annuler|resiliez|annule) (mon|l|cet|cette) (abonnement|inscription)',
    reading: 'opt-out',
    where: 'end',
    examples: ['annulez mon inscription'],
    counterExamples: ['annuler mon abonnement au gym'],
  },
  {
    phrase: 'ne (plus|rien) [me|m] envoyer',
    reading: 'opt-out',
    examples: ['ne rien envoyer svp'],
  },
  {
    phrase:
      '(veux|souhaite|desire|voudrais|veut|voulons) (plus|pas) que (vous|tu|on) (me|m|nous) (appeliez|appelle|appelles|contactiez|contacte|contactes|ecriviez|ecrive|ecrives|textiez|texte|textes|derangiez|derange|envoyiez|envoie|envoies|sollicitiez|rappeliez|rappelle)',
    reading: 'opt-out',
    examples: ["je ne veux plus que vous m'appeliez", 'je veux pas que vous me textiez'],
    counterExamples: ['je ne veux pas que vous partiez'],
  },
  {
    phrase: '(plus|jamais) entendre parler de (vous|toi|votre)',
    reading: 'opt-out',
    examples: ['je veux plus entendre parler de vous'],
  },
  {
    phrase:
      '(plus jamais|jamais plus|jamais) (de|d|un|aucun) (texto|textos|sms|appel|appels|message|messages|pub|promos)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['plus jamais de textos'],
    counterExamples: ["je n'ai jamais de messages"],
  },
  {
    phrase:
      '(ne|n) (me|m|nous) {frCall} (sous aucun pretexte|en aucun cas|d aucune facon|aucunement)',
    reading: 'opt-out',
    examples: ['ne me contactez sous aucun prétexte'],
  },
  {
    phrase:
      '(essayez|cherchez|tentez|essaie|cherche|continuez) (plus|pas|jamais) (de|a|d) (me|m|nous) {frCall}',
    reading: 'opt-out',
    examples: ["n'essayez plus de me joindre", 'ne cherchez plus à me contacter'],
  },
  {
    phrase:
      '(crissez|crisse|sacrez|sacre|fichez|foutez|laissez|donnez) (moi|nous) [donc|la] (paix|patience|tranquille)',
    reading: 'opt-out',
    examples: ['crissez moi la paix', 'crissez-moi patience'],
  },
  {
    phrase:
      '(ote|otes|oter|otez|enleve|retire|sors|sortez) (moi|nous) (de|d) (ta|ca|cela|cette|votre|vos|tes|la) [liste|listes|groupe|base|la]',
    reading: 'opt-out',
    examples: ['ôte moi de ta liste', 'enlève moi de ça'],
  },
  {
    phrase:
      '(jamais|pas|rien) (demande|sollicite|voulu|autorise) [a|de|d|ces|vos|ca|cela] [recevoir|etre] [ces|vos|de|contacte] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ["je n'ai jamais demandé ces textos", "j'ai jamais demandé ça"],
    counterExamples: ["je n'ai jamais demandé ce produit"],
  },
  {
    phrase:
      '(arret|fin|cessation|retrait|suspension) (des|de|aux|a) [vos|ces|tous|les] [vos|ces] {frThings}',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['ARRÊT DES MESSAGES', 'fin aux textos svp'],
    counterExamples: ['fin des travaux'],
  },
  {
    phrase:
      '(comment|moyen) [on|je] [faire|fais|fait|peut|peux] [pour] (arreter|stopper|bloquer|cesser) (ca|cela|tout ca|ces|vos|les) [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['comment je fais pour arrêter ça', 'comment arrêter ces messages'],
    counterExamples: ['comment arrêter la fuite'],
  },
  {
    phrase: '[je|j] (me retire|retirez mon consentement|retire mon nom|me desinscris|me desabonne)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['je me retire', 'retirez mon consentement'],
  },
];
