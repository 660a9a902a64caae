/** Whoever lists numbers that opted out bars once more what was loaded meanwhile: one function does both. */

/** They list numbers inside a transaction. */
const lists =
  /\bimport\b[^;]*?\b(?:optOut|optOutAll|addByManager|importDoNotCall|storeInboundTexts)\b[^;]*?;/;
/** They commit that transaction (db/queries/opt-out-commit.ts). */
const commits = /\b(?:commitOptOuts|settleOptOuts)\(/;
/** A restore lists again what was lost, and every campaign is held until it ends. */
const exempt = 'src/witness/reconcile.ts';

export function optOutBreaches(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, source]) => {
    // Queries run in the transaction of whoever calls them.
    if (!file.startsWith('src/') || file.startsWith('src/db/queries/') || file === exempt)
      return [];
    if (!lists.test(source) || commits.test(source)) return [];
    return [`${file}: lists opt-outs without commitOptOuts or settleOptOuts`];
  });
}
