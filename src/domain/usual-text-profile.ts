/** How the simulated public reacts to texts. Times are `SimMs`, shares from 0 to 1. */

type Range = readonly [low: number, high: number];

export interface TextProfile {
  /** Share of texts that the carrier rejects: numbers that cannot be texted. */
  rejected: number;
  /** Share of accepted texts that fail on their way. */
  failed: number;
  /** From submission to the receipt; `late` ones take longer, some have no receipt. */
  delivery: Range;
  late: number;
  lateDelivery: Range;
  withoutReceipt: number;
  /** Shares of delivered texts with a reply: opt-out, help, opt-in, or small talk. */
  stop: number;
  help: number;
  start: number;
  talk: number;
  /** From delivery to the reply. */
  thinks: Range;
}

/** Roughly what American contact lists give in the daytime. */
export const usualTextProfile: TextProfile = {
  rejected: 0.004,
  failed: 0.04,
  delivery: [600, 6_000],
  late: 0.02,
  lateDelivery: [20_000, 150_000],
  withoutReceipt: 0,
  stop: 0.02,
  help: 0.004,
  start: 0.002,
  talk: 0.05,
  thinks: [4_000, 90_000],
};

/** What people write. */
export const textReplies = {
  stop: ['STOP', 'Stop', 'stop please', 'Please stop.', 'STOP!!', 'unsubscribe', 'remove me'],
  help: ['HELP', 'help?', 'Info'],
  start: ['START', 'Yes'],
  talk: [
    'Who is this?',
    'Ok thanks',
    'I will pay on Friday',
    'I can stop by tomorrow after lunch, is that all right?',
    'Thank you for the reminder. Could you please send the details to my e-mail address as well, because my phone deletes messages after a week and I would like to keep them?',
    'Call me after 5',
    '👍',
    'Wrong number',
  ],
} as const;
