/** The lines of the card "Try this", each with an example or what must be done before there is one. */
import type { Tour, TourFirst } from '#contract/tour.ts';
import type { Tx } from '#db/database.ts';
import { readGateSettings } from '#db/queries/gate-settings.ts';
import { judgeEntries } from '#db/queries/judged-entries.ts';
import { readNumberEntries } from '#db/queries/number.ts';
import * as tours from '#db/queries/tour.ts';
import { settledVerdict } from './number-entries.ts';

/** @param refusal why the manager cannot kill the engine */
export async function tourOf(
  tx: Tx,
  manager: tours.ManagerKey,
  { refusal, now }: { refusal: string | null; now: Date },
): Promise<Tour> {
  const { clientId } = manager;
  const steps = await tours.notedSteps(tx, manager);
  const progress = await tours.readProgress(tx, clientId);
  const held = await uncalledNumber(tx, clientId, now);
  const phone = held ?? (await tours.contactedNumber(tx, clientId));
  const call = await tours.recentCall(tx, clientId);
  const campaign = await tours.campaignToForecast(tx, clientId);
  const person = await tours.textedPerson(tx, clientId);
  const line = (step: tours.NotedStep, isThere: boolean, first: TourFirst) => ({
    done: steps.has(step),
    first: isThere ? null : first,
  });
  return {
    putAway: steps.has('away'),
    why: { ...line('why', phone !== null, before(progress, 'start')), phone, held: held !== null },
    story: {
      ...line('story', call !== undefined, before(progress, 'start')),
      ...{ recordId: call?.recordId ?? null, name: call?.name ?? '', phone: call?.phone ?? null },
    },
    forecast: {
      ...line('forecast', campaign !== undefined, before(progress, 'upload')),
      ...{ campaignId: campaign?.campaignId ?? null, campaignName: campaign?.name ?? '' },
    },
    stop: {
      ...line('stop', person !== undefined, 'text'),
      ...{ phone: person?.phone ?? null, name: person?.name ?? '' },
    },
    kill: { ...line('kill', progress.records, before(progress, 'start')), refusal },
  };
}

/** The first thing that is missing, `last` when nothing before it is. */
function before({ campaigns, lists }: tours.Progress, last: 'upload' | 'start'): TourFirst {
  if (!campaigns) return 'campaign';
  return lists ? last : 'upload';
}

/** Of Alaska and Hawaii first: they have the latest hours. */
const areas = ['1907', '1808', '1'];

/** A number that has a reason why it was not called: one that could be called now is no example. */
async function uncalledNumber(tx: Tx, clientId: number, now: Date): Promise<string | null> {
  for (const begins of areas) {
    const stopped = await tours.stoppedNumber(tx, clientId, begins);
    if (stopped !== null) return stopped;
    for (const phone of await tours.waitingNumbers(tx, clientId, begins)) {
      if (await isHeld(tx, clientId, phone, now)) return phone;
    }
  }
  return null;
}

/** Whether the gate lets no entry of the number through now, as its own screen says. */
async function isHeld(tx: Tx, clientId: number, phone: string, now: Date): Promise<boolean> {
  const settings = await readGateSettings(tx, clientId);
  const { entries } = await readNumberEntries(tx, clientId, phone, now);
  const waiting = entries.filter((row) => settledVerdict(row) === undefined);
  const judged = await judgeEntries(tx, clientId, waiting, { settings, now });
  return judged.size > 0 && [...judged.values()].every(({ verdict }) => verdict.kind !== 'call');
}
