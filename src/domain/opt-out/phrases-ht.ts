/** Haitian Creole: people with a French number write it too (phrase.ts). */
import type { Phrase } from './phrase.ts';

export const haitian: readonly Phrase[] = [
  {
    phrase:
      '(pa|sispann|stop|rete|sispan) (rele|voye|ekri|telefone|anbete|deranje|nwi|kontakte|texte|tekste) [m|mwen|ban m|nou] [mesaj|mesaj ban mwen|teks|text] [ban mwen|ban m] [anko|ankor|encore|anko non|non]',
    reading: 'opt-out',
    where: 'end',
    examples: ['pa rele m ankò', 'sispann voye mesaj', 'tanpri pa voye mesaj ban mwen ankò'],
    counterExamples: ['pa bliye rele m'],
  },
  {
    phrase:
      '(retire|wete|efase) [m|mwen|non m|nimewo m|non mwen|nimewo mwen] [nan|sou|deyo nan|sot nan] [lis|lis la|sistem nan|lis ou a|kontak]',
    reading: 'opt-out',
    where: 'end',
    examples: ['retire m nan lis la', 'efase nimewo m'],
    counterExamples: ['mete m sou lis la'],
  },
  {
    phrase: '(kite|lage) (m|mwen|nou) (trankil|anpe|an pe)',
    reading: 'opt-out',
    examples: ['kite m trankil'],
  },
  {
    phrase:
      '[mwen|m] pa (vle|bezwen) [resevwa|gen] [okenn|anko] (mesaj|mesaj sa yo|apel|teks) [anko]',
    reading: 'opt-out',
    where: 'end',
    examples: ['mwen pa vle mesaj ankò'],
    counterExamples: ['mwen pa vle manke mesaj la'],
  },
];
