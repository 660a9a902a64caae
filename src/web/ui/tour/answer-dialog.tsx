import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type NumberStory, readNumber } from '#contract/number.ts';
import { answerAsPerson, readTour } from '#contract/tour.ts';
import { api } from '#web/lib/api.ts';
import { formatPhone } from '#web/lib/format.ts';
import { formatLocalTime } from '#web/lib/local-time.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { queryKey } from '#web/lib/query.ts';
import { useWish } from '#web/lib/use-wish.ts';
import { Button, buttonClass } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { messageOf } from '../error-message.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextField } from '../text-field.tsx';

export interface Answering {
  /** 11 digits. */
  phone: string;
  who: string;
}

/** A text as one of the simulated people, and what comes of it. */
export function AnswerDialog({ person, onClose }: { person: Answering; onClose: () => void }) {
  const { phone, who } = person;
  const [body, setBody] = useState('STOP');
  const client = useQueryClient();
  const wishOf = useWish<{ phone: string; body: string }>();
  const send = useMutation({
    meta: { ownErrors: true },
    mutationFn: () => {
      const wish = wishOf({ phone, body });
      return api(answerAsPerson, { body: wish, intent: wish });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKey(readTour) }),
  });
  if (send.isSuccess) return <Sent {...{ person, body, onClose }} />;
  return (
    <FormDialog
      opened
      title={`Answer as ${who}`}
      dirty={false}
      onClose={onClose}
      onSave={() => send.mutate()}
      saving={send.isPending}
      saveLabel="Send"
      problems={[body.trim() === '' && 'Enter a text.']}
      failure={send.error ? messageOf(send.error) : undefined}
    >
      <p>
        The text comes in through the simulated carrier, as a person's own would. “please don't text
        me anymore” works too.
      </p>
      <TextField label={`Text from ${formatPhone(phone)}`} value={body} onChange={setBody} />
    </FormDialog>
  );
}

const refreshEvery = 1_000;

interface SentProps {
  person: Answering;
  body: string;
  onClose: () => void;
}

/** Until the opt-out is committed, which an engine does. */
function Sent({ person: { phone, who }, body, onClose }: SentProps) {
  const { data } = useQuery({
    queryKey: [...queryKey(readNumber, { phone }), 'after the answer'],
    queryFn: ({ signal }) => api(readNumber, { params: { phone }, signal }),
    refetchInterval: ({ state }) => (state.data?.doNotCall ? false : refreshEvery),
    throwOnError: false,
  });
  const href = numberHref(phone);
  return (
    <Dialog
      opened
      title={`Answer as ${who}`}
      onClose={onClose}
      footer={
        <>
          {href && (
            <Link to={href} className={buttonClass({})}>
              Open the number
            </Link>
          )}
          <Button variant="filled" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>
        {who} wrote “{body}”.
      </p>
      <p role="status">{whatCameOfIt(data, phone)}</p>
    </Dialog>
  );
}

function whatCameOfIt(story: NumberStory | undefined, phone: string): string {
  const blocked = story?.doNotCall;
  if (!blocked) return 'An engine reads it within seconds. What it means decides what follows.';
  const at = formatLocalTime(blocked.since, 'seconds');
  return `Opted out at ${at}. No campaign calls or texts ${formatPhone(phone)} any more.`;
}
