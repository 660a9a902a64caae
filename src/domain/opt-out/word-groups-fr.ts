/** French groups of words (word-groups.ts). */
import { frenchCommands } from './word-forms.ts';

const list = (words: string) => words.split(',').map((word) => word.trim());

export const frenchGroups: Record<string, readonly string[]> = {
  frCall: [
    ...list(
      'ecrivez, ecris, ecrire, ecrit, ecrive, recrivez, reecrivez, joindre, joignez, ecoeurer, ecoeurez, messages, parlez, parler',
    ),
    ...list(
      'parle, parles, ecriviez, ecrives, importune, faire chier, casser les pieds, casser les couilles, casser la tete, taper sur les nerfs, envoyez rien, envoie rien, envoyer rien, faire perdre mon temps',
    ),
    ...list(
      'appelle, appelles, rappelle, rappelles, envoie, envoies, renvoie, harcelle, harcele, spammer, spammez, spamme',
    ),
    ...[
      'appeler',
      'rappeler',
      'telephoner',
      'contacter',
      'recontacter',
      'envoyer',
      'renvoyer',
      'texter',
      'retexter',
      'deranger',
    ].flatMap(frenchCommands),
    ...[
      'harceler',
      'importuner',
      'embeter',
      'solliciter',
      'relancer',
      'achaler',
      'gosser',
      'messager',
      'spammer',
      'emmerder',
      'niaiser',
      'demarcher',
      'bombarder',
      'biper',
      'beeper',
      'flasher',
      'blaster',
      'tanner',
      'enerver',
    ].flatMap(frenchCommands),
  ],
  frThings: list(
    'message, messages, texto, textos, sms, appel, appels, texte, textes, notification, notifications, alerte, alertes, pub, pubs, publicite, publicites, spam, spams, courriel, sollicitation, sollicitations, promo, promos, promotions, offres, notifs, sondages, rappels, infolettres, annonces, communication, communications, courriels, sollicitations, infos, newsletters, mail, mails, email, emails, messages vocaux, messages texte, messages textes, envois, msg, msgs, mess',
  ),
  frStop: list(
    'arretez, arrete, arretes, arreter, cessez, cesse, cesser, stop, stoppez, stopper, arreté, arretee, merci d arreter, veuillez cesser, veuillez arreter',
  ),
  frRemove: [
    ...list(
      'desinscrivez, desinscrire, desinscris, sortez, sortir, sors, desabonez, desaboner, radiez, radier',
    ),
    ...[
      'enlever',
      'retirer',
      'supprimer',
      'effacer',
      'oter',
      'rayer',
      'desabonner',
      'desactiver',
    ].flatMap(frenchCommands),
  ],
  /** What is had of too much of. */
  frFedUp: list(
    `marre, assez, tanne, tannee, tannes, ecoeure, ecoeuree, ras le bol, ras le cul, plein le dos, plein le cul, plein mon casque, plein le casque, plein mon truck, plein mon voyage, plein les bottes,
    fatigue, fatiguee, peux plus, peux pus, suffit, supporte plus, trop de`,
  ),
  /** Where a number is kept, and got out of. */
  frPlace: list(
    'liste, listes, groupe, base, base de donnees, contacts, repertoire, systeme, registre, registres, fichier, fichiers, dossiers, liste d envoi, liste d appels, liste de contacts, {frThings}',
  ),
  frOf: list(
    'de, du, d, des, de la, de l, de votre, de vos, de ta, de tes, de cette, de ce, de ces, de leur, de toutes vos',
  ),
};
