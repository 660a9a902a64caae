import { addDoNotCall } from '#contract/do-not-call.ts';
import { api } from './api.ts';

/** Puts a number on the do-not-call list, from another screen than that of the list. */
export function blockNumber(clientId: number, phone: string) {
  const body = { id: -1, doNotCallTypeId: 1 as const, phoneRestriction: phone };
  return api(addDoNotCall, { params: { clientId }, body });
}
