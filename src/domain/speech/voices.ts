/** The voices of the speech engine. Ids are stored in messages and never change their meaning. */
export interface Voice {
  id: number;
  /** What the speech engine calls it. */
  engineName: string;
  /** As people call a person: "Susan, English (US), female". */
  name: string;
}

export const voices: readonly Voice[] = [
  { id: 1, engineName: 'slt', name: 'Susan, English (US), female' },
  { id: 2, engineName: 'awb', name: 'Alan, English (Scottish), male' },
  { id: 3, engineName: 'rms', name: 'Robert, English (US), male' },
  { id: 4, engineName: 'kal', name: 'Kevin, English (US), male, plain' },
  { id: 5, engineName: 'kal16', name: 'Kevin clear, English (US), male, plain' },
];

/** Ids from here on belong to engines that the operator added (table speech_voice). */
export const firstAddedVoice = 101;
/** Speaks what an added voice cannot: while its engine is away before a rendering, and values once it was removed. */
export const fallbackVoiceId = 1;
/** "Susan". */
export const fallbackVoiceName = voices
  .find(({ id }) => id === fallbackVoiceId)
  ?.name.split(',')[0];

/**
 * Of an added voice only the id is known here: the speaker finds its engine (src/speech/engine-speaker.ts).
 */
export function voiceById(id: number | null | undefined): Voice | undefined {
  if (id && isAddedVoice(id)) return { id, engineName: '', name: '' };
  return voices.find((voice) => voice.id === id);
}

export function isAddedVoice(id: number): boolean {
  return id >= firstAddedVoice;
}
