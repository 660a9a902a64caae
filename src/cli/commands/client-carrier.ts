import type { CarrierChannel } from '#contract/carrier.ts';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { lockCarrier, simulatedKind } from '#db/queries/carrier.ts';
import {
  lockCarrierChoice,
  readCarrierChoice,
  runningCampaigns,
  setCarrierChoice,
} from '#db/queries/carrier-use.ts';
import type { OperatorClient } from '#db/queries/client.ts';
import { showRealTime } from '#db/simulation-clock.ts';
import type { CarrierKinds } from '../carrier-settings.ts';
import { type Command, type Context, Refusal } from '../command.ts';
import { jsonOption, sayJson } from '../json.ts';
import { clientOf } from '../shared.ts';
import { refuseSimulatedTime } from '../start/real-time.ts';
import { withDatabase } from '../with-database.ts';
import { carrierOf, kindOf } from './carrier.ts';

/** Which carriers a client's calls and texts use. */
export function clientCarrierCommand(kinds: CarrierKinds): Command {
  return {
    name: 'client carrier',
    words: '<code>',
    count: [1, 1],
    summary: "Show or choose the carriers for a client's calls and texts.",
    shows: true,
    options: {
      voice: { value: 'name', meaning: 'For calls; "simulated" calls nobody.' },
      text: { value: 'name', meaning: 'For texts; "simulated" sends nothing.' },
      json: jsonOption,
    },
    run: (given, context) =>
      withDatabase(context, async (db) => {
        const client = await clientOf(db, given.words[0] ?? '');
        for (const channel of ['voice', 'text'] as const) {
          const name = given.text(channel);
          if (name === undefined) continue;
          const { kind } = await carrierOf(db, name);
          if (!kindOf(kinds, kind).channels.includes(channel)) {
            throw new Refusal(
              `The carrier "${name}" is of the kind ${kind}, which ${channel === 'voice' ? 'cannot place calls' : 'cannot send texts'}.`,
            );
          }
          await choose(db, context, client, { channel, name });
        }
        const { voice, text } = await asPlatform(db, (tx) =>
          readCarrierChoice(tx, client.clientId),
        );
        if (given.has('json')) sayJson(context, { client: client.code, voice, text });
        else context.say(`Client "${client.code}": calls via "${voice}", texts via "${text}".`);
        return 0;
      }),
  };
}

async function choose(
  db: Database,
  { config }: Context,
  { clientId, code }: OperatorClient,
  { channel, name }: { channel: CarrierChannel; name: string },
): Promise<void> {
  await asPlatform(db, async (tx) => {
    // Not removed meanwhile: a removal takes this lock before it checks for clients.
    const carrier = await lockCarrier(tx, name);
    if (!carrier) throw new Refusal(`The carrier "${name}" has just been removed.`);
    const choice = await lockCarrierChoice(tx, clientId);
    if (choice[channel] === name) return;
    await refuseWhileRunning(tx, { clientId, code }, channel);
    if (carrier.kind !== simulatedKind) {
      refuseSimulatedTime(config, { any: true, used: { name, code } });
      await showRealTime(db, tx);
    }
    await setCarrierChoice(tx, clientId, { ...choice, [channel]: name });
  });
}

async function refuseWhileRunning(
  tx: Tx,
  { clientId, code }: Pick<OperatorClient, 'clientId' | 'code'>,
  channel: CarrierChannel,
): Promise<void> {
  const [running] = await runningCampaigns(tx, clientId, channel);
  if (!running) return;
  throw new Refusal(`The campaign "${running.name}" of "${code}" is running. Stop it first.`);
}
