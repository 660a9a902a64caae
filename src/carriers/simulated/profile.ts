/** The simulated public is the usual one, which the forecast knows, too. */
export { type CarrierProfile, usualProfile } from '#domain/usual-profile.ts';
