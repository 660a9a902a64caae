import {
  deletePolicyRule,
  editPolicyRule,
  readPolicy,
  readPolicyCosts,
  setPolicyPurpose,
  switchPolicyPreset,
} from '#contract/policy.ts';
import { asClient, asClientSnapshot, type Tx } from '#db/database.ts';
import { removeOwnRule, saveOwnRule, switchPreset } from '#db/queries/policy-change.ts';
import { readPolicyCosts as costsOf } from '#db/queries/policy-costs.ts';
import { readPurpose, setPurpose } from '#db/queries/policy-purpose.ts';
import { listPolicyRules } from '#db/queries/policy-rule.ts';
import { presets, rowsOfPreset } from '#domain/policy/presets.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import type { Once } from '../once.ts';
import type { Session } from '../plugins/session.ts';
import { stopSettling } from '../stop-settling.ts';

export function registerPolicyRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb, now } = deps;
  const settle = stopSettling(platformDb);
  const readAll = (clientId: number) => asClient(db, clientId, (tx) => policyOf(tx, clientId));
  const changer = (session: Session, once: Once, body?: { version?: number | undefined }) => {
    const { clientId } = session;
    return {
      ...{ db, clientId, by: changing(session, now, body) },
      commit: <T>(work: (tx: Tx) => Promise<T>) =>
        asClient(db, clientId, (tx) => once.effect(tx, () => work(tx))),
      settle: () => settle(clientId),
    };
  };

  route(app, readPolicy, ({ session: { clientId } }) => readAll(clientId));

  route(app, readPolicyCosts, ({ session: { clientId } }) =>
    asClientSnapshot(db, clientId, (tx) => costsOf(tx, clientId, now())),
  );

  route(app, editPolicyRule, async ({ session, params: { id }, body, once }) => {
    const { version: _, clientId: __, ...rule } = body;
    await saveOwnRule(changer(session, once, body), id, rule);
    return readAll(session.clientId);
  });

  route(app, deletePolicyRule, async ({ session, params: { id }, body, once }) => {
    await removeOwnRule(changer(session, once, body), id);
    return readAll(session.clientId);
  });

  route(app, switchPolicyPreset, async ({ session, params: { code }, body, once }) => {
    await switchPreset(changer(session, once), code, body.on);
    return readAll(session.clientId);
  });

  route(app, setPolicyPurpose, ({ session: { clientId }, body, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await setPurpose(tx, clientId, body.purpose);
        return policyOf(tx, clientId);
      }),
    ),
  );
}

async function policyOf(tx: Tx, clientId: number) {
  const rules = await listPolicyRules(tx, clientId);
  const on = new Set(rules.map((rule) => rule.preset));
  return {
    purpose: await readPurpose(tx, clientId),
    rules,
    presets: presets.map((preset) => ({
      ...preset,
      seen: [...preset.seen],
      recorded: preset.recorded ?? false,
      on: on.has(preset.code),
      rules: rowsOfPreset(preset),
    })),
  };
}
