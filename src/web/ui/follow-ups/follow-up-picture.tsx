import type { FollowedOutcome, FollowUpRule } from '#contract/follow-up.ts';
import {
  actionWords,
  leadsNowhere,
  outcomeWords,
  waitsForGap,
  waitWords,
} from '#domain/follow-up/rule-words.ts';
import styles from './follow-ups.module.css';
import type { FollowUpCampaigns } from './rules.ts';

interface FollowUpPictureProps {
  rules: readonly FollowUpRule[];
  texts: boolean;
  campaigns: Pick<FollowUpCampaigns, 'nameOf' | 'leastGapHours'>;
}

/** The ways that a number can take: from each outcome through its rules to the end. */
export function FollowUpPicture({ rules, texts, campaigns }: FollowUpPictureProps) {
  if (rules.length === 0) return null;
  const outcomes = [...new Set(rules.map(({ after }) => after))];
  return (
    <section aria-label="Ways of a number">
      <h2>Ways of a number</h2>
      <ul className={styles.picture}>
        {outcomes.map((after) => (
          <Way key={after} after={after} {...{ rules, texts, campaigns }} />
        ))}
        <li>
          <span className={styles.outcome}>Anything else</span>
          <span className={styles.end}>nothing more</span>
        </li>
      </ul>
    </section>
  );
}

function Way({
  after,
  rules,
  texts,
  campaigns,
}: FollowUpPictureProps & { after: FollowedOutcome }) {
  const own = rules.filter((rule) => rule.after === after);
  const ends = own.at(-1)?.action === 'nothing';
  return (
    <li>
      <span className={styles.outcome}>{outcomeWords[after]}</span>
      {own.map((rule) =>
        rule.action === 'nothing' ? null : (
          <span key={rule.ruleId} className={styles.step}>
            {actionWords(rule, { texts, campaign: campaigns.nameOf })}
            {leadsNowhere(rule, { campaign: campaigns.nameOf }) ? null : (
              <small>
                {`${shown(rule.most, String)}×, ${whenOf(rule, campaigns.leastGapHours)}`}
              </small>
            )}
          </span>
        ),
      )}
      <span className={styles.end}>{ends ? 'nothing more' : 'then nothing more'}</span>
    </li>
  );
}

/** "after 20 minutes"; with a longer minimum gap "after 4 hours, the minimum gap". */
function whenOf(rule: FollowUpRule, leastGapHours = 0): string {
  const begin = rule.otherPart ? 'at least ' : 'after ';
  if (waitsForGap(rule, leastGapHours)) {
    return `${begin}${waitWords(leastGapHours * 60)}, the minimum gap`;
  }
  return `${begin}${shown(rule.waitMinutes, waitWords)}`;
}

/** What is not typed yet. */
const shown = (value: number, words: (value: number) => string) =>
  Number.isInteger(value) ? words(value) : '?';
