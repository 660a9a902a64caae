import type { ReactNode } from 'react';
import type { ListedPolicyRule } from '#contract/policy.ts';
import { policyTexts } from '#contract/policy.ts';
import { ruleWords } from '#domain/policy/policy-words.ts';
import { Button } from '#web/ui/button.tsx';
import type { ListAddress } from '#web/ui/list-address.ts';
import { deletion, type MenuItem } from '#web/ui/menu.tsx';
import { noneFound } from '#web/ui/none-found.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { refreshFailure } from '#web/ui/table/table-states.tsx';
import { columns, RuleCompact, type RuleRow } from './columns.tsx';
import type { usePolicy } from './use-policy.ts';

interface RulesTableProps {
  query: ReturnType<typeof usePolicy>;
  rows: readonly RuleRow[] | undefined;
  /** Rules in all. */
  total: number | undefined;
  address: ListAddress;
  selected: number | undefined;
  onOpen: (ruleId: number) => void;
  /** Both absent for those who may only read. */
  onEdit: ((ruleId: number) => void) | undefined;
  onDelete: ((rule: ListedPolicyRule) => void) | undefined;
  onShowAll: () => void;
  addButton: ReactNode;
}

export function RulesTable(props: RulesTableProps) {
  const { query, rows, total, address, selected, onOpen, onEdit, onDelete } = props;
  const actions = (rule: RuleRow): MenuItem[] => [
    { label: 'Show', hint: 'Enter', onSelect: () => onOpen(rule.ruleId) },
    ...(onEdit
      ? [{ label: 'Edit', reason: presetOnly(rule), onSelect: () => onEdit(rule.ruleId) }]
      : []),
    ...(onDelete
      ? [{ ...deletion, reason: presetOnly(rule), onSelect: () => onDelete(rule) }]
      : []),
  ];
  return (
    <DataTable
      label="Rules"
      columns={columns}
      tall
      rows={rows}
      address={address}
      firstSorting={{ columnId: 'rule', descending: false }}
      rowKey={({ ruleId }) => ruleId}
      rowName={ruleWords}
      selectedKey={selected}
      actions={actions}
      compact={(rule) => <RuleCompact rule={rule} />}
      failure={refreshFailure(query)}
      empty={
        total === 0
          ? {
              title: 'No rules yet',
              sentence:
                'Only the federal hours and the terms that your operator set hold. Begin with the presets of the states that you call, then write rules of your own.',
              action: (
                <Button onClick={() => address.setFilter('view', 'presets')}>Show presets</Button>
              ),
            }
          : noneFound('rule', props.onShowAll)
      }
    />
  );
}

const presetOnly = ({ preset }: RuleRow) => (preset === null ? undefined : policyTexts.ofPreset);
