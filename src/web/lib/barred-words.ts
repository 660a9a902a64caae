import type { BarringReason } from '#contract/campaign-funnel.ts';

/** Why numbers are never called, as the funnel and the screen Numbers say it. */
export const barredWords: Record<BarringReason, string> = {
  do_not_call: 'On the do-not-call list',
  opt_out_key: 'Pressed 9 to opt out',
  opt_out_text: 'Texted STOP',
  number_not_dialed: 'Premium, toll-free, foreign and unassigned numbers',
  account_stop: 'Another number of this account asked to stop',
  already_reached: 'Already reached at another number of the account',
  follow_up_ended: 'Follow-up ended',
  list_closed: 'Left in closed lists',
};
