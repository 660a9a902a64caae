/** What the checks of messages do for a client, and how it names itself. */
import type { LintSettings } from '#contract/lint.ts';
import { type LintLevel, type LintRule, lintRules } from '#contract/lint-rule.ts';
import { lintTable } from '#domain/lint/rules.ts';
import type { Tx } from '../database.ts';

export type LintLevels = Record<LintRule, LintLevel>;

export async function readLintLevels(tx: Tx, clientId: number): Promise<LintLevels> {
  const rows = await tx.rows<{ rule: string; level: LintLevel }>(
    'SELECT rule, level FROM lint_level WHERE client_id = $1',
    [clientId],
  );
  const set = new Map(rows.map(({ rule, level }) => [rule, level]));
  const levels = lintRules.map((rule) => [rule, set.get(rule) ?? lintTable[rule].standard]);
  return Object.fromEntries(levels) as LintLevels;
}

export async function readSpokenName(tx: Tx, clientId: number): Promise<string | null> {
  const row = await tx.row<{ name: string | null }>(
    'SELECT spoken_name AS name FROM client WHERE client_id = $1',
    [clientId],
  );
  return row?.name ?? null;
}

/** As managers and operators see them. */
export async function readLintSettings(tx: Tx, clientId: number): Promise<LintSettings> {
  const levels = await readLintLevels(tx, clientId);
  return {
    spokenName: await readSpokenName(tx, clientId),
    rules: lintRules.map((rule) => ({ rule, level: levels[rule], ...lintTable[rule] })),
  };
}

/** @param name empty removes it */
export async function setSpokenName(tx: Tx, clientId: number, name: string): Promise<void> {
  await tx.run('UPDATE client SET spoken_name = $2 WHERE client_id = $1', [clientId, name || null]);
}

/** Its standard level takes no row, so that a later version may choose another. */
export async function setLintLevel(
  tx: Tx,
  clientId: number,
  rule: LintRule,
  level: LintLevel,
): Promise<void> {
  if (level === lintTable[rule].standard) {
    await tx.run('DELETE FROM lint_level WHERE client_id = $1 AND rule = $2', [clientId, rule]);
    return;
  }
  await tx.run(
    `INSERT INTO lint_level (client_id, rule, level) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, rule) DO UPDATE SET level = excluded.level`,
    [clientId, rule, level],
  );
}
