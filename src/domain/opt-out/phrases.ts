/** All tables of phrases. Add new ones here. */
import type { Phrase } from './phrase.ts';
import { englishAds } from './phrases-en-ads.ts';
import { englishAlone } from './phrases-en-alone.ts';
import { englishAskedBefore } from './phrases-en-asked-before.ts';
import { englishAway } from './phrases-en-away.ts';
import { englishContact } from './phrases-en-contact.ts';
import { englishDemands } from './phrases-en-demands.ts';
import { englishEnough } from './phrases-en-enough.ts';
import { englishFollow } from './phrases-en-follow.ts';
import { englishLists } from './phrases-en-lists.ts';
import { englishNot } from './phrases-en-not.ts';
import { englishNotContact } from './phrases-en-not-contact.ts';
import { englishNotMistaken } from './phrases-en-not-mistaken.ts';
import { englishNotOthers } from './phrases-en-not-others.ts';
import { englishNotThings } from './phrases-en-not-things.ts';
import { englishOff } from './phrases-en-off.ts';
import { englishPhone } from './phrases-en-phone.ts';
import { englishShort } from './phrases-en-short.ts';
import { englishStop } from './phrases-en-stop.ts';
import { englishThreats } from './phrases-en-threats.ts';
import { englishUnclear } from './phrases-en-unclear.ts';
import { englishWho } from './phrases-en-who.ts';
import { englishWhose } from './phrases-en-whose.ts';
import { englishWishes } from './phrases-en-wishes.ts';
import { spanish } from './phrases-es.ts';
import { spanishAskedBefore } from './phrases-es-asked-before.ts';
import { spanishEnough } from './phrases-es-enough.ts';
import { spanishHow } from './phrases-es-how.ts';
import { spanishNot } from './phrases-es-not.ts';
import { spanishNotOthers } from './phrases-es-not-others.ts';
import { spanishOff } from './phrases-es-off.ts';
import { spanishStop } from './phrases-es-stop.ts';
import { spanishThreats } from './phrases-es-threats.ts';
import { spanishWishes } from './phrases-es-wishes.ts';
import { french } from './phrases-fr.ts';
import { frenchAskedBefore } from './phrases-fr-asked-before.ts';
import { frenchEnough } from './phrases-fr-enough.ts';
import { frenchNot } from './phrases-fr-not.ts';
import { frenchOff } from './phrases-fr-off.ts';
import { frenchPeace } from './phrases-fr-peace.ts';
import { frenchStop } from './phrases-fr-stop.ts';
import { frenchWishes } from './phrases-fr-wishes.ts';
import { haitian } from './phrases-ht.ts';

export const phrases: readonly Phrase[] = [
  ...englishStop,
  ...englishContact,
  ...englishAlone,
  ...englishAway,
  ...englishOff,
  ...englishEnough,
  ...englishFollow,
  ...englishAskedBefore,
  ...englishAds,
  ...englishDemands,
  ...englishWishes,
  ...englishPhone,
  ...englishShort,
  ...englishWho,
  ...englishWhose,
  ...englishLists,
  ...englishThreats,
  ...englishUnclear,
  ...englishNot,
  ...englishNotContact,
  ...englishNotThings,
  ...englishNotOthers,
  ...englishNotMistaken,
  ...spanish,
  ...spanishWishes,
  ...spanishStop,
  ...spanishAskedBefore,
  ...spanishHow,
  ...spanishOff,
  ...spanishEnough,
  ...spanishThreats,
  ...spanishNot,
  ...spanishNotOthers,
  ...french,
  ...frenchWishes,
  ...frenchStop,
  ...frenchAskedBefore,
  ...frenchPeace,
  ...frenchOff,
  ...frenchEnough,
  ...frenchNot,
  ...haitian,
];
