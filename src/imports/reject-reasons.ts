/** Why a phone or an account was not imported, as the downloaded file says it. */
export const rejectReasons = {
  wrongFormat: 'This is not a valid phone number.',
  duplicate: 'This number is already on the list.',
  doNotCall: 'This number is on the do-not-call list.',
  accountStop: 'Another number of this account asked to stop.',
  calledSince: (date: string) => `This number was called since ${date}.`,
  noPhone: 'The account has no phone number.',
  noneImported: 'None of the phone numbers of the account was imported.',
} as const;
