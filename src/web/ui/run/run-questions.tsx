import { closeRunQuestion, useRunQuestion } from './run-question.ts';
import { StartQuestion } from './start-question.tsx';
import { StopAllQuestion } from './stop-all-question.tsx';

/** Rendered once by the frame: the question before campaigns start, or before all stop. */
export function RunQuestions() {
  const question = useRunQuestion();
  if (question === undefined) return null;
  return question.kind === 'start' ? (
    <StartQuestion question={question} onClose={closeRunQuestion} />
  ) : (
    <StopAllQuestion anchor={question.anchor} onClose={closeRunQuestion} />
  );
}
