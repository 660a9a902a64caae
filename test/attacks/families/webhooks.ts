/** A carrier's webhooks by whoever is not the carrier, and by a carrier that sends nonsense. */
import { twilioKind } from '../../../src/carriers/twilio/kind.ts';
import { asPlatform } from '../../../src/db/database.ts';
import { insertCarrier } from '../../../src/db/queries/carrier.ts';
import { asked } from '../asking.ts';
import type { Family, Run } from '../score.ts';
import type { Reply } from '../verdict.ts';
import type { World } from '../world.ts';
import {
  accountSid,
  authToken,
  carrier,
  encoded,
  forgeries,
  form,
  nonsense,
  type Posted,
  signed,
  webhooks,
} from './webhooks-bad.ts';

export const carrierKinds = { twilio: twilioKind };

/** The text of a person comes back to nobody; TwiML names the address that was called. */
const view = { marks: [] };
const others = ['nobody', 'simulated', 'Attacked', '__proto__', '%2e%2e', `${carrier}%00`];

const send = ({ api }: World, { path, fields, headers = {}, body = encoded(fields) }: Posted) =>
  asked(api.url, { path, method: 'POST', headers: { 'content-type': form, ...headers }, body });

const stored = ({ db }: World, path = '%') =>
  asPlatform(db, async (tx) => {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*)::int AS n FROM carrier_callback WHERE carrier = $1 AND path LIKE $2',
      [carrier, path],
    );
    return row?.n ?? 0;
  });

async function forged(world: World, run: Run): Promise<void> {
  const { url } = world.api;
  const before = await stored(world);
  for (const [rest, fields] of webhooks) {
    const path = `/carrier/${carrier}/${rest}`;
    for (const [how, headers] of forgeries(path, fields)) {
      await run({
        ...{ name: `${rest} ${how}`, expects: 'refused', status: 403, view },
        send: () => send(world, { path, fields, headers }),
      });
    }
    for (const other of others) {
      const elsewhere = signed({ path: `/carrier/${other}/${rest}`, fields });
      const name = `${rest} of the carrier ${other}`;
      await run({ name, expects: 'refused', view, send: () => send(world, elsewhere) });
    }
    const { headers = {} } = signed({ path, fields });
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
      const name = `${method} ${rest}`;
      await run({
        name,
        expects: 'refused',
        view,
        send: () => asked(url, { path, method, headers }),
      });
    }
  }
  await run({
    ...{ name: 'what nobody signed is not stored', expects: 'accepted', view },
    send: async () => counted((await stored(world)) - before),
    check: ({ text }) => (text === '0' ? undefined : `${text} are stored`),
  });
}

const counted = (count: number): Reply => ({
  ...{ status: 200, head: '', type: '', text: String(count) },
});

/** A carrier repeats what got no response: it is stored once. */
async function replayed(world: World, run: Run): Promise<void> {
  for (const [rest, fields] of webhooks.filter(([one]) => !one.includes('-agent'))) {
    const posted = signed({ path: `/carrier/${carrier}/${rest}`, fields });
    let once: number | undefined;
    for (const times of [1, 1, 5]) {
      let kept = 0;
      await run({
        ...{ name: `${rest}, signed, ${times} at once`, expects: 'accepted', view },
        send: async () => {
          const all = Array.from({ length: times }, () => send(world, posted));
          const replies = await Promise.all(all);
          kept = await stored(world, rest);
          once ??= kept;
          return replies.find(({ status }) => status >= 400) ?? (replies[0] as Reply);
        },
        check: () => (kept === once ? undefined : `it is stored ${kept} times`),
      });
    }
  }
}

export async function webhookAttacks(world: World): Promise<Family> {
  await asPlatform(world.db, (tx) =>
    insertCarrier(tx, world.api.deps.vault, 'twilio', {
      ...{ name: carrier, settings: { accountSid }, secrets: { authToken } },
    }),
  );
  // One after the other: what is stored is counted.
  const group = async (run: Run) => {
    await forged(world, run);
    await replayed(world, run);
    for (const { what, expects, posted } of nonsense()) {
      const name = `signed, with ${what}`;
      await run({ name, expects, view, send: () => send(world, posted) });
    }
  };
  return { name: 'webhooks', groups: [group] };
}
