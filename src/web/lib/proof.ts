/** Operations that ask for the password again: they wait for the dialog, and are then sent again. */
import { onManagerChange } from './manager-change.ts';
import { ApiProblem } from './problem.ts';
import { createStore } from './store.ts';

interface Question {
  /** The dialog entered the right password, or was left. */
  answer: (proven: boolean) => void;
}

const question = createStore<Question | undefined>(undefined);
onManagerChange(() => question.get()?.answer(false));

export const useProofQuestion = question.use;

/** Requests that ask at once share one question. */
let asking: Promise<boolean> | undefined;

function askForPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    question.set({ answer: resolve });
  }).finally(() => {
    asking = undefined;
    question.set(undefined);
  });
  return asking;
}

/** The server refused the request unread of its work, so it may be sent again. */
export async function repeatAfterProof<Response>(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'password_required') throw error;
    if (!(await askForPassword())) throw error;
    return send();
  }
}
