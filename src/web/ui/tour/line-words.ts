/** What each line says, where it leads, and what must be done first. */
import type { Tour, TourFirst } from '#contract/tour.ts';
import { formatPhone } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { numberHref } from '#web/lib/number-link.ts';
import { reportPath } from '#web/lib/report-link.ts';

export interface LineTarget {
  to: string;
  search?: never;
}

export interface LineWords {
  /** What to do. */
  title: string;
  /** What comes of it. */
  more: string;
  /** On the button, and where it leads. */
  action: string;
  target: LineTarget;
}

export const firstWords: Record<TourFirst, { sentence: string; action: string; to: string }> = {
  campaign: {
    sentence: 'Create a campaign first: a Broadcast, with the messages that are there.',
    action: 'Open Campaigns',
    to: '/main/campaigns/dialer',
  },
  upload: {
    sentence: 'Upload the demo file first: demo-contacts.csv, in the data folder.',
    action: 'Upload the file',
    to: '/main/upload',
  },
  start: {
    sentence: 'Start the campaign first. The first calls end within a minute.',
    action: 'Open Live Monitoring',
    to: '/main/livemonitoring',
  },
  text: {
    sentence: 'Text somebody first: create a text campaign, upload the demo file for it, start it.',
    action: 'Open Texting',
    to: '/main/campaigns/texting',
  },
};

export function whyWords({ why: { phone, held } }: Tour): LineWords {
  const lead = {
    action: 'Open the number',
    target: { to: (phone && numberHref(phone)) || '/main/livemonitoring' },
  };
  if (phone && !held) {
    return {
      ...lead,
      title: `Ask what became of ${formatPhone(phone)}`,
      more: 'No rule was found that holds a number back now. See the rules for one that was called or texted.',
    };
  }
  return {
    ...lead,
    title: phone
      ? `Ask why ${formatPhone(phone)} was not called`
      : 'Ask why a number was not called',
    more: 'See which rule keeps it from being called, and until when.',
  };
}

export function storyWords({ story: { recordId, name, phone } }: Tour): LineWords {
  const who = name || (phone ? formatPhone(phone) : '');
  return {
    title: "Open one call's story",
    more: `${who ? `${who}: when` : 'When'} it rang, what was played, pressed and billed.`,
    action: 'Open the story',
    target: { to: reportPath, search: linkSearch({ open: recordId ?? undefined }) },
  };
}

export function forecastWords({ forecast: { campaignId, campaignName } }: Tour): LineWords {
  return {
    title: 'Drag the rate in a forecast',
    more: campaignName
      ? `See how the end of ${campaignName} moves.`
      : 'See how the end of a campaign moves.',
    action: 'Open the forecast',
    target: {
      to: '/main/livemonitoring',
      search: linkSearch({ campaignId: campaignId ?? undefined, forecast: 'open' }),
    },
  };
}
