/** The simulated public is the usual one, which the forecast knows, too. */
export { type TextProfile, textReplies, usualTextProfile } from '#domain/usual-text-profile.ts';
