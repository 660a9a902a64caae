/** The voices of the speech engine. Ids are stored in messages and never change their meaning. */
export interface Voice {
  id: number;
  /** What the speech engine calls it. */
  engineName: string;
  /** "Slt, English (US), female" */
  name: string;
}

export const voices: readonly Voice[] = [
  { id: 1, engineName: 'slt', name: 'Slt, English (US), female' },
  { id: 2, engineName: 'awb', name: 'Awb, English (Scottish), male' },
  { id: 3, engineName: 'rms', name: 'Rms, English (US), male' },
  { id: 4, engineName: 'kal', name: 'Kal, English (US), male, plain' },
  { id: 5, engineName: 'kal16', name: 'Kal 16, English (US), male, plain' },
];

export function voiceById(id: number | null | undefined): Voice | undefined {
  return voices.find((voice) => voice.id === id);
}
