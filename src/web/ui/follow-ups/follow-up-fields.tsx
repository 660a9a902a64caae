import type { FollowedOutcome, FollowUpRule } from '#contract/follow-up.ts';
import { mostRules, mostSteps } from '#contract/follow-up.ts';
import { outcomeWords } from '#domain/follow-up/rule-words.ts';
import { Button, IconButton } from '../button.tsx';
import { ArrowDownIcon, ArrowUpIcon, CloseIcon, PlusIcon } from '../icons.tsx';
import { NumberField } from '../number-field.tsx';
import { SearchableSelect } from '../searchable-select.tsx';
import { SelectField } from '../select-field.tsx';
import { Switch } from '../switch.tsx';
import styles from './follow-ups.module.css';
import { type FollowUpCampaigns, newRule } from './rules.ts';
import { WaitField } from './wait-field.tsx';

interface FollowUpFieldsProps {
  rules: readonly FollowUpRule[];
  /** Those that exist in a campaign of this type. */
  outcomes: readonly FollowedOutcome[];
  /** The campaign sends texts. */
  texts: boolean;
  campaigns: FollowUpCampaigns;
  errorAt: (path: string) => string | undefined;
  refusalAt: (path: string) => string | undefined;
  onChange: (rules: FollowUpRule[]) => void;
}

/** The rules in their order: the first for an outcome that is not used up decides. */
export function FollowUpFields(props: FollowUpFieldsProps) {
  const { rules, onChange } = props;
  const put = (at: number, rule: FollowUpRule) => onChange(rules.with(at, rule));
  const move = (at: number, to: number) =>
    onChange(rules.toSpliced(at, 1).toSpliced(to, 0, ruleAt(rules, at)));
  if (rules.length === 0) return null;
  return (
    <section className={styles.group} aria-label="Follow-ups">
      <div className={styles.heading}>
        <h2>Follow-ups</h2>
        <AddFollowUp {...props} />
      </div>
      <ol className={styles.rules}>
        {rules.map((rule, at) => (
          <li key={rule.ruleId} className={styles.rule} aria-label={`Follow-up ${at + 1}`}>
            <RuleFields {...props} rule={rule} at={at} onPut={(next) => put(at, next)} />
            <div className={styles.buttons}>
              <IconButton
                label={`Move follow-up ${at + 1} up`}
                icon={ArrowUpIcon}
                reason={at === 0 ? 'It is the first one.' : undefined}
                onClick={() => move(at, at - 1)}
              />
              <IconButton
                label={`Move follow-up ${at + 1} down`}
                icon={ArrowDownIcon}
                reason={at === rules.length - 1 ? 'It is the last one.' : undefined}
                onClick={() => move(at, at + 1)}
              />
              <IconButton
                label={`Remove follow-up ${at + 1}`}
                icon={CloseIcon}
                onClick={() => onChange(rules.toSpliced(at, 1))}
              />
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.removal}>
        A rule that you remove makes no new follow-ups. Those that it made still wait, until you end
        them in Live Monitoring.
        {rules.some(({ after }) => after === 'no_reply') &&
          ' A shorter wait for a reply is for the texts that come; those that wait now keep their time.'}
      </p>
    </section>
  );
}

type AddFollowUpProps = Pick<FollowUpFieldsProps, 'rules' | 'outcomes' | 'onChange'>;

function AddFollowUp({ rules, outcomes, onChange }: AddFollowUpProps) {
  const full = rules.length >= mostRules ? `At most ${mostRules} rules.` : undefined;
  return (
    <Button
      size="sm"
      icon={PlusIcon}
      reason={full}
      onClick={() => onChange([...rules, newRule(rules, outcomes)])}
    >
      Add a follow-up
    </Button>
  );
}

/** The heading before the rules, beside which the first one is added: without rules they take no room. */
export function HeadingBeforeFollowUps({
  children,
  ...props
}: AddFollowUpProps & { children: string }) {
  return (
    <div className={styles.heading}>
      <h2>{children}</h2>
      {props.rules.length === 0 && <AddFollowUp {...props} />}
    </div>
  );
}

function ruleAt(rules: readonly FollowUpRule[], at: number): FollowUpRule {
  const rule = rules[at];
  if (!rule) throw new Error('no such rule');
  return rule;
}

interface RuleFieldsProps extends FollowUpFieldsProps {
  rule: FollowUpRule;
  at: number;
  onPut: (rule: FollowUpRule) => void;
}

function RuleFields(props: RuleFieldsProps) {
  const { rule, at, outcomes, texts, campaigns, errorAt, refusalAt, onPut } = props;
  const path = (field: keyof FollowUpRule) => `followUps.${at}.${field}`;
  const follows = rule.action !== 'nothing';
  const actions = [
    { value: 'again', label: texts ? 'Text again' : 'Call again' },
    { value: 'campaign', label: 'Another campaign' },
    { value: 'nothing', label: 'Nothing more' },
  ];
  return (
    <div className={styles.fields}>
      <SelectField
        label="After"
        choices={outcomes.map((value) => ({ value, label: outcomeWords[value] }))}
        value={rule.after}
        error={errorAt(path('after'))}
        onChange={(after) => onPut({ ...rule, after: after as FollowedOutcome })}
      />
      <SelectField
        label="Then"
        choices={actions}
        value={rule.action}
        onChange={(action) =>
          onPut({ ...rule, action: action as FollowUpRule['action'], campaignId: 0 })
        }
      />
      {rule.action === 'campaign' && (
        <SearchableSelect
          label="Campaign"
          required
          choices={campaigns.choices}
          value={rule.campaignId === 0 ? '' : String(rule.campaignId)}
          error={errorAt(path('campaignId'))}
          errorNow={refusalAt(path('campaignId'))}
          onChange={(id) => onPut({ ...rule, campaignId: Number(id) })}
        />
      )}
      {follows && (
        <WaitField
          label={rule.otherPart ? 'Wait at least' : 'Wait'}
          minutes={rule.waitMinutes}
          error={errorAt(path('waitMinutes'))}
          onChange={(waitMinutes) => onPut({ ...rule, waitMinutes })}
        />
      )}
      {follows && (
        <NumberField
          label="At most (times)"
          hint={`Per person, up to ${mostSteps}`}
          value={rule.most}
          error={errorAt(path('most'))}
          onChange={(most) => onPut({ ...rule, most: most ?? Number.NaN })}
        />
      )}
      {follows && (
        <Switch
          label="In another part of the day"
          hint="Morning, afternoon or evening where they live: the one that is answered most."
          checked={rule.otherPart}
          onChange={(otherPart) => onPut({ ...rule, otherPart })}
        />
      )}
    </div>
  );
}
