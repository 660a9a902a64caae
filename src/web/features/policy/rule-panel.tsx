import { Link } from '@tanstack/react-router';
import type { PolicyCost } from '#contract/policy.ts';
import { placeName, ruleWords } from '#domain/policy/policy-words.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangedNote } from '#web/ui/changed-note.tsx';
import { SidePanel } from '#web/ui/side-panel.tsx';
import type { RuleRow } from './columns.tsx';
import styles from './page.module.css';
import type { Costs } from './use-policy.ts';
import { campaignsWords, channelNames, costWords, sourceWords } from './words.ts';

interface RulePanelProps {
  rule: RuleRow;
  costs: Costs;
  /** Absent for a rule that cannot be edited here. */
  onEdit: (() => void) | undefined;
  onDelete: () => void;
  onClose: () => void;
}

/** One rule: whom it is about, where it is written, and what it holds now. */
export function RulePanel({ rule, costs, onEdit, onDelete, onClose }: RulePanelProps) {
  const refusal = useRefusal('administrator');
  const facts: [string, React.ReactNode][] = [
    ['Campaigns', campaignsWords(rule)],
    ['Channel', channelNames[rule.channel]],
    ['Place', placeName(rule) ?? 'Anywhere'],
    ['Source', sourceWords(rule) ?? 'None given'],
    [
      'Preset',
      rule.presetName && (
        <Link
          to="/main/policy"
          search={linkSearch({ view: 'presets', find: rule.presetName.split(':')[0] })}
        >
          {rule.presetName}
        </Link>
      ),
    ],
  ];
  return (
    <SidePanel title={`Rule ${rule.ruleId}`} width={464} onClose={onClose}>
      <p className={styles.words}>{ruleWords(rule)}</p>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ChangedNote
        record={rule}
        className={styles.changed}
        thing={{ kind: 'policyRule', id: rule.ruleId }}
      />
      <HeldNow rule={rule} costs={costs} />
      {!refusal && rule.preset === null && (
        <div className={styles.buttons}>
          {onEdit && (
            <Button variant="filled" onClick={onEdit}>
              Edit
            </Button>
          )}
          <Button onClick={onDelete}>Delete</Button>
        </div>
      )}
    </SidePanel>
  );
}

function HeldNow({
  rule,
  costs: { byRule, at, atLeast, failed },
}: Pick<RulePanelProps, 'rule' | 'costs'>) {
  const costs = byRule?.get(rule.ruleId) ?? [];
  const hours = rule.terms.kind === 'hours';
  return (
    <section className={styles.held} aria-label="What it holds now">
      <h3>What it holds now</h3>
      {byRule === undefined && <p>{failed ? 'This could not be counted.' : 'Counting ...'}</p>}
      {byRule && costs.length === 0 && (
        <p>No waiting number. Lists that are not in use are not counted.</p>
      )}
      {atLeast && costs.length > 0 && (
        <p>There are too many contacts to judge them all: it is at least as many.</p>
      )}
      {costs.length > 0 && (
        <p>
          A number that other rules hold, too, counts here until this rule alone would let it go.
        </p>
      )}
      <ul>
        {costs.map((cost) => (
          <li key={cost.callListId}>
            <ListLink cost={cost} />
            <p>{costWords(cost, { at, atLeast, hours })}</p>
            <p>
              <Link
                to="/main/numbers"
                search={linkSearch({
                  ...{ campaignId: cost.campaignId, part: 'policy_rule' },
                  ...{ ruleId: cost.ruleId, callListId: cost.callListId },
                })}
              >
                {`Show these numbers of ${cost.campaignName}`}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ListLink({ cost: { callListId, callListName } }: { cost: PolicyCost }) {
  return (
    <Link to="/main/calllist" search={linkSearch({ callListId })}>
      {callListName}
    </Link>
  );
}
