import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedPolicyRule, Policy } from '#contract/policy.ts';
import { ruleWords } from '#domain/policy/policy-words.ts';
import { changedSearch } from '#web/lib/link-search.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PlusIcon } from '#web/ui/icons.tsx';
import { type ListAddress, useListAddress } from '#web/ui/list-address.ts';
import { ListToolbar } from '#web/ui/list-toolbar.tsx';
import { Loading } from '#web/ui/load-failure.tsx';
import { MissingRecord } from '#web/ui/missing-record.tsx';
import { Page } from '#web/ui/page.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { useMedia } from '#web/ui/use-media.ts';
import type { RuleRow } from './columns.tsx';
import { draftOf, newRule } from './draft.ts';
import { MessageChecks } from './message-checks.tsx';
import { PresetList } from './preset-list.tsx';
import { PurposeLine } from './purpose-line.tsx';
import { presetRows, ruleRows, shownRules } from './rows.ts';
import { RuleForm } from './rule-form.tsx';
import { RulePanel } from './rule-panel.tsx';
import { RulesTable } from './rules-table.tsx';
import { type Costs, useDeleteRule, usePolicy, usePolicyCosts } from './use-policy.ts';
import { placeChoices } from './words.ts';

const placeFilter = { name: 'place', label: 'Place', all: 'Any place', choices: placeChoices };

/**
 * What holds for this client's calls and texts besides the law's hours, why, and what it costs now.
 * `?view=presets` shows what can be switched on, `?view=checks` the checks of messages, `?ruleId=7` one rule, `?editId=7` its form (0: new).
 */
export function PolicyPage() {
  const query = usePolicy();
  const costs = usePolicyCosts();
  const address = useListAddress(['view', 'place']);
  const refusal = useRefusal('administrator');
  const shown = useShown();
  const [deleting, setDeleting] = useState<ListedPolicyRule>();
  const policy = query.data;
  const isOpen = policy !== undefined && (shown.editId ?? shown.ruleId) !== undefined;
  // There the panel takes the place of the list, and nothing narrows it.
  const covered = useMedia('(width < 900px)') && isOpen;
  const rules = policy && ruleRows(policy, costs);
  const view = address.filter('view');
  const isRules = view !== 'presets' && view !== 'checks';
  const rows = rules && shownRules(rules, address.find, address.filter('place'));
  const addButton = (
    <Button
      variant="filled"
      icon={PlusIcon}
      reason={refusal ?? (shown.editId === undefined ? undefined : 'Finish the open form first.')}
      onClick={() => shown.edit(0)}
    >
      New Rule
    </Button>
  );
  return (
    <Page
      title="Policy"
      sentence="Rules on when and how often people are contacted; the strictest wins. Not legal advice. Hours in rules are the person's local time."
      times="other"
      actions={addButton}
      toolbar={
        !covered && (
          <Toolbar address={address} policy={policy} found={isRules ? rows?.length : undefined} />
        )
      }
      below={policy && isRules && !covered && <PurposeLine purpose={policy.purpose} />}
      aside={
        isOpen && (
          <Aside
            {...{ rules: rules ?? [], costs, shown, isFetching: query.isFetching }}
            onDelete={setDeleting}
          />
        )
      }
    >
      {view === 'checks' ? (
        <MessageChecks find={address.find} />
      ) : view === 'presets' ? (
        policy ? (
          <PresetList
            presets={presetRows(policy, address.find, address.filter('place'))}
            all={policy.presets}
            onShowAll={() => showAll(address)}
          />
        ) : (
          <Loading reads={[query]} />
        )
      ) : (
        <RulesTable
          {...{ query, rows, address, costs }}
          total={rules?.length}
          selected={shown.ruleId ?? shown.editId}
          onOpen={shown.open}
          onEdit={refusal ? undefined : shown.edit}
          onDelete={refusal ? undefined : setDeleting}
          onShowAll={() => showAll(address)}
          addButton={addButton}
        />
      )}
      <DeleteDialog
        rule={deleting}
        onDeleted={shown.close}
        onClose={() => setDeleting(undefined)}
      />
    </Page>
  );
}

function showAll(address: ListAddress): void {
  address.setFind('');
  address.setFilter('place', '');
}

interface ToolbarProps {
  address: ListAddress;
  policy: Policy | undefined;
  /** Rules that match; undefined where presets are shown. */
  found: number | undefined;
}

function Toolbar({ address, policy, found }: ToolbarProps) {
  return (
    <ListToolbar
      address={address}
      find="Find by words, state or source"
      tabs={{
        name: 'view',
        label: 'Policy',
        tabs: [
          tab('', 'Rules', policy?.rules.length),
          tab('presets', 'Presets', policy?.presets.length),
          tab('checks', 'Message checks', undefined),
        ],
      }}
      filters={[placeFilter]}
      found={found}
      total={found === undefined ? undefined : policy?.rules.length}
      noun={['rule', 'rules']}
    />
  );
}

const tab = (id: string, label: string, count: number | undefined) => ({
  ...{ id, label },
  ...(count === undefined ? {} : { count }),
});

interface AsideProps {
  rules: readonly RuleRow[];
  costs: Costs;
  shown: ReturnType<typeof useShown>;
  isFetching: boolean;
  onDelete: (rule: ListedPolicyRule) => void;
}

function Aside({ rules, costs, shown, isFetching, onDelete }: AsideProps) {
  const { editId, ruleId, close } = shown;
  const wanted = editId ?? ruleId;
  if (editId === 0) return <RuleForm key="new" rule={newRule} onClose={close} />;
  const rule = rules.find((one) => one.ruleId === wanted);
  if (!rule) return isFetching ? null : <MissingRule onClose={close} />;
  const draft = rule.preset === null ? draftOf(rule) : null;
  if (editId !== undefined && draft)
    return <RuleForm key={editId} rule={draft} onClose={() => shown.open(editId)} />;
  return (
    <RulePanel
      {...{ rule, costs }}
      onEdit={draft ? () => shown.edit(rule.ruleId) : undefined}
      onDelete={() => onDelete(rule)}
      onClose={close}
    />
  );
}

function MissingRule({ onClose }: { onClose: () => void }) {
  const back = { label: 'Back to Policy', to: '/main/policy' };
  return (
    <SidePanel title="Rule" width={464} onClose={onClose}>
      <MissingRecord what="This rule" back={back} />
    </SidePanel>
  );
}

interface DeleteDialogProps {
  rule: ListedPolicyRule | undefined;
  onDeleted: () => void;
  onClose: () => void;
}

function DeleteDialog({ rule, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteRule();
  return (
    <ConfirmDialog
      opened={rule !== undefined}
      title="Delete Rule"
      confirmLabel="Delete"
      danger
      onConfirm={async (anyway) => {
        if (!rule) return;
        await remove(rule, anyway);
        onDeleted();
      }}
      onClose={onClose}
    >
      Delete the rule "{rule && ruleWords(rule)}"? Numbers that only this rule holds may be called
      and texted at once.
    </ConfirmDialog>
  );
}

/** The rule that the address opens, or whose form it opens. */
function useShown() {
  const navigate = useNavigate();
  const { ruleId, editId } = useSearch({ strict: false }) as { ruleId?: unknown; editId?: unknown };
  const go = (part: { ruleId?: number | undefined; editId?: number | undefined }) =>
    void navigate({
      to: '/main/policy',
      search: changedSearch({ ruleId: undefined, editId: undefined, ...part }),
      // What leaves a form has asked already.
      ignoreBlocker: part.editId === undefined,
      replace: true,
    });
  const id = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return {
    ruleId: id(ruleId),
    editId: id(editId),
    open: (one: number) => go({ ruleId: one }),
    edit: (one: number) => go({ editId: one }),
    close: () => go({}),
  };
}
