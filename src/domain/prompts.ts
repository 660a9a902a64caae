/** What the platform itself says in a call, word for word. */
interface Prompt {
  text: string;
  /** Milliseconds of its sound: the spoken sentence, and a pause where the call ends after it. */
  ms: number;
}

export const prompts = {
  /** 9 was pressed, and it is stored. */
  'opted-out': { text: 'You will not be called again. Goodbye.', ms: 2_500 },
  /** 1 was pressed, and no agent is available. */
  'no-agent': {
    text: 'We are sorry. Nobody can take your call right now. Goodbye.',
    ms: 5_000,
  },
  // The menu of a recording call (domain/recording-menu.ts).
  welcome: {
    text: 'To record your message, press 1. To stop recording, press any key.',
    ms: 4_600,
  },
  choose: {
    text: 'To listen to your recording, press 2. To keep it, press 3. To record again, press 1.',
    ms: 6_040,
  },
  saved: { text: 'Your recording is saved. Goodbye.', ms: 2_120 },
} as const satisfies Record<string, Prompt>;

export type PromptName = keyof typeof prompts;

/** The voice of all of them: Susan (Slt). */
export const promptVoiceId = 1;

export function isPromptName(name: string): name is PromptName {
  return Object.hasOwn(prompts, name);
}
