/** Why a phone or an account was not imported, as the downloaded file says it. */
import type { ReasonOf } from '#contract/reason.ts';
import { countryOf, type NumberFault, numberFault, placeOf } from '#domain/dialing.ts';

export const rejectReasons = {
  wrongFormat: { code: 'number_malformed' },
  foreignCode: { code: 'number_foreign_code' },
  duplicate: { code: 'number_duplicate' },
  doNotCall: { code: 'number_do_not_call' },
  accountStop: { code: 'number_account_stop' },
  calledSince: (date: string) => ({ code: 'number_called_since', since: date }) as const,
  noPhone: { code: 'account_without_number' },
  noneImported: { code: 'account_without_imported_number' },
} as const;

type FaultReason = ReasonOf<
  | 'number_premium'
  | 'number_toll_free'
  | 'number_personal'
  | 'number_service'
  | 'number_unassigned'
  | 'number_foreign'
  | 'number_elsewhere'
>;
export type RejectReason =
  | FaultReason
  | ReasonOf<
      | 'number_malformed'
      | 'number_foreign_code'
      | 'number_duplicate'
      | 'number_do_not_call'
      | 'number_account_stop'
      | 'number_called_since'
      | 'account_without_number'
      | 'account_without_imported_number'
    >;

const faults = {
  premium: { code: 'number_premium' },
  'toll-free': { code: 'number_toll_free' },
  personal: { code: 'number_personal' },
  service: { code: 'number_service' },
  unassigned: { code: 'number_unassigned' },
} as const;

/**
 * Why well-formed numbers are not imported, by area code as a number: 900 has a reason, for
 * example.
 */
export function reasonsByAreaCode(
  countries: readonly string[],
): readonly (FaultReason | undefined)[] {
  return Array.from({ length: 1_000 }, (_, code) => {
    const phone = `1${String(code).padStart(3, '0')}`;
    const fault = numberFault(phone, countries);
    return fault && reasonOf(fault, phone);
  });
}

function reasonOf(fault: NumberFault, phone: string): FaultReason {
  if (fault === 'elsewhere') return { code: 'number_elsewhere', place: placeOf(phone) };
  return fault === 'foreign'
    ? { code: 'number_foreign', country: countryOf(phone) }
    : faults[fault];
}
