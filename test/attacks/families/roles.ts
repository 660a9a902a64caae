/** Every operation by managers whose role, second factor or right is not enough, and by the others. */
import { type Access, access, openBeforeSetup } from '../../../src/contract/access.ts';
import type { OperationShape } from '../../../src/contract/http.ts';
import { hasRole, type Role, roles } from '../../../src/contract/role.ts';
import { asPlatform } from '../../../src/db/database.ts';
import { requestOf } from '../../api/tenancy-request.ts';
import { asked, requestFor } from '../asking.ts';
import type { Family, Group } from '../score.ts';
import { signedIn, type Target, type World } from '../world.ts';

/** The least role for a colleague's record, which the requests name. */
function leastOf(name: string): Role {
  const needed = (access as Record<string, Access>)[name];
  if (needed === undefined || needed === 'anyone') throw new Error(`${name} needs no role.`);
  return typeof needed === 'string' ? needed : needed.others;
}

/** From the least role to the most: what is allowed may use up the record. */
const byRole =
  (world: World, operation: OperationShape): Group =>
  async (run) => {
    const own = await world.targetOf(operation);
    for (const role of roles) {
      const isEnough = hasRole(role, leastOf(operation.name));
      const token = await world.signIn(own, role);
      const request = requestFor(operation, requestOf(operation, own));
      await run({
        name: `${operation.name} as ${role} without the right to full SSNs`,
        ...(isEnough ? { expects: 'either' } : { expects: 'refused', status: 403 }),
        view: own.view,
        send: () => asked(world.api.url, { ...request, token, headers: own.from }),
      });
    }
  };

const beforeSetup =
  (
    world: World,
    operation: OperationShape,
    { own, token }: { own: Target; token: string },
  ): Group =>
  async (run) => {
    await run({
      name: `${operation.name} before the second factor that is required`,
      ...{ expects: 'refused', status: 403, view: own.view },
      send: () =>
        asked(world.api.url, {
          ...requestFor(operation, requestOf(operation, own)),
          ...{ token, headers: own.from },
        }),
    });
  };

/** A file with full SSNs: for the right alone, whatever the role. */
const fullSsn =
  (world: World): Group =>
  async (run) => {
    const own = await world.make();
    const path = `/api/reports/${own.fullArchive}/downloadreport`;
    const body = JSON.stringify({ clientId: own.ids.client });
    for (const role of roles) {
      for (const right of [false, true]) {
        const token = await world.signIn(own, role, right);
        const by = `by a ${role} ${right ? 'with' : 'without'} the right`;
        const who = { token, headers: own.from, method: 'POST' };
        await run({
          name: `an archive with full SSNs downloaded ${by}`,
          expects: right ? 'accepted' : 'refused',
          view: { ...own.view, fullSsn: right },
          send: () => asked(world.api.url, { path, body, ...who }),
        });
        await run({
          name: `an export with full SSNs started ${by}`,
          expects: right ? 'accepted' : 'refused',
          view: own.view,
          send: () =>
            asked(world.api.url, {
              ...{ path: '/api/reports/export', ...who },
              body: JSON.stringify({ filters: {}, includeFullSsn: true }),
            }),
        });
      }
    }
  };

export async function roleAttacks(world: World): Promise<Family> {
  const own = await world.make();
  const token = await world.signIn(own);
  await asPlatform(world.db, (tx) =>
    tx.run('UPDATE client SET second_factor_required = true WHERE client_id = $1', [
      own.ids.client,
    ]),
  );
  const closed = signedIn.filter(
    ({ name }) => !(openBeforeSetup as readonly string[]).includes(name),
  );
  return {
    name: 'roles',
    groups: [
      ...signedIn.map((operation) => byRole(world, operation)),
      ...closed.map((operation) => beforeSetup(world, operation, { own, token })),
      fullSsn(world),
    ],
  };
}
