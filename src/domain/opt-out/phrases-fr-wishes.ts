/** French: the same said as a wish or a refusal, whose telephone it is, and who watches over it (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const frenchWishes: readonly Phrase[] = [
  {
    phrase:
      '(refuse|rejette|decline|oppose|interdis|defends) ~2 [de|d|a] [recevoir|etre|me|m|nous|la|les] [de|vos|ces|des|les|plus|tous] ({frThings}|{frCall}|prospection|demarchage|contacte|contactee|appele|appelee|sollicite|sollicitee)',
    reading: 'opt-out',
    examples: [
      'Je refuse vos messages',
      "je refuse d'être contacté",
      'je vous interdis de me contacter',
      "je m'oppose à la prospection",
    ],
    counterExamples: ['je refuse de payer'],
  },
  {
    phrase:
      '(prefere|prefererais|aimerais|voudrais|souhaite|souhaiterais|desire|veux) (ne plus|ne pas|plus|ne jamais) [recevoir|avoir|etre] [de|d|vos|ces|aucun|aucune] ({frThings}|contacte|contactee|appele|appelee|derange|derangee|sollicite|sollicitee)',
    reading: 'opt-out',
    examples: ['Je préfère ne pas recevoir de messages', 'je préférerais ne plus être contactée'],
  },
  {
    phrase:
      'que vous ~2 (arretiez|cessiez|m oubliez|m oubliiez|stoppiez|me laissiez|me retiriez|m enleviez)',
    reading: 'opt-out',
    examples: ["J'aimerais que vous arrêtiez", 'je veux que vous cessiez'],
  },
  {
    phrase:
      '(aimerais|voudrais|souhaite|souhaiterais|veux|demande|desire|exige|que je) [a|d] (etre|sois) [definitivement|immediatement|bien] (retire|retiree|enleve|enlevee|desabonne|desabonnee|supprime|supprimee|efface|effacee|desinscrit|desinscrite|raye|rayee|radie|radiee) [de|du|des]',
    reading: 'opt-out',
    examples: ["J'aimerais être retiré de la liste", 'je voudrais être désabonné'],
    counterExamples: ['le plâtre peut être enlevé jeudi?'],
  },
  {
    phrase:
      '(assurez|veillez|faites) ~4 (ne|plus|pas) [sois|soyons|soit|etre|plus|pas] [plus|pas|jamais|etre] (contacte|contactee|appele|appelee|derange|derangee|sollicite|sollicitee|{frCall})',
    reading: 'opt-out',
    examples: ['assurez-vous que je ne sois plus contacté'],
  },
  {
    phrase: '[alors|et|non] (pas de|pas d|aucun|aucune|zero|ni) {frThings} [ni|ou|et] [{frThings}]',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['pas de textos svp', 'aucun appel svp'],
    counterExamples: ['pas de message reçu'],
  },
  {
    phrase: '(plus jamais|lachez moi|lache moi|degagez|degage|oubliez moi|du balai|laissez tomber)',
    reading: 'opt-out',
    where: 'sentence',
    examples: ['lâchez-moi', 'Dégagez', 'plus jamais'],
  },
  {
    phrase: '(demande de retrait|retrait de [la|votre] liste|retrait immediat|demande le retrait)',
    reading: 'opt-out',
    examples: ['demande de retrait'],
  },
  {
    phrase:
      '(rgpd|cnil|caij|signal conso|signalconso|dgccrf|droit d opposition|droit a l oubli|droit a l effacement|loi 25|33700)',
    reading: 'opt-out',
    examples: ['je vais saisir la CNIL', "j'exerce mon droit d'opposition", 'RGPD'],
  },
  {
    phrase: '(oubliez|perdez|oublie|perds|jetez|bloquez) (mon|ce) (numero|telephone|contact)',
    reading: 'opt-out',
    examples: ['oubliez mon numéro'],
    counterExamples: ["n'oubliez pas mon numéro"],
  },
  {
    phrase:
      '(ne veux|veux|souhaite|ne souhaite|ne desire) (rien|plus rien) [de|recevoir|avoir|savoir] [vous|de vous|rien]',
    reading: 'opt-out',
    where: 'end',
    examples: ['je ne veux rien recevoir', 'Je ne veux plus rien de vous'],
  },
  {
    phrase:
      '(numero|ligne|telephone|portable) (professionnel|professionnelle|d entreprise|de bureau|de travail|du travail|d affaires|commerciale)',
    reading: 'unclear',
    where: 'end',
    examples: ["c'est un numéro professionnel"],
    counterExamples: ['mon numéro professionnel est le 514'],
  },
  {
    phrase:
      '(telephone|numero|portable|cellulaire|cell) (de mon|de ma|d un) (fils|fille|enfant|mineur|mineure)',
    reading: 'unclear',
    examples: ["c'est le téléphone de mon fils"],
  },
  {
    phrase:
      '(numero|telephone|ligne) [ne|n] (est plus|a change|appartient plus|a ete reattribue|est pas) ~1 (le sien|la sienne|a lui|a elle|de proprietaire|reattribue|a|celui)',
    reading: 'unclear',
    examples: ["ce numéro n'est plus le sien"],
  },
  {
    phrase:
      'pourquoi ~3 (continuez|continue|encore|toujours|arretez) [a|de|vous|pas] ~2 ({frCall}|{frThings})',
    reading: 'unclear',
    examples: ["pourquoi continuez-vous à m'appeler"],
  },
  {
    phrase:
      '(ne suis pas|suis pas|c est pas|ce n est pas) (cette personne|la bonne personne|la personne|le bon numero|lui|elle|celui)',
    reading: 'unclear',
    examples: ['je ne suis pas cette personne'],
  },
];
