import type { FollowedOutcome, FollowUpRule } from '#contract/follow-up.ts';
import { actionWords, outcomeWords, waitWords } from '#domain/follow-up/rule-words.ts';
import styles from './follow-ups.module.css';
import type { FollowUpCampaigns } from './rules.ts';

interface FollowUpPictureProps {
  rules: readonly FollowUpRule[];
  texts: boolean;
  nameOf: FollowUpCampaigns['nameOf'];
}

/** The ways that a number can take: from each outcome through its rules to the end. */
export function FollowUpPicture({ rules, texts, nameOf }: FollowUpPictureProps) {
  if (rules.length === 0) return null;
  const outcomes = [...new Set(rules.map(({ after }) => after))];
  return (
    <section aria-label="Ways of a number">
      <h2>Ways of a number</h2>
      <ul className={styles.picture}>
        {outcomes.map((after) => (
          <Way key={after} after={after} {...{ rules, texts, nameOf }} />
        ))}
        <li>
          <span className={styles.outcome}>Anything else</span>
          <span className={styles.end}>nothing more</span>
        </li>
      </ul>
    </section>
  );
}

function Way({ after, rules, texts, nameOf }: FollowUpPictureProps & { after: FollowedOutcome }) {
  const own = rules.filter((rule) => rule.after === after);
  const ends = own.at(-1)?.action === 'nothing';
  return (
    <li>
      <span className={styles.outcome}>{outcomeWords[after]}</span>
      {own.map((rule) =>
        rule.action === 'nothing' ? null : (
          <span key={rule.ruleId} className={styles.step}>
            {actionWords(rule, { texts, campaign: nameOf })}
            <small>
              {`${shown(rule.most, String)}×, ${rule.otherPart ? 'at least ' : 'after '}${shown(rule.waitMinutes, waitWords)}`}
            </small>
          </span>
        ),
      )}
      <span className={styles.end}>{ends ? 'nothing more' : 'then nothing more'}</span>
    </li>
  );
}

/** What is not typed yet. */
const shown = (value: number, words: (value: number) => string) =>
  Number.isFinite(value) ? words(value) : '?';
