/** Who blocks numbers that opted out bars once more what was loaded meanwhile: one function does both. */

/** They block numbers inside a transaction. */
const blocks =
  /\bimport\b[^;]*?\b(?:optOut|optOutAll|addByManager|importDoNotCall|storeInboundTexts)\b[^;]*?;/;
/** They commit that transaction (db/queries/opt-out-commit.ts). */
const commits = /\b(?:commitOptOuts|settleOptOuts)\(/;
/** After a commit, `barAgain` of opt-out-commit.ts bars. */
const bars = /\bbarWaiting\b/;
/** A restore blocks again what was lost, and every campaign is held until it ends. */
const exempt = 'src/witness/reconcile.ts';

export function optOutBreaches(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, source]) => {
    // Queries run in the transaction of their caller.
    if (!file.startsWith('src/') || file.startsWith('src/db/queries/') || file === exempt)
      return [];
    if (bars.test(source)) return [`${file}: uses barWaiting; barAgain does it after a commit`];
    if (!blocks.test(source) || commits.test(source)) return [];
    return [`${file}: blocks numbers that opted out without commitOptOuts or settleOptOuts`];
  });
}
