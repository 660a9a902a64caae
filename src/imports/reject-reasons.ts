/** Why a phone or an account was not imported, as the downloaded file says it. */
import { countryOf, type NumberFault, numberFault } from '#domain/dialing.ts';

export const rejectReasons = {
  wrongFormat: 'This is not a valid phone number.',
  foreignCode: 'This number has the code of another country: after + only 1 may follow.',
  premium: 'Premium-rate numbers (900) are not called.',
  'toll-free': 'Toll-free numbers are not called.',
  personal: 'Personal numbers (500 and its like) are not called.',
  service: 'Numbers of this area code belong to a service and are not called.',
  unassigned: 'This area code is assigned to nobody.',
  foreign: (country: string) =>
    `This is a foreign number (${country}), which the operator has not allowed.`,
  duplicate: 'This number is already on the list.',
  doNotCall: 'This number is on the do-not-call list.',
  accountStop: 'Another number of this account asked to stop.',
  calledSince: (date: string) => `This number was called since ${date}.`,
  noPhone: 'The account has no phone number.',
  noneImported: 'None of the phone numbers of the account was imported.',
} as const;

/** Why numbers are not imported that are well formed, by area code as a number: 900 has one. */
export function reasonsByAreaCode(countries: readonly string[]): readonly (string | undefined)[] {
  return Array.from({ length: 1_000 }, (_, code) => {
    const phone = `1${String(code).padStart(3, '0')}`;
    const fault = numberFault(phone, countries);
    return fault && reasonOf(fault, phone);
  });
}

function reasonOf(fault: NumberFault, phone: string): string {
  return fault === 'foreign' ? rejectReasons.foreign(countryOf(phone)) : rejectReasons[fault];
}
