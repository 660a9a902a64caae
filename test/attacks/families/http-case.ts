/** A request as bytes, and what the console that is served says. */
import type { Piece } from '../raw.ts';
import type { Expected, Reply, View } from '../verdict.ts';

export interface RawCase {
  what: string;
  expects: Expected;
  bytes: readonly Piece[];
  /** Responses that are right; one by default, none where the connection may just be closed. */
  responses?: number;
  /** Of whoever is let in; a stranger sees nothing. */
  view?: View;
  check?(reply: Reply): string | undefined;
}

/** What a page of the console begins with; the file beside its folder has another text. */
export const consoleMark = '<title>Carillon attacked</title>';
