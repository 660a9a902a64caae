import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endFollowUp, type FollowUpState, readFollowUps } from '#contract/follow-up-state.ts';
import { madeRuleSentence } from '#domain/follow-up/rule-words.ts';
import { api } from '#web/lib/api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { percentWords } from '#web/lib/percents.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { Figure, Figures } from '#web/ui/figure.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { notify } from '#web/ui/notify.ts';
import {
  endedSentence,
  madeWords,
  type Rule,
  waitingOf,
  waitingSentence,
} from './follow-up-words.ts';
import styles from './follow-ups.module.css';
import { useFollowUps } from './use-monitoring.ts';

interface FollowUpsProps {
  campaignId: number;
  /** The campaign sends texts. */
  texts: boolean;
}

/** Persons apart from attempts, and how far they have come; nothing without follow-ups. */
export function FollowUps({ campaignId, texts }: FollowUpsProps) {
  const { data, error } = useFollowUps(campaignId);
  if (error) return <ErrorBand>{messageOf(error)}</ErrorBand>;
  if (!data || (data.rules.length === 0 && data.lists.length === 0)) return null;
  return (
    <section className={styles.followUps} aria-label="Follow-ups">
      <h3>Follow-ups</h3>
      <PersonFigures state={data} texts={texts} />
      <Rules state={data} />
      <Choice choice={data.choice} />
      <Steps state={data} texts={texts} />
    </section>
  );
}

function PersonFigures({ state, texts }: { state: FollowUpState; texts: boolean }) {
  const { persons, reached, attempts } = state;
  const [share] = percentWords([reached, Math.max(0, persons - reached)]);
  return (
    <Figures>
      <Figure label="Persons" value={formatNumber(persons)} />
      <Figure
        label={texts ? 'Persons texted' : 'Persons reached'}
        value={formatNumber(reached)}
        note={persons > 0 ? share : undefined}
      />
      <Figure label={texts ? 'Texts to them' : 'Calls to them'} value={formatNumber(attempts)} />
    </Figures>
  );
}

/** Whether choosing the part of the day by the shares is better than chance. */
function Choice({ choice }: Pick<FollowUpState, 'choice'>) {
  if (choice === null) return null;
  const words = (how: string, { called, answered }: { called: number; answered: number }) => {
    if (called === 0) return `${how} no call yet`;
    const [share] = percentWords([answered, called - answered]);
    return `${how} ${share} of ${counted(called, 'call')} answered`;
  };
  return (
    <p className={styles.choice}>
      {`Another part of the day: ${words('by chance', choice.chance)}, ${words('by share', choice.share)}.`}
    </p>
  );
}

function Rules({ state: { campaignId, rules } }: { state: FollowUpState }) {
  const [asked, setAsked] = useState<Rule>();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (rule: Rule) =>
      api(endFollowUp, {
        params: { id: campaignId },
        body: { campaignId, ruleId: rule.ruleId },
        intent: rule,
      }),
    onSuccess: async ({ ended }) => {
      notify({ text: endedSentence(ended) });
      await client.invalidateQueries({ queryKey: queryKey(readFollowUps) });
    },
  });
  return (
    <>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule.ruleId}>
            <span>{madeRuleSentence(rule)}</span>
            <span className={styles.made}>{madeWords(rule)}</span>
            <Button
              changes
              size="sm"
              aria-label={`End ${madeRuleSentence(rule)}`}
              reason={rule.removed && waitingOf(rule) === 0 ? 'Nothing of it waits.' : undefined}
              onClick={() => setAsked(rule)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== undefined}
        title="End this follow-up?"
        confirmLabel="End it"
        danger
        onConfirm={() => asked && end.mutateAsync(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked &&
          `${madeRuleSentence(asked)} ${waitingSentence(asked)}${asked.removed ? '' : ' The rule is removed from the campaign.'}`}
      </ConfirmDialog>
    </>
  );
}

function Steps({ state: { lists }, texts }: { state: FollowUpState; texts: boolean }) {
  const done = texts ? 'Texted' : 'Called';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a link in it, keys scroll it by itself.
    <section className={styles.stepsBox} aria-label="How far the numbers have come" tabIndex={0}>
      <table className={styles.steps}>
        <caption>How far the numbers have come</caption>
        <thead>
          <tr>
            <th scope="col">Contact list</th>
            <th scope="col">Attempt</th>
            <th scope="col">Numbers</th>
            <th scope="col">{done}</th>
            <th scope="col">{texts ? 'Delivered' : 'Reached'}</th>
            <th scope="col">Waiting</th>
          </tr>
        </thead>
        <tbody>
          {lists.flatMap(({ callListId, callListName, steps }) =>
            steps.map(({ step, numbers, attempted, reached, waiting }, at) => (
              <tr key={`${callListId} ${step}`}>
                {at === 0 ? <th scope="row">{callListName}</th> : <td />}
                <td>{step + 1}</td>
                <td>{formatNumber(numbers)}</td>
                <td>{formatNumber(attempted)}</td>
                <td>{formatNumber(reached)}</td>
                <td>{formatNumber(waiting)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}
