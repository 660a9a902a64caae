/** All tables of phrases. A new one is listed here. */
import type { Phrase } from './phrase.ts';
import { englishAds } from './phrases-en-ads.ts';
import { englishAlone } from './phrases-en-alone.ts';
import { englishAway } from './phrases-en-away.ts';
import { englishContact } from './phrases-en-contact.ts';
import { englishDemands } from './phrases-en-demands.ts';
import { englishLast } from './phrases-en-last.ts';
import { englishLists } from './phrases-en-lists.ts';
import { englishNot } from './phrases-en-not.ts';
import { englishNotContact } from './phrases-en-not-contact.ts';
import { englishNotOthers } from './phrases-en-not-others.ts';
import { englishNotThings } from './phrases-en-not-things.ts';
import { englishStop } from './phrases-en-stop.ts';
import { englishThreats } from './phrases-en-threats.ts';
import { englishUnclear } from './phrases-en-unclear.ts';
import { englishWhose } from './phrases-en-whose.ts';
import { englishWishes } from './phrases-en-wishes.ts';
import { spanish } from './phrases-es.ts';
import { spanishLast } from './phrases-es-last.ts';
import { spanishNot } from './phrases-es-not.ts';
import { spanishWishes } from './phrases-es-wishes.ts';
import { french } from './phrases-fr.ts';
import { frenchLast } from './phrases-fr-last.ts';
import { frenchWishes } from './phrases-fr-wishes.ts';

export const phrases: readonly Phrase[] = [
  ...englishStop,
  ...englishContact,
  ...englishAlone,
  ...englishAway,
  ...englishLast,
  ...englishAds,
  ...englishDemands,
  ...englishWishes,
  ...englishWhose,
  ...englishLists,
  ...englishThreats,
  ...englishUnclear,
  ...englishNot,
  ...englishNotContact,
  ...englishNotThings,
  ...englishNotOthers,
  ...spanish,
  ...spanishWishes,
  ...spanishLast,
  ...spanishNot,
  ...french,
  ...frenchWishes,
  ...frenchLast,
];
