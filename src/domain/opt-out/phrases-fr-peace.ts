/** French: to be left in peace, said in other words, and where the number came from; and mistakes (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchPeace: readonly Phrase[] = [
  {
    phrase:
      '(lachez|lache|lacher|laissez|laisse|laisser|fichez|fiche|ficher|foutez|fous|foutre|crissez|crisse|sacrez|sacre|donnez|donne) [me|nous|moi] [donc|un peu|toujours] [la] (paix|patience|tranquille|tranquilles|tranquile|en paix)',
    reading: 'opt-out',
    examples: ['lachez moi la paix', 'merci de laisser tranquille', 'laisse moi donc tranquille'],
    counterExamples: ['laissez moi un message'],
  },
  {
    phrase:
      '(me|nous) (laisser|ficher|foutre|lacher) [la|en] (paix|tranquille|tranquilles|patience)',
    reading: 'opt-out',
    examples: ['merci de me laisser tranquille', 'veuillez nous laisser en paix'],
    counterExamples: ['pouvez-vous me laisser entrer'],
  },
  {
    phrase:
      '{frCall} (moi|nous) (pas|jamais|pus|pu) [plus|ici|avec ca|avec vos|encore] [{frThings}]',
    reading: 'opt-out',
    where: 'end',
    examples: ['achalez moi pas', 'appelez-moi jamais'],
    counterExamples: ['appelez-moi pas avant 9h'],
  },
  {
    phrase:
      '[je|on|nous] [vais|te|vous|viens de|ai|le] [vous|te|le] (bloque|bloquer|bloquons|signale|signaler|denonce|denoncer) [ce|votre|le|les|vos|ton|vous] [numero|numeros|{frThings}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['je bloque ce numéro', 'je vais vous signaler'],
    counterExamples: ['je signale une panne'],
  },
  {
    phrase:
      '(veux|souhaite|desire|aimerais|voudrais|veut|souhaitons|desirons|voulons|tiens) (plus|pas|aucun|aucune|a ne plus|plus jamais) [recevoir|avoir|voir|lire|entendre] [de|d|vos|ces|tes|les|aucun|aucune|des|tous] [vos|ces|autres|genre de|tels] {frThings}',
    reading: 'opt-out',
    examples: [
      'Je ne souhaite plus recevoir vos communications',
      'jveux plus de textos',
      "je n'aimerais plus voir vos pubs",
    ],
    counterExamples: ['je ne veux pas manquer vos textos'],
  },
  {
    phrase:
      '(veux|souhaite|desire|aimerais|voudrais|veut|demande a) (plus|pas|ne plus|ne pas) [jamais] (etre|me faire) (contacte|contactee|contacter|appele|appelee|appeler|derange|derangee|deranger|sollicite|sollicitee|solliciter|texte|textee|relance|relancee|demarche|harcele|sur votre liste|sur cette liste|sur vos listes|dans votre liste|achale|achaler)',
    reading: 'opt-out',
    examples: ['je ne souhaite plus être contacté', 'je veux pas être sur votre liste'],
    counterExamples: ['je ne veux pas être en retard'],
  },
  {
    phrase:
      '(comment|quoi) [on|je|dois je|puis je|est ce que je] [faire|fais|fait|peux] [pour] [ne] (plus|pas|se|me|arreter de|ne plus) [plus] (recevoir|avoir|etre|desabonner|desabonne|desinscrire|retirer) [de|ces|vos|contacte|derange|d] [{frThings}|ca|cela]',
    reading: 'opt-out',
    where: 'end',
    examples: ['comment faire pour ne plus recevoir ces messages', 'comment se désabonner'],
    counterExamples: ['comment faire pour ne plus payer de frais'],
  },
  {
    phrase:
      '(marre|tanne|tannee|ecoeure|ecoeuree|plein le cul|ras le bol|plein mon casque|fatigue|fatiguee) [d] [de|des|avec] [recevoir|vos|ces|tous|tes|me faire] [vos|ces|de|tes] ({frThings}|{frCall})',
    reading: 'opt-out',
    examples: ['marre de vos appels', 'chu tanné de vos textos'],
    counterExamples: ["j'ai marre d'attendre"],
  },
  {
    phrase:
      '(va chier|allez chier|va te faire foutre|allez vous faire foutre|mangez de la marde|mange de la marde|mange d la marde|mangez d la marde|va te faire voir|allez vous faire voir|nique ta mere)',
    reading: 'unclear',
    where: 'end',
    examples: ['va chier'],
  },
  {
    phrase:
      '(comment|ou|qui) ~2 (eu|trouve|obtenu|pris|donne|avez|as) ~1 (mon|ce) (numero|telephone|contact|cell)',
    reading: 'unclear',
    examples: ['comment avez-vous eu mon numéro', 'qui vous a donné mon numéro'],
    counterExamples: ['où est mon numéro de commande'],
  },
  {
    phrase:
      '(vous|tu|on) [vous|te|t|faites|fais] (faites erreur|etes trompe|es trompe|etes trompes|fais erreur|avez fait erreur|trompez|trompes|erreur)',
    reading: 'unclear',
    where: 'end',
    examples: ['vous faites erreur', 'vous vous êtes trompé'],
    counterExamples: ['vous faites erreur sur la facture'],
  },
  {
    phrase:
      '~6 (voulais|voulait|veux) (pas|rien) [dire|ecrire|envoyer|faire|mettre] ({stop}|arret) ~8!{frThings}',
    reading: 'not',
    where: 'text',
    examples: ['je voulais pas dire stop'],
    counterExamples: ['je ne veux pas, stop. arrêtez vos textos'],
  },
  {
    phrase:
      '~6 ({stop}|arret|desabonne|desabonnee) (par erreur|par accident|sans faire expres|sans le vouloir|par megarde) ~8',
    reading: 'not',
    where: 'text',
    examples: ["j'ai écrit stop par erreur", 'je me suis désabonnée par accident'],
    counterExamples: ['stop, vous textez par erreur'],
  },
  {
    phrase: '(arretez|arrete|arreter|arretes) (vous|toi) (au|a|chez|en|sur|dans|devant|ici en)',
    reading: 'not',
    examples: ['arrêtez-vous au bureau'],
    counterExamples: ['arrêtez-vous'],
  },
  {
    phrase:
      '(vais|va|allons) [vous|te] (appeler la police|vous poursuivre|te poursuivre|poursuivre en justice|denoncer|denoncer a la police|signaler a la police)',
    reading: 'opt-out',
    examples: ['je vais appeler la police', 'je vais vous poursuivre'],
    counterExamples: ['je vais poursuivre mes cours'],
  },
  {
    phrase:
      '(veux|souhaite|desire) (plus|pas|jamais) (avoir|entendre|recevoir) [de|parler de] (vos nouvelles|vous|votre compagnie)',
    reading: 'opt-out',
    examples: ['je veux plus avoir de vos nouvelles'],
    counterExamples: ['je veux avoir de vos nouvelles'],
  },
  {
    phrase: '(lachez|lache|oubliez|oublie) (nous|moi)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['lâchez-nous'],
    counterExamples: ['lâchez-nous un mot'],
  },
  {
    phrase:
      '(ai|avons|aurai|a) (pas|plus|jamais|aucun) besoin (de|d) (vos|ces|tes|aucun|tous ces) {frThings}',
    reading: 'opt-out',
    where: 'end',
    examples: ["j'ai pas besoin de vos textos"],
    counterExamples: ["j'ai pas besoin de rendez-vous"],
  },
];
