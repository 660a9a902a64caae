import { problem, ruleBroken } from '#contract/errors.ts';
import {
  deletePolicyRule,
  editPolicyRule,
  type PolicyRuleInput,
  policyTexts,
  readPolicy,
  readPolicyCosts,
  setPolicyPurpose,
  switchPolicyPreset,
} from '#contract/policy.ts';
import { asClient, asClientSnapshot, type Tx } from '#db/database.ts';
import { readPolicyCosts as costsOf } from '#db/queries/policy-costs.ts';
import { readPurpose, setPurpose } from '#db/queries/policy-purpose.ts';
import { findPolicyRule, listPolicyRules } from '#db/queries/policy-rule.ts';
import {
  countsBeyondNumber,
  keyAttempts,
  type NewRule,
  recheckPolicy,
  removePolicyRule,
  setPolicyPreset,
  storePolicyRule,
} from '#db/queries/policy-save.ts';
import { stateProblem } from '#domain/client-hours.ts';
import { presetOf, presets, rowsOfPreset } from '#domain/policy/presets.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { Once } from '../once.ts';
import { stopSettling } from '../stop-settling.ts';

export function registerPolicyRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb, now } = deps;
  const settle = stopSettling(platformDb);
  const readAll = (clientId: number) => asClient(db, clientId, (tx) => policyOf(tx, clientId));

  /** Responds when nothing that was taken under the rules of before can still be submitted. */
  async function change(clientId: number, once: Once, work: (tx: Tx) => Promise<unknown>) {
    await asClient(db, clientId, (tx) => once.effect(tx, () => work(tx)));
    await recheckPolicy(db, clientId);
    if (!(await settle(clientId))) throw problem('stop_unsettled', policyTexts.unsettled);
    return readAll(clientId);
  }

  async function prepare(clientId: number, rules: readonly Pick<NewRule, 'terms'>[]) {
    if (rules.some(countsBeyondNumber)) await keyAttempts(db, clientId);
  }

  route(app, readPolicy, ({ session: { clientId } }) => readAll(clientId));

  route(app, readPolicyCosts, ({ session: { clientId } }) =>
    asClientSnapshot(db, clientId, (tx) => costsOf(tx, clientId, now())),
  );

  route(app, editPolicyRule, async ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    const { version: _, clientId: __, ...given } = body;
    checkPlace(given);
    await prepare(clientId, [given]);
    const by = changing(session, now, body);
    return change(clientId, once, async (tx) => {
      if (id !== 0) refuseOfPreset(await findPolicyRule(tx, clientId, id));
      await checkCampaign(tx, clientId, given.campaignId);
      const rule = { ...given, preset: null };
      found(await storePolicyRule(tx, clientId, id, rule, by), 'rule');
    });
  });

  route(app, deletePolicyRule, ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    const by = changing(session, now, body);
    return change(clientId, once, async (tx) => {
      refuseOfPreset(await findPolicyRule(tx, clientId, id));
      found((await removePolicyRule(tx, clientId, id, by)) || undefined, 'rule');
    });
  });

  route(app, switchPolicyPreset, async ({ session, params: { code }, body, once }) => {
    const { clientId } = session;
    const preset = presetOf(code);
    if (!preset) throw problem('not_found', policyTexts.preset);
    const rows = body.on ? rowsOfPreset(preset) : [];
    await prepare(clientId, rows);
    const by = changing(session, now);
    return change(clientId, once, (tx) => setPolicyPreset(tx, clientId, code, rows, by));
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
      on: on.has(preset.code),
      rules: rowsOfPreset(preset),
    })),
  };
}

function checkPlace({ state }: Pick<PolicyRuleInput, 'state'>): void {
  const fault = state === null ? undefined : stateProblem(state);
  if (fault !== undefined) throw ruleBroken('state', fault);
}

async function checkCampaign(tx: Tx, clientId: number, campaignId: number | null): Promise<void> {
  if (campaignId === null) return;
  const row = await tx.row(
    `SELECT campaign_id FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!row) throw problem('not_found', policyTexts.campaign);
}

/** Its rules are the law's as they were looked up: they come and go together. */
function refuseOfPreset(rule: { preset: string | null } | undefined): void {
  if (rule && rule.preset !== null) throw problem('conflict', policyTexts.ofPreset);
}
