import { expect, test } from 'vitest';
import { frenchCommands, spanishCommands, spanishWishes } from './word-forms.ts';

test.each([
  ['llamar', ['llame', 'llames', 'llamen', 'llameis', 'llamar', 'llamarme', 'llamando']],
  ['escribir', ['escriba', 'escribas', 'escriban', 'escribais', 'escribirnos', 'escribiendo']],
  ['marcar', ['marque', 'marquen']],
  ['hostigar', ['hostigue', 'hostiguen']],
])('behind "no", of %s', (verb, forms) => {
  expect(forms.filter((form) => !spanishWishes(verb).includes(form))).toEqual([]);
});

test('what they do is none of these: "no me llaman"', () => {
  expect(spanishWishes('llamar')).not.toContain('llaman');
});

test.each([
  ['quitar', ['quita', 'quite', 'quiten', 'quitad', 'quitame', 'quitenme', 'quitenos', 'quitarme']],
  ['sacar', ['saca', 'saque', 'saqueme', 'saquenme', 'sacadme']],
])('what is asked in Spanish, of %s', (verb, forms) => {
  expect(forms.filter((form) => !spanishCommands(verb).includes(form))).toEqual([]);
});

test('what is asked in French', () => {
  expect(frenchCommands('contacter')).toEqual([
    ...['contactez', 'contacter', 'contacte', 'contactes', 'contactee', 'contactiez'],
  ]);
});
