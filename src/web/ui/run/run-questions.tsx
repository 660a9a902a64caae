import { LiftQuestion } from './lift-question.tsx';
import { closeRunQuestion, useRunQuestion } from './run-question.ts';
import { StartQuestion } from './start-question.tsx';
import { StopAllQuestion } from './stop-all-question.tsx';
import { StopEverythingDialog } from './stop-everything-dialog.tsx';

/** Rendered once by the frame: the question before campaigns start, all stop, or a stop is lifted. */
export function RunQuestions() {
  const question = useRunQuestion();
  switch (question?.kind) {
    case 'start':
      return <StartQuestion question={question} onClose={closeRunQuestion} />;
    case 'stop all':
      return <StopAllQuestion anchor={question.anchor} onClose={closeRunQuestion} />;
    case 'stop everything':
      return <StopEverythingDialog onClose={closeRunQuestion} />;
    case 'lift':
      return <LiftQuestion stop={question.stop} onClose={closeRunQuestion} />;
    default:
      return null;
  }
}
