/** What a campaign's calls show (spec 3 section 7). */
import { callerIdType } from '#contract/campaign.ts';
import type { RunSettings } from '#db/queries/lease.ts';
import type { CallerId } from '../../carriers/port.ts';

type Settings = Pick<RunSettings, 'callerIdType' | 'callerIdNumber' | 'callerIdName'>;

/** For the carrier, and as it is kept with the attempt. */
export function callerIdOf(settings: Settings): {
  shown: CallerId;
  stored: { type: number; number: string };
} {
  const { callerIdType: type, callerIdNumber: number, callerIdName: name } = settings;
  if (type === callerIdType.hide)
    return { shown: { kind: 'hidden' }, stored: { type, number: '' } };
  if (type === callerIdType.single) {
    return { shown: { kind: 'shown', number, name }, stored: { type, number } };
  }
  return { shown: { kind: 'default' }, stored: { type, number: '' } };
}
