/** How many waiting numbers of a campaign were checked. To be read in one snapshot. */
import type { CampaignScrub, ScrubQuestion, ScrubTrouble } from '#contract/scrub.ts';
import type { PolicyScope } from '#domain/policy/rule-scope.ts';
import {
  openQuestions,
  questionsAbout,
  questionsOf,
  scrubHold,
} from '#domain/policy/scrub-hold.ts';
import { scrubTroubleSentence } from '#domain/scrub-words.ts';
import type { Tx } from '../database.ts';
import { isInUse } from '../list-states.ts';
import { attemptKindOf } from './contact-cap.ts';
import { readPolicyRules } from './policy-rule.ts';
import { scrubGroups } from './scrub-groups.ts';
import { rulesFor } from './scrub-list.ts';

interface CampaignRow extends Omit<PolicyScope, 'campaignId'> {
  callListIds: number[];
}

/** @returns undefined when the client has no such campaign */
export async function readCampaignScrub(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<Omit<CampaignScrub, 'at'> | undefined> {
  const campaign = await tx.row<CampaignRow>(
    `SELECT c.purpose, ${attemptKindOf} AS kind,
       ARRAY(SELECT l.call_list_id FROM call_list l WHERE l.client_id = $1
         AND l.campaign_id = c.campaign_id AND ${isInUse('l')} ORDER BY 1)::float8[] AS "callListIds"
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!campaign) return undefined;
  const { callListIds, ...scope } = campaign;
  const rules = rulesFor(await readPolicyRules(tx, clientId), { campaignId, ...scope });
  if (rules.length === 0) return { campaignId, scrub: null };
  const counts = { numbers: 0, checked: 0, held: 0 };
  for (const callListId of callListIds) {
    for (const group of await scrubGroups(tx, [clientId, callListId], rules)) {
      const asked = questionsAbout(rules, group);
      if (asked.length === 0) continue;
      counts.numbers += group.count;
      if (openQuestions(asked, group.scrub).length === 0) counts.checked += group.count;
      if (scrubHold(rules, group)) counts.held += group.count;
    }
  }
  const questions = questionsOf(rules);
  const { unserved, silent } = await servicesFor(tx, questions);
  return { campaignId, scrub: { questions, unserved, ...counts, silent } };
}

interface ServiceRow {
  questions: ScrubQuestion[];
  failingSince: Date | null;
  trouble: ScrubTrouble | null;
}

async function servicesFor(tx: Tx, questions: readonly ScrubQuestion[]) {
  const services = await tx.rows<ServiceRow>(
    `SELECT questions, platform_time(failing_since) AS "failingSince", trouble FROM scrub_service
     WHERE removed_at IS NULL AND questions && $1::text[] ORDER BY scrub_service_id`,
    [questions],
  );
  return {
    unserved: questions.filter(
      (one) => !services.some((service) => service.questions.includes(one)),
    ),
    silent: services.flatMap(({ failingSince, trouble }) =>
      failingSince && trouble
        ? [{ since: failingSince.toISOString(), sentence: scrubTroubleSentence(trouble) }]
        : [],
    ),
  };
}
