import { chooseTheme } from '../lib/theme-choice.ts';
import { askToStopAll, askToStopEverything } from '../ui/run/run-question.ts';
import { leave } from './leave.ts';
import type { PaletteEntry } from './palette-sources.ts';

const making = { kind: 'New', needs: 'manager' as const };
const theme = { kind: 'Theme', words: 'dark light colors mode' };

/** What can be done anywhere. */
export function commands(showKeys: () => void): readonly PaletteEntry[] {
  return [
    {
      ...making,
      id: 'new broadcast',
      label: 'New Broadcast campaign',
      words: 'add create',
      href: '/main/campaigns/dialer',
      search: { campaignId: 0, type: 'broadcast' },
    },
    {
      ...making,
      id: 'new linkback',
      label: 'New Linkback campaign',
      words: 'add create',
      href: '/main/campaigns/dialer',
      search: { campaignId: 0, type: 'linkback' },
    },
    {
      ...making,
      id: 'new text campaign',
      label: 'New text campaign',
      words: 'add create',
      href: '/main/campaigns/texting',
      search: { campaignId: 0 },
    },
    {
      ...making,
      id: 'new voice message',
      label: 'New voice message',
      words: 'add create',
      href: '/main/messages/voicemessages',
      search: { messageId: 0 },
    },
    {
      ...making,
      id: 'new text message',
      label: 'New text message',
      words: 'add create',
      href: '/main/messages/textmessages',
      search: { messageId: 0 },
    },
    {
      needs: 'manager',
      id: 'stop all',
      label: 'Stop all campaigns',
      kind: 'Campaigns',
      words: 'end halt',
      run: () => askToStopAll(),
    },
    {
      needs: 'administrator',
      id: 'stop everything',
      label: 'Stop everything until it is lifted',
      kind: 'Campaigns',
      words: 'halt emergency calls texts carrier',
      run: askToStopEverything,
    },
    { ...theme, id: 'theme light', label: 'Theme: light', run: () => chooseTheme('light') },
    { ...theme, id: 'theme dark', label: 'Theme: dark', run: () => chooseTheme('dark') },
    { ...theme, id: 'theme auto', label: 'Theme: match system', run: () => chooseTheme('auto') },
    { id: 'keys', label: 'Keyboard shortcuts', kind: '?', words: 'help keys', run: showKeys },
    { id: 'log out', label: 'Log out', kind: 'Session', words: 'logout sign out', run: leave },
  ];
}
