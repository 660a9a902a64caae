/** A text as the reader of opt-outs sees it: sentences of plain words. */

/** More than ten text messages long: nobody reads further in a reply. */
export const longestRead = 2_000;
/** A reply has fewer; a longer text is read up to here. */
const mostWords = 400;
/** No word of any phrase is as long. */
const longestWord = 40;

/** Signs that say stop when nothing else is said. */
const stopSigns = /🛑|⛔|🚫/u;
/** Rude, but not a demand: read as the words that it abbreviates. */
const rudeSign = /🖕/u;

/** The sentences of a text, each in plain words; none for a text without a word. */
export function sentencesOf(text: string): string[][] {
  const own = joined(
    withoutPhoneNumbers(withoutQuotes(text.slice(0, longestRead).normalize('NFKC'))),
  )
    .toLowerCase()
    // What follows is a thought of its own: "No gracias quiten mi numero" does not say "no quiten".
    .replace(/\b(no (?:muchas )?gracias|non merci)\b/g, '$1,');
  let left = mostWords;
  const sentences: string[][] = [];
  // A dash with a space before it begins another thought: "Stop - John".
  for (const part of own.split(/[.!?¡¿;:\n\r,()[\]]|\s[-–—]/)) {
    const words = plainWords(part).slice(0, left);
    left -= words.length;
    if (words.length > 0) sentences.push(words);
  }
  if (sentences.length === 0) {
    if (stopSigns.test(own)) return [['stop']];
    return rudeSign.test(own) ? [['fuck', 'you']] : [];
  }
  return spelledOut(sentences);
}

/** Words as the tables of phrases have them: no capitals, no accents, no apostrophes. */
export function plainWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\p{M}\p{Cf}]/gu, '')
      .replace(/[\u2018\u2019\u02bc`´]/g, "'")
      .replace(/\b(my|this|the|wrong|mi|mon) *#/g, '$1 number')
      .replace(/&/g, ' and ')
      // Before an English word it is no "s'il te plaît".
      .replace(/\bstp(?= (?:\p{L}+in|\p{L}+ing|\p{L}+ng|txtn)\b)/gu, 'stop')
      .replace(/(?<![\p{L}\p{N}$])\$(?=\p{L})/gu, 's')
      .split(/[^\p{L}\p{N}'*@$]+/u)
      .flatMap(withoutApostrophe)
      .map((word) => word.slice(0, longestWord))
      .filter((word) => word !== '')
  );
}

/** "don't" is one word, French "m'appelez" two. */
function withoutApostrophe(word: string): string[] {
  const [, short, rest] = /^([cdjlmnst]|qu)'(\p{L}{2,})$/u.exec(word) ?? [];
  if (short !== undefined && rest !== undefined) return [short, rest];
  // "f*ck" keeps its star, "*stop*" does not.
  return [word.replaceAll("'", '').replace(/^[*@$]+|[*@$]+$/g, '')];
}

/**
 * Text between quotation marks is somebody else's words, mostly ours ("Liked “… Reply STOP to end”"), if
 * there is other text beside it. Two words are quoted for weight: I said "stop".
 */
function withoutQuotes(text: string): string {
  const rest = text.replace(/“[^”]*(?:”|$)|«[^»]*(?:»|$)|"[^"]*"/g, (quoted) =>
    quoted.trim().split(/\s+/).length > 2 ? ' , ' : quoted,
  );
  return /\p{L}/u.test(rest) ? rest : text;
}

/** "remove 302-555-0187" is "remove this number", "(302) 555-0187" no end of a sentence. */
function withoutPhoneNumbers(text: string): string {
  return text.replace(
    /(?<!\d)(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ]?)\d{3}[-. ]?\d{4}(?!\d)/g,
    ' this number ',
  );
}

/** "please s.t.o.p.": four letters or more, each for itself. */
function joined(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])\p{L}(?:[\s.*_-]{1,3}\p{L}(?![\p{L}\p{N}])){3,}/gu,
    (spelled) => spelled.replace(/[^\p{L}]/gu, ''),
  );
}

/** "S T O P", "s.t.o.p." */
function spelledOut(sentences: string[][]): string[][] {
  const all = sentences.flat();
  return all.length > 1 && all.every((word) => /^\p{L}$/u.test(word))
    ? [[all.join('')]]
    : sentences;
}
