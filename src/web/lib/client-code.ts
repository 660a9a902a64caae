import { onManagerChange } from './manager-change.ts';

/** Kept for this page only: the stored login record has the documents' fields and no others. */
let code: string | undefined;

onManagerChange(() => {
  code = undefined;
});

/** The code of the signed-in manager's client, as it was typed or as the server said. */
export function noteClientCode(known: string | undefined): void {
  code = known;
}

/** Undefined when it is not known: the page was opened while the server did not respond. */
export function clientCode(): string | undefined {
  return code;
}
