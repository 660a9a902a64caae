/** Takes the demo out, for an operator who has seen enough of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database } from '#db/database.ts';
import { disableClient } from '#db/queries/client.ts';
import { everHadRealCarrier, isClientBusy, removeDemoClient } from '#db/queries/client-remove.ts';
import { type DemoClient, findDemoClients } from '#db/queries/demo-history.ts';
import { commandPrefix } from '#version.ts';
import { type Context, Refusal } from '../command.ts';
import { count } from '../shared.ts';

/** Real milliseconds that its last calls are waited for. */
const patience = 60_000;
const lookEvery = 200;

const removeDemoWords = `${commandPrefix} client remove-demo`;

/** The demo clients that may go, and the codes of those that stay because they had a real carrier. */
async function demoClients(db: Database): Promise<{ clients: DemoClient[]; real: string[] }> {
  return asPlatform(db, async (tx) => {
    const clients: DemoClient[] = [];
    const real: string[] = [];
    for (const client of await findDemoClients(tx)) {
      if (await everHadRealCarrier(tx, client.clientId)) real.push(client.code);
      else clients.push(client);
    }
    return { clients, real };
  });
}

function realSentence(code: string | undefined): string {
  return `The client "${code}" has had a carrier that reaches real phones. Whom it called or texted must be accounted for, so it is not removed.`;
}

/**
 * Stops its campaigns, waits for what is in flight, then deletes the client with all its data.
 *
 * @throws Refusal when there is none, one has ever had a real carrier, or its calls do not end
 */
export async function removeDemo(db: Database, context: Context): Promise<void> {
  const { clients, real } = await demoClients(db);
  if (real.length > 0) throw new Refusal(realSentence(real[0]));
  if (clients.length === 0) throw new Refusal('There is no demo client.');
  for (const { clientId, code } of clients) {
    const stopped = await asPlatform(db, (tx) => disableClient(tx, clientId));
    if (stopped > 0) context.note(`Stopping ${count(stopped, 'campaign')} of "${code}".`);
    await untilIdle(db, clientId);
    const removal = await removeDemoClient(db, clientId);
    if (removal === 'real') throw new Refusal(realSentence(code));
    context.say(`The demo client "${code}" was removed with all its data. Its audit log stays.`);
  }
}

async function untilIdle(db: Database, clientId: number): Promise<void> {
  const end = performance.now() + patience;
  while (await asPlatform(db, (tx) => isClientBusy(tx, clientId))) {
    if (performance.now() > end) {
      throw new Refusal(
        'Calls of the demo client are still in progress. It is disabled and its campaigns are stopping: run the command again in a minute.',
      );
    }
    await sleep(lookEvery);
  }
}

/** After a client was added: the demo is no longer needed. Asks a person, and tells a program. */
export async function offerRemoval(db: Database, context: Context): Promise<void> {
  const { clients } = await demoClients(db);
  const [first] = clients;
  if (!first) return;
  if (context.isPerson) {
    const typed = await context.answer(
      `The made-up client "${first.code}" is still here. Remove it with all its data? [y/N]`,
    );
    if (/^y(es)?$/i.test(typed.trim())) return removeDemo(db, context);
  }
  context.note(`The made-up client "${first.code}" stays. To remove it: ${removeDemoWords}`);
}
