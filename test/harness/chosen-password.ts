import type { Manager } from '../../src/contract/manager.ts';
import type { ManagerLink } from '../../src/contract/manager-link.ts';
import type { Caller } from './caller.ts';

/** Chooses a manager's password with a link that an administrator makes, as the manager does. */
export async function choosePassword(
  administrator: Caller,
  stranger: Caller,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const all = (await administrator.get('/api/manager')).json<Manager[]>();
  const id = all.find((one) => one.username === username)?.id;
  const link = await administrator.post(`/api/manager/${id}/link`);
  const { token } = link.json<ManagerLink>();
  const chosen = await stranger.post('/api/security/link/redeem', { token, newPassword: password });
  if (chosen.status !== 204) throw new Error(`The link returned ${chosen.status}: ${chosen.text}`);
}
