/** What Twilio's error codes mean, as a manager may read it in a call record. */

const meanings: Readonly<Record<number, string>> = {
  10004: 'too many calls of the account at once',
  13224: 'the number cannot be called',
  20003: 'the account or its token is not accepted',
  20429: 'too many requests at once',
  21210: 'the number to show is none of this account, and not verified',
  21211: 'the number does not exist',
  21212: 'the sender is no valid number',
  21214: 'the number cannot be called',
  21215: 'the account may not call that region',
  21216: 'Twilio calls this number for nobody',
  21219: 'a trial account calls only verified numbers',
  21408: 'the account may not text to that country',
  21606: 'the sender cannot text to this number',
  21608: 'a trial account texts only to verified numbers',
  21610: 'the person opted out at Twilio',
  21611: 'too many texts of this sender are waiting',
  21612: 'the sender cannot reach this number',
  21614: 'the number is no mobile number',
  21617: 'the text is too long',
  21659: 'the sender is no number of this account',
  21660: 'the sender is no number of this account',
  21703: 'the messaging service has no sender',
  30001: 'too many texts of this sender were waiting',
  30002: 'the account is suspended',
  30003: 'the phone was off or out of reach',
  30004: 'the phone does not take this text',
  30005: 'the number is not in use',
  30006: 'the number is a landline or cannot take texts',
  30007: 'the phone company filtered it',
  30008: 'the phone company does not say why',
  30022: 'more texts a second than the sender may send',
  30023: 'more texts a day than the sender may send',
  30032: 'the toll-free sender is not verified',
  30034: 'the sender is not registered for texts (10DLC)',
  30036: 'it waited at Twilio until it was not to go out any more',
  30409: 'it cannot be canceled any more',
};

/** `The text was not taken: the number is no mobile number (Twilio 21614).` */
export function explained(what: string, code: number | undefined, said?: string): string {
  if (code === undefined) return said ? `${what}: ${withoutDot(said)}.` : `${what}.`;
  const meaning = meanings[code] ?? (said ? withoutDot(said) : undefined);
  return meaning ? `${what}: ${meaning} (Twilio ${code}).` : `${what} (Twilio ${code}).`;
}

const withoutDot = (sentence: string) => sentence.slice(0, 200).trim().replace(/\.+$/, '');
