/** Telephone numbers: 11 digits inside, E.164 at Twilio. */

export const toTwilio = (phone: string) => `+${phone}`;

/** Digits only; a short code or a foreign number has another count of them. */
export const fromTwilio = (phone: string) => phone.replace(/\D/g, '');
