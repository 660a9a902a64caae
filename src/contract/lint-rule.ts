/** The checks of messages by name, and what each may do (contract/lint.ts). */

/** `note` is shown quietly, `warn` before a start, too, and `block` refuses the start. */
export const lintLevels = ['note', 'warn', 'block'] as const;
export type LintLevel = (typeof lintLevels)[number];

export const lintRules = [
  'voice_name',
  'voice_stop',
  'voice_number',
  'voice_machine_number',
  'voice_machine_toll_free',
  'voice_press_one',
  'voice_length',
  'voice_level',
  'voice_silence',
  'voice_clipping',
  'voice_removed',
  'voice_blank',
  'voice_unheard',
  'voice_bracket',
  'text_name',
  'text_stop',
  'text_link',
  'text_ucs2',
  'text_segments',
  'text_blank',
  'text_bracket',
] as const;
export type LintRule = (typeof lintRules)[number];

/** What a campaign does with a voice message. */
export const messageRoles = ['customer', 'machine', 'agent'] as const;
export type MessageRole = (typeof messageRoles)[number];
