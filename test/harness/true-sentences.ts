/** What Carillon says to people; other-sentences.ts changes it for all other tests. */
import { vi } from 'vitest';

export const trueSentences = await vi.importActual<
  typeof import('../../src/domain/reason-sentences.ts')
>('../../src/domain/reason-sentences.ts');
