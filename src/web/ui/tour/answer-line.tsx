import { useState } from 'react';
import type { Tour } from '#contract/tour.ts';
import { formatPhone } from '#web/lib/format.ts';
import { useReadOnly } from '#web/lib/rights.ts';
import { Button } from '../button.tsx';
import { AnswerDialog, type Answering } from './answer-dialog.tsx';
import { LineFrame, look } from './line.tsx';

/** Somebody of those who were texted; who opted out is not offered again. */
export function AnswerLine({ line }: { line: Tour['stop'] }) {
  // The example changes as soon as this one opts out; the dialog stays with its person.
  const [person, answer] = useState<Answering>();
  const readOnly = useReadOnly();
  const { phone, name } = line;
  const who = name || (phone ? formatPhone(phone) : 'somebody');
  return (
    <>
      <LineFrame
        line={line}
        title="Answer STOP as one of the people"
        // Why it is off stands in the line: nobody hovers over a button that is off.
        more={readOnly ?? 'See the number closed for every campaign, within seconds.'}
      >
        <Button
          size="sm"
          variant={look(line)}
          changes
          onClick={() => phone && answer({ phone, who })}
        >
          Answer as {who}
        </Button>
      </LineFrame>
      {person && <AnswerDialog person={person} onClose={() => answer(undefined)} />}
    </>
  );
}
