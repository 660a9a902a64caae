/** What keeps processes from writing, as they report it, and what that means for campaigns. */
import { runStatus } from '#contract/campaign.ts';
import type { CampaignStanding } from '#db/queries/operator-campaign.ts';
import { troubleReason } from '#domain/reasons.ts';
import { isTroubleKind, type TroubleKind } from '#domain/trouble-words.ts';
import type { ProcessFacts } from './facts.ts';

/**
 * What keeps every campaign waiting: trouble with the database that one process reports, or journals that
 * no engine here can write.
 */
export function troubleOfAll(processes: readonly ProcessFacts[]): TroubleKind | undefined {
  const kinds = processes.map(({ health }) => health).filter(isTroubleKind);
  const ofDatabase = kinds.find((kind) => kind !== 'journal');
  if (ofDatabase) return ofDatabase;
  const engines = processes.filter(({ roles }) => roles.includes('engine'));
  const blocked = engines.length > 0 && engines.every(({ health }) => health === 'journal');
  return blocked ? 'journal' : undefined;
}

/** Why each campaign waits, when nothing could write that into its row. */
export function overlayTrouble(
  campaigns: readonly CampaignStanding[],
  processes: readonly ProcessFacts[],
): CampaignStanding[] {
  const kind = troubleOfAll(processes);
  return campaigns.map((one) => {
    const waits = one.runStatus === runStatus.starting || one.runStatus === runStatus.running;
    if (!kind || !waits) return one;
    return { ...one, reason: troubleReason(kind, one.type === 'Texting' ? 'text' : 'voice') };
  });
}
