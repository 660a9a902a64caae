/** What Twilio's error codes mean, as a manager reads it in a call record. */

const meanings: Readonly<Record<number, string>> = {
  10004: 'the account has too many calls at once',
  13224: 'the number cannot be called',
  20003: 'the account SID or the auth token was rejected',
  20429: 'too many requests at once',
  21210: 'the caller ID is neither a number of this account nor verified',
  21211: 'the number does not exist',
  21212: 'the sender is not a valid number',
  21214: 'the number cannot be called',
  21215: 'the account may not call that region',
  21216: 'Twilio does not allow calls to this number',
  21219: 'a trial account can call only verified numbers',
  21408: 'the account may not text to that country',
  21606: 'the sender cannot text this number',
  21608: 'a trial account can text only verified numbers',
  21610: 'the person opted out at Twilio',
  21611: 'too many texts from this sender are waiting',
  21612: 'the sender cannot reach this number',
  21614: 'the number is not a mobile number',
  21617: 'the text is too long',
  21659: 'the sender is not a number of this account',
  21660: 'the sender is not a number of this account',
  21703: 'the messaging service has no sender',
  30001: 'too many texts from this sender were waiting',
  30002: 'the account is suspended',
  30003: 'the phone was off or out of reach',
  30004: 'the phone does not accept this text',
  30005: 'the number is not in use',
  30006: 'the number is a landline or cannot receive texts',
  30007: 'the phone company filtered the text',
  30008: 'the phone company gave no reason',
  30022: 'the sender exceeded its texts per second',
  30023: 'the sender exceeded its texts per day',
  30032: 'the toll-free sender is not verified',
  30034: 'the sender is not registered for texts (10DLC)',
  30036: 'the text expired while it waited at Twilio',
  30409: 'the text can no longer be canceled',
};

/** `The text was not accepted: the number is not a mobile number (Twilio 21614).` */
export function explained(what: string, code: number | undefined, said?: string): string {
  if (code === undefined) return said ? `${what}: ${withoutDot(said)}.` : `${what}.`;
  const meaning = meanings[code] ?? (said ? withoutDot(said) : undefined);
  return meaning ? `${what}: ${meaning} (Twilio ${code}).` : `${what} (Twilio ${code}).`;
}

const withoutDot = (sentence: string) => sentence.slice(0, 200).trim().replace(/\.+$/, '');
