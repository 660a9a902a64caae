/** French: taken off a list, signed off, and data deleted (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchOff: readonly Phrase[] = [
  {
    phrase:
      '[pouvez|pourriez|peux|veuillez|peut|pourrais|voulez|svp|vous|tu] [vous|tu|on|pouvez|peux] (me|m|nous) {frRemove} [svp|immediatement|maintenant|complètement]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["merci de m'enlever", "pouvez-vous m'effacer", 'veuillez me supprimer'],
    counterExamples: ["pouvez-vous m'enlever deux dents"],
  },
  {
    phrase: '(me|m|nous|moi) {frRemove} {frOf} ({frPlace}|la|ca|cela)',
    reading: 'opt-out',
    where: 'end',
    examples: ["pouvez-vous m'enlever du groupe", 'tu peux me sortir de là'],
    counterExamples: ["m'enlever de la liste d'attente"],
  },
  {
    phrase: '(desabonnement|desinscription|retrait|radiation|sortie) {frOf} {frPlace}',
    reading: 'opt-out',
    examples: ['désabonnement de vos listes', 'retrait de votre système'],
    counterExamples: ['désabonnement de la revue'],
  },
  {
    phrase:
      '(ma|mon) (desinscription|desabonnement|radiation|retrait|suppression) [de|du|des] [vos|votre|la|cette]',
    reading: 'opt-out',
    examples: ['veuillez procéder à ma désinscription'],
    counterExamples: ['ma retraite'],
  },
  {
    phrase:
      '[l] (suppression|effacement|arret|retrait|radiation) (de|des|du|d) [mon|mes|ma|ces|vos|tous|mes] [vos|ces] (numero|nom|donnees|coordonnees|informations|{frThings})',
    reading: 'opt-out',
    examples: ['je demande la suppression de mes données', "je souhaite l'arrêt des messages"],
    counterExamples: ['arrêt de bus'],
  },
  {
    phrase:
      '{frRemove} (mes|mon|ma|toutes|ce|cette|le) [toutes|mes] (infos|informations|coordonnees|donnees|cell|cellulaire|portable|ligne|tel)',
    reading: 'opt-out',
    examples: ['effacer mes infos', 'enlevez mon cell de là'],
    counterExamples: ['enlevez mon ancien cell'],
  },
  {
    phrase:
      '(veux|souhaite|desire|voudrais|veut) (plus|pas) (etre|figurer|me trouver|faire partie) (sur|dans|de) (la|votre|vos|cette|ces|ta|une) (liste|listes|base|groupe|fichiers|contacts|repertoire)',
    reading: 'opt-out',
    examples: ['je veux plus être sur la liste'],
    counterExamples: ["je veux plus être sur la liste d'attente"],
  },
  {
    phrase:
      '(mettez|mets|mettre|ajoutez|placez|inscrivez) [moi|nous|mon numero|le numero] (sur|dans|a) (la|votre|ta|une) (liste noire|liste d exclusion|liste de ne pas appeler|liste rouge|liste interne|liste des numeros|liste de numeros)',
    reading: 'opt-out',
    examples: ['mettez moi sur la liste noire'],
    counterExamples: ['mettez moi sur la liste'],
  },
  {
    phrase:
      '(comment|ou) [on|je|dois je|puis je|est ce que je|est ce qu on] [fait|fais|faire|peut|peux|me|se] [pour] [me|se] (arreter|arrete|stopper|stoppe|bloquer|bloque|cesser|sortir|sors|enlever|enleve|annuler|desactiver|desabonner|desabonne|desinscrire) [de|du] [recevoir] [ca|cela|tout ca|ces|vos|les|la|votre|cette|des] [{frThings}|{frPlace}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['comment on arrête les messages', 'comment sortir du groupe'],
    counterExamples: ['comment arrêter la fuite', 'comment annuler ma commande'],
  },
  {
    phrase:
      '(ca|cela|tout ca|ces messages|ces appels|ces textos|les messages|les appels|les textos) (cesse|arrete|arretent|cessent|stoppe|finisse|s arrete)',
    reading: 'opt-out',
    where: 'end',
    examples: ['je veux que ça cesse', 'comment on fait pour que ça arrête'],
    counterExamples: ['la pluie cesse'],
  },
  {
    phrase:
      '[on] (arrete|cesse|stoppe|arretons|arretez|arreter|cesser|cessez) (ca|la|tout|tout ca|cela) [la|maintenant|svp|tout de suite]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['on arrête ça'],
    counterExamples: ['on arrête la voiture'],
  },
  {
    phrase: '{frStop} [avec] (les|des|tous les|toutes les|aux|a tous|leurs) {frThings}',
    reading: 'opt-out',
    examples: ['je veux arrêter les textos', 'pouvez-vous arrêter les appels'],
    counterExamples: ["n'arrêtez pas les textos"],
  },
  {
    phrase: '{frStop} [donc] (de|d) recevoir [de|des|vos|ces|d|les] [{frThings}|ca]',
    reading: 'opt-out',
    examples: ['je voudrais arrêter de recevoir des messages'],
    counterExamples: ["n'arrêtez pas de recevoir des messages"],
  },
  {
    phrase:
      '{frStop} [donc|tout] (de|d) [me|m|nous|vous|l|lui|les|la|le] [l|le] ({frCall}|envoyer) [vos|des|tes|ces|tous|vos trucs] [{frThings}]',
    reading: 'opt-out',
    examples: ["pouvez-vous arrêter de l'appeler", 'arretez donc de lui écrire'],
    counterExamples: ["j'ai arrêté de l'appeler"],
  },
  {
    phrase: '(ai|avons|ont|as|avez|a) (arrete|cesse) (de|d)',
    reading: 'not',
    examples: ["j'ai arrêté de l'appeler"],
  },
  {
    phrase:
      '(evitez|evite|eviter|abstenez vous|abstiens toi|abstenir) [donc] (de|d) [me|m|nous] {frCall} [ici|svp|a l avenir|desormais|des|vos] [{frThings}|numero]',
    reading: 'opt-out',
    where: 'end',
    examples: ["évitez de m'appeler"],
    counterExamples: ["évitez de m'appeler le matin"],
  },
  {
    phrase:
      '(plus jamais|jamais plus|interdiction|defense|interdit|pas le droit) [de|d] [me|m|nous] {frCall} [des|vos|ici|ce|de] [{frThings}|numero]',
    reading: 'opt-out',
    where: 'end',
    examples: ['plus jamais me contacter', 'interdiction de me texter'],
    counterExamples: ['interdit de fumer'],
  },
  {
    phrase:
      '(veux|souhaite|desire|voudrais|aimerais) (plus|pas) (qu on|que quelqu un|que personne|que l on|que quiconque) [ne] (me|m|nous) {frCall} [plus|jamais|de|des|vos|ici] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ["je veux plus qu'on m'appelle"],
    counterExamples: ["je veux pas qu'on m'appelle le soir"],
  },
  {
    phrase:
      '(veux|souhaite|desire|voudrais|refuse) (plus|pas) que (vous|tu|on) (me|m|nous) {frCall} [plus|jamais|de|des|vos|ici] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['je veux plus que vous me téléphoniez'],
    counterExamples: ['je veux pas que vous partiez'],
  },
  {
    phrase: 'refuse que (vous|tu|on) (me|m|nous) {frCall}',
    reading: 'opt-out',
    examples: ["je refuse que vous m'écriviez"],
    counterExamples: ['je refuse que vous entriez'],
  },
  {
    phrase: '(que|je) (je|ne) [ne] sois (plus|pas|jamais) ({frCall}|joint|jointe)',
    reading: 'opt-out',
    examples: ['merci de faire en sorte que je ne sois plus contacté'],
    counterExamples: ['que je ne sois plus en retard'],
  },
  {
    phrase:
      '(veux|souhaite|desire|aimerais|prefere|refuse|demande|voudrais) [a|de|d] [ne] [plus|pas|jamais] (d etre|etre|me faire) (joint|jointe|importune|importunee|demarche|demarchee|bombarde)',
    reading: 'opt-out',
    where: 'end',
    examples: ['je ne veux plus être importuné'],
    counterExamples: ['je veux être joint au bureau'],
  },
  {
    phrase: '(demande|dit|dire|prie|supplie|pouvez|dis|ordonne) [de|d] (m|me|nous) {frRemove}',
    reading: 'opt-out',
    examples: ["je vous ai demandé de m'enlever"],
    counterExamples: ["pouvez-vous m'enlever une dent"],
  },
  {
    phrase:
      '(dire|dit|dis|demande|demander|repete) (de|d) (pas|plus|ne pas|ne plus) [me|m|nous] {frCall}',
    reading: 'opt-out',
    examples: ["je t'ai dit de pas m'écrire"],
    counterExamples: ['il a dit de pas bouger'],
  },
  {
    phrase:
      '[on|faut|il faut|allez|vous allez|tu vas|bien vouloir|vouloir] [vous|tu] (arreter|cesser|stopper) [la|oui|maintenant|ca|svp|bientot]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['faut arrêter là', 'vous allez arrêter oui'],
    counterExamples: ['vous allez arrêter le moteur'],
  },
  {
    phrase: '(plus de|pas de|aucun|plus aucun) contact [avec moi|jamais]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['aucun contact svp'],
    counterExamples: ['pas de contact électrique'],
  },
  {
    phrase:
      '(ne|n) (m|me) (ajoutez|ajoute|inscrivez|inscris|mettez|rajoutez|incluez) (plus|pas) (a|dans|sur|sur vos) [vos|votre|la|ta|tes|aucune] (liste|listes|envois|groupe|base)',
    reading: 'opt-out',
    examples: ["ne m'ajoutez pas à vos listes"],
    counterExamples: ["ne m'ajoutez pas de frais"],
  },
  {
    phrase:
      '(me|m|nous) (appelle|appelles|appelez|ecris|ecrivez|texte|textes|textez|contacte|contactez|derange|derangez|achale|achalez|gosse|harcele|parle|spamme) pas',
    reading: 'opt-out',
    where: 'sentence',
    examples: ["m'appelle pas", "m'écris pas"],
    counterExamples: ["m'appelez pas le matin", 'il me parle pas'],
  },
  {
    phrase:
      '{frCall} (pas|plus|pus|jamais) (ici|ce numero|a ce numero|sur ce numero|ce cell|chez nous|a la maison)',
    reading: 'opt-out',
    where: 'end',
    examples: ['appelez pas ici', 'textez pas ce numéro'],
    counterExamples: ['appelez pas trop tard'],
  },
  {
    phrase:
      '(ne|n) (utilisez|utilise|utiliser|employez|partagez) (plus|pas) (mon|mes|ce) (numero|donnees|nom|coordonnees|telephone|infos)',
    reading: 'opt-out',
    examples: ["n'utilisez plus mon numéro"],
    counterExamples: ["n'utilisez plus mon adresse"],
  },
];
