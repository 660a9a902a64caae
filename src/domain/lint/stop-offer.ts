/** Whether a text says how to stop texts: "Reply STOP to end", "STOP=quit", "responda ALTO". */

const stopWords =
  /(?<!\p{L})(?:stop|stopall|end|quit|cancel|unsubscribe|alto|arret|arrêt)(?!\p{L})/giu;
const send = 'reply|respond|text|txt|send|write|responda|env[ií]e|r[ée]pondez|envoyez';
/** "Reply", "text us the word". */
const askedFor = new RegExp(`(?<!\\p{L})(?:${send})\\P{L}+(?:\\p{L}+\\P{L}+){0,2}?["'“‘]?$`, 'iu');
/** "Don't STOP", "do not reply STOP". */
const denied = new RegExp(
  `(?:n['’]?t|\\b(?:not|cannot|never|without))\\s+(?:ever\\s+)?(?:(?:${send})\\s+)?["'“‘]?$`,
  'iu',
);
/** No keyword: "the bus STOP", "we will STOP". */
const ordinary =
  /\b(?:to|we|they|will|must|can|bus|train|truck|rest|pit|full|next|last|first|the|a|this|each|every|our)\s+$/iu;
/** "to end", "2 end", "=quit". */
const does = /^["'”’]?\s*(?:to|2|=|para|pour)\s*\p{L}/iu;
/** Nothing more, or what it does: not "STOP at 5th street". */
const standsAlone =
  /^["'”’)]?(?:\s*(?:[^\p{L}\d\s]|$)|\s+(?:ends?|stops?|quits?|cancels?|unsubscribes?|opts?|removes?|now|or|and|any ?time|at any|y|o|et|ou)(?!\p{L}))/iu;

export function offersStop(text: string): boolean {
  return [...text.matchAll(stopWords)].some(({ 0: word, index }) => {
    const before = text.slice(0, index);
    const after = text.slice(index + word.length);
    if (denied.test(before)) return false;
    if (askedFor.test(before)) return true;
    if (ordinary.test(before)) return false;
    return does.test(after) || (/^(?:STOP|ALTO)$/.test(word) && standsAlone.test(after));
  });
}
