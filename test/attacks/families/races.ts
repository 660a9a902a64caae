/** Every change several times at once, with one key, with many, and while the right to it ends. */
import { randomUUID } from 'node:crypto';
import type { OperationShape } from '../../../src/contract/http.ts';
import { asClient } from '../../../src/db/database.ts';
import { requestOf } from '../../api/tenancy-request.ts';
import { asked, requestFor } from '../asking.ts';
import type { Family, Group, Run } from '../score.ts';
import type { Reply } from '../verdict.ts';
import { signedIn, type Target, type World } from '../world.ts';
import { acceptedOf, race } from './race.ts';
import { ruleRaces } from './races-rules.ts';

const view = ({ view: { marks } }: Target) => ({ marks });

const isReplayed = ({ head }: Reply) => /^idempotency-replayed: true/im.test(head);
const locationOf = ({ head }: Reply) => /^content-location: (.*)$/im.exec(head)?.[1];

/**
 * Done once, but each try waits for itself until calls and texts begun before are settled, and is no
 * replay (`Once.effect`).
 */
const settling = [
  ...['stopClient', 'addDoNotCall', 'decideInboundText'],
  ...['editPolicyRule', 'deletePolicyRule', 'switchPolicyPreset', 'setCallListConsent'],
];

/** One key, one effect: what several receive is the same, and one of them did it. */
function onceWrong(name: string, replies: readonly Reply[]): string | undefined {
  const accepted = acceptedOf(replies);
  if (accepted.length < 2) return undefined;
  const results = new Set(accepted.map((reply) => `${reply.text} ${locationOf(reply)}`));
  if (results.size > 1) return `one key got ${results.size} results`;
  if (settling.includes(name)) return undefined;
  const fresh = accepted.filter((reply) => !isReplayed(reply)).length;
  return fresh === 1 ? undefined : `one key was done ${fresh} times`;
}

/** What can happen to a record once; what is removed or erased is a kind of things, and may be none. */
const isOnce = /^(delete|redeem)/;
/** Operations whose record is gone, or closed, after the first that is accepted. */
const usesUp = /^(delete|remove|erase|redeem|close|cancel|renew|end|approve)/;

const ofOperation =
  (world: World, operation: OperationShape): Group =>
  async (run) => {
    const { name, idempotent } = operation as { name: string; idempotent?: boolean };
    const own = usesUp.test(name) ? await world.make() : await world.targetOf(operation);
    let token = await world.renew(own);
    const ask = requestOf(operation, own);
    const send = (headers: Record<string, string> = {}) =>
      asked(world.api.url, {
        ...requestFor(operation, ask),
        ...{ token, headers: { ...own.from, ...headers } },
      });
    const several = (count: number, headers: () => Record<string, string>) => () =>
      Promise.all(Array.from({ length: count }, () => send(headers())));
    const one = { view: view(own) };
    if (idempotent) {
      const key = { 'idempotency-key': randomUUID() };
      await race(
        run,
        { ...one, name: `${name} at once with one key` },
        several(3, () => key),
        (replies) => onceWrong(name, replies),
      );
      token = await world.renew(own);
    }
    const wrong = isOnce.test(name)
      ? (replies: readonly Reply[]) =>
          acceptedOf(replies).length > 1 ? 'it was done more than once' : undefined
      : undefined;
    const many = several(
      3,
      (): Record<string, string> => (idempotent ? { 'idempotency-key': randomUUID() } : {}),
    );
    await race(run, { ...one, name: `${name} at once with many keys` }, many, wrong);
    await whileEnding(world, {
      run,
      name,
      own,
      send: (given) => {
        token = given;
        return send();
      },
    });
  };

interface Ending {
  run: Run;
  name: string;
  own: Target;
  send(token: string): Promise<Reply>;
}

/** The session ends, or the manager loses the role, while the request is under way. */
async function whileEnding(world: World, { run, name, own, send }: Ending): Promise<void> {
  const ended = await world.signIn(own);
  const logout = { path: '/api/security/logout', method: 'POST', token: ended, headers: own.from };
  await race(
    run,
    { view: view(own), name: `${name} while the session ends` },
    () => Promise.all([send(ended), asked(world.api.url, logout)]),
    async () => ((await send(ended)).status === 401 ? undefined : 'an ended session is let in'),
  );
  const demoted = await world.signIn(own);
  const demote = () =>
    asClient(world.db, own.ids.client, (tx) =>
      tx.run(
        `UPDATE manager SET active = false FROM session s WHERE s.client_id = manager.client_id
           AND s.manager_id = manager.manager_id AND s.token_hash = sha256(convert_to($1, 'UTF8'))`,
        [demoted],
      ),
    );
  await race(
    run,
    { view: view(own), name: `${name} while its manager is disabled` },
    async () => [(await Promise.all([send(demoted), demote()]))[0]],
    async () => ((await send(demoted)).status === 401 ? undefined : 'a disabled manager is let in'),
  );
}

export function races(world: World): Family {
  const changing = signedIn.filter(
    ({ method, name, multipart }) => method === 'POST' && !multipart && name !== 'logout',
  );
  return {
    name: 'races',
    groups: [...changing.map((operation) => ofOperation(world, operation)), ...ruleRaces(world)],
  };
}
