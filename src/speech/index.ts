/** The kinds of speech engines that an operator can add; Flite is always there. */
import type { SpeechKind } from './kind.ts';
import { openaiKind } from './openai/kind.ts';
import { sherpaKind } from './sherpa/kind.ts';

export const speechKinds: Readonly<Record<string, SpeechKind>> = {
  openai: openaiKind,
  sherpa: sherpaKind,
};
