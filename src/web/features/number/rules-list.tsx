import { Link } from '@tanstack/react-router';
import type { NumberEntry } from '#contract/number.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import styles from './number.module.css';
import { type RuleWords, ruleWords } from './rule-words.ts';

/** The rules in the order in which the engine asks them, each with what it read. */
export function RulesList({ entry, now }: { entry: NumberEntry; now: number }) {
  return (
    <section className={styles.rules} aria-label="Rules asked for the chosen entry">
      <header className={styles.head}>
        <h2>Rules asked for the chosen entry</h2>
        <span>In the order of the engine</span>
      </header>
      <ol>
        {ruleWords(entry.rules, now).map((rule) => (
          <li key={rule.rule}>
            <Mark passed={rule.passed} />
            <span className={styles.label}>{rule.label}</span>
            <span className={styles.read}>
              {rule.read}
              {rule.policyRuleId !== null && (
                <>
                  {' '}
                  <Link to="/main/policy" search={linkSearch({ ruleId: rule.policyRuleId })}>
                    Show rule
                  </Link>
                </>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Mark({ passed }: Pick<RuleWords, 'passed'>) {
  if (passed === null) {
    return (
      <span className={styles.mark}>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">Not asked:</span>
      </span>
    );
  }
  return (
    <span className={`${styles.mark} ${passed ? styles.passed : styles.failed}`}>
      {passed ? <CheckIcon /> : <CloseIcon />}
      <span className="visually-hidden">{passed ? 'Passed:' : 'Decided:'}</span>
    </span>
  );
}
