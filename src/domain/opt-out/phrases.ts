/** All tables of phrases. A new one is listed here. */
import type { Phrase } from './phrase.ts';
import { englishAlone } from './phrases-en-alone.ts';
import { englishContact } from './phrases-en-contact.ts';
import { englishLists } from './phrases-en-lists.ts';
import { englishNot } from './phrases-en-not.ts';
import { englishNotContact } from './phrases-en-not-contact.ts';
import { englishStop } from './phrases-en-stop.ts';
import { englishThreats } from './phrases-en-threats.ts';
import { englishUnclear } from './phrases-en-unclear.ts';
import { spanish } from './phrases-es.ts';
import { spanishNot } from './phrases-es-not.ts';
import { french } from './phrases-fr.ts';

export const phrases: readonly Phrase[] = [
  ...englishStop,
  ...englishContact,
  ...englishAlone,
  ...englishLists,
  ...englishThreats,
  ...englishUnclear,
  ...englishNot,
  ...englishNotContact,
  ...spanish,
  ...spanishNot,
  ...french,
];
