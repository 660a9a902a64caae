/** What the platform itself says in a call, word for word. */
interface Prompt {
  text: string;
  /** Milliseconds of its sound: the spoken sentence, and a pause where the call ends after it. */
  ms: number;
}

export const prompts = {
  /** 9 was pressed, and it is stored. */
  'opted-out': { text: 'You will not be called again. Goodbye.', ms: 2_500 },
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
  // A test to a manager's own phone, and a code (domain/manager-call.ts).
  'test-nine': { text: 'This was a test. Nobody was opted out. Goodbye.', ms: 4_000 },
  'test-one': {
    text: 'This was a test. In a real call, an agent would be called now. Goodbye.',
    ms: 5_000,
  },
  'code-is': { text: 'Hello. Your code for Carillon is:', ms: 3_000 },
  'code-again': { text: 'Once more, your code is:', ms: 2_200 },
  'code-end': { text: 'Goodbye.', ms: 1_500 },
  'digit-0': { text: 'zero.', ms: 1_000 },
  'digit-1': { text: 'one.', ms: 1_000 },
  'digit-2': { text: 'two.', ms: 1_000 },
  'digit-3': { text: 'three.', ms: 1_000 },
  'digit-4': { text: 'four.', ms: 1_000 },
  'digit-5': { text: 'five.', ms: 1_000 },
  'digit-6': { text: 'six.', ms: 1_000 },
  'digit-7': { text: 'seven.', ms: 1_000 },
  'digit-8': { text: 'eight.', ms: 1_000 },
  'digit-9': { text: 'nine.', ms: 1_000 },
} as const satisfies Record<string, Prompt>;

/**
 * Who pressed 1 and gets no agent hears who called, where to call back and how to opt out, as the FTC's
 * safe harbor asks (16 CFR 310.4(b)(4)(iii)).
 *
 * @param name '' for one that the voices cannot speak
 * @param number 11 digits
 */
export function apologyText(name: string, number: string): string {
  const digits = [...number.slice(-10)];
  const parts = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  const spoken = parts.map((part) => part.join(' ')).join(', ');
  const who = name === '' ? '' : `This is ${name}. `;
  return `${who}We are sorry. Nobody can take your call right now. You can call us at ${spoken}. To get no more calls, press 9. Goodbye.`;
}

/** Milliseconds of the apology, with a pause in which a 9 still counts. */
export const apologyMs = 14_000;

export type PromptName = keyof typeof prompts;

/** The voice of all of them: Susan (Slt). */
export const promptVoiceId = 1;

export function isPromptName(name: string): name is PromptName {
  return Object.hasOwn(prompts, name);
}
