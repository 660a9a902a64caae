import type { ListedPolicyRule } from '#contract/policy.ts';
import { ruleWords } from '#domain/policy/policy-words.ts';
import { formatLocalDateTime } from '#web/lib/local-time.ts';
import type { Column } from '#web/ui/table/column.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import styles from './page.module.css';
import { campaignsWords } from './words.ts';

/** A rule, with what the table says beside it. */
export interface RuleRow extends ListedPolicyRule {
  /** Numbers that it holds now, as a number and in words. */
  held: number;
  heldWords: string;
  /** Null: the operator or an administrator wrote it. */
  presetName: string | null;
}

const ownRule = 'Own rule';

export const columns: readonly Column<RuleRow>[] = [
  {
    id: 'rule',
    header: 'Rule',
    value: ruleWords,
    link: ({ ruleId }) => ({ to: '/main/policy', search: { ruleId } }),
    width: 220,
    grow: 4,
    wraps: true,
    look: 'name',
  },
  {
    id: 'for',
    header: 'For',
    value: campaignsWords,
    width: 140,
    grow: 2,
    wraps: true,
    spare: 1,
  },
  {
    id: 'held',
    header: 'Holds Now',
    value: ({ held }) => held,
    cell: (row) => row.heldWords,
    width: 150,
    grow: 1,
    wraps: true,
  },
  {
    id: 'source',
    header: 'Source',
    value: ({ source }) => source,
    below: ({ presetName }) => (presetName === null ? ownRule : 'Preset'),
    width: 150,
    grow: 3,
    wraps: true,
    look: 'quiet',
    spare: 2,
  },
  {
    id: 'changed',
    header: 'Changed',
    value: ({ changedAt }) => changedAt,
    cell: ({ changedAt }) => (changedAt ? formatLocalDateTime(changedAt) : '--'),
    below: ({ changedBy }) => changedBy ?? '',
    width: 136,
    grow: 1,
    look: 'quiet',
    spare: 3,
  },
];

/** A row below 700 px. */
export function RuleCompact({ rule }: { rule: RuleRow }) {
  return (
    <>
      <CompactName>{ruleWords(rule)}</CompactName>
      <div className={styles.compactLine}>{campaignsWords(rule)}</div>
      <div className={styles.compactLine}>
        {rule.held > 0 ? `Holds ${rule.heldWords}` : (rule.presetName ?? ownRule)}
      </div>
    </>
  );
}
