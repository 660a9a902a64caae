import { signOut } from '../lib/session.ts';
import { sayGoodbye } from './farewell.ts';

/** Removes the stored record at once, whether or not the server can be reached now. */
export function leave(): void {
  void sayGoodbye();
  signOut();
}
