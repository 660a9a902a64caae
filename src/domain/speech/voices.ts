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

export function voiceById(id: number | null | undefined): Voice | undefined {
  return voices.find((voice) => voice.id === id);
}
